/** A search field: input is shown immediately and applied after a pause in typing. */
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useSearchText } from "./use-search-text.ts";

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
