/** A search field whose letters are seen at once and whose search follows a moment later. */
import { useEffect, useRef, useState } from "react";

const afterMs = 150;

/** `text` is what the address says; typing reaches it through `apply`. */
export function useSearchText(text: string, apply: (text: string) => void): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const applied = useRef(text);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  // The address was changed by something else: the field follows.
  useEffect(() => {
    if (text === applied.current) return;
    applied.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === applied.current) return undefined;
    const timer = window.setTimeout(() => {
      applied.current = typed;
      latest.current(typed);
    }, afterMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
