/** Letters are seen at once; the search follows a moment after the last one. */
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useSearchText } from "./use-search-text.ts";

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** As the address has it. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly className?: string | undefined;
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
