/** State of a search field: input is shown immediately and applied after a pause in typing. */
import { useEffect, useRef, useState } from "react";

const afterMs = 150;

/** `text` is the value in the address; input is applied through `apply`. */
export function useSearchText(text: string, apply: (text: string) => void): readonly [string, (draft: string) => void] {
  const [draft, setDraft] = useState(text);
  const applied = useRef(text);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  // The address was changed elsewhere: update the field.
  useEffect(() => {
    if (text === applied.current) return;
    applied.current = text;
    setDraft(text);
  }, [text]);
  useEffect(() => {
    if (draft === applied.current) return undefined;
    const timer = window.setTimeout(() => {
      applied.current = draft;
      latest.current(draft);
    }, afterMs);
    return () => window.clearTimeout(timer);
  }, [draft]);
  return [draft, setDraft];
}
