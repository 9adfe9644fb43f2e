/** A search field: input is shown immediately and applied after a pause in typing. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useRef, useState } from "react";

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The text in the address. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly className?: string;
}

export function SearchField({ label, placeholder, text, onSearch, className = "" }: SearchFieldProps): ReactElement {
  const [draft, type] = useSearchText(text, onSearch);
  return (
    <TextInput
      aria-label={label}
      className={className}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      placeholder={placeholder}
      type="search"
      value={draft}
    />
  );
}

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
