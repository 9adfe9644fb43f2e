/** What narrows the list: kind, outcome, connection, time, target and words. */
import { Button, MultiSelect, Select, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { useSearchText } from "../../ui/use-search-text.ts";
import { kinds, kindWords, listed, outcomeLooks, outcomes } from "./audit-model.ts";
import classes from "./audit.module.css";
import { SpanChoice } from "./span-choice.tsx";

export function AuditFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const names = useFleetdesk((state) => state.auditConnections);
  const put = (name: string, text: string | undefined): void =>
    refine({ [name]: text === "" ? undefined : text }, { replace: true });
  const { of, target } = query;
  const connections = of === undefined || names.includes(of) ? names : [...names, of];
  return (
    <div className={classes["filter"]}>
      <Words
        data={kinds.map((value) => ({ value, label: kindWords[value] }))}
        label="Kind"
        onChange={(next) => put("kind", next.join(","))}
        value={listed(query["kind"])}
      />
      <Words
        data={outcomes.map((value) => ({ value, label: outcomeLooks[value].text }))}
        label="Outcome"
        onChange={(next) => put("outcome", next.join(","))}
        value={listed(query["outcome"])}
      />
      <Select
        aria-label="Connection"
        className={classes["choice"] ?? ""}
        clearable
        data={[...connections]}
        onChange={(value) => put("of", value ?? undefined)}
        placeholder="Any connection"
        value={of ?? null}
      />
      <SpanChoice />
      <SearchField onSearch={(text) => put("search", text)} text={query["search"] ?? ""} />
      {target === undefined ? undefined : (
        <Button
          aria-label={`Only ${target.replace(":", " ")}: show those of all`}
          onClick={() => put("target", undefined)}
          rightSection={<IconX aria-hidden="true" size={12} />}
          variant="light"
        >
          {target.replace(":", " ")}
        </Button>
      )}
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly onChange: (next: readonly string[]) => void;
}

function Words({ label, data, value, onChange }: WordsProps): ReactElement {
  return (
    <MultiSelect
      aria-label={label}
      className={classes["choice"] ?? ""}
      clearable
      comboboxProps={{ width: 200, position: "bottom-start" }}
      data={[...data]}
      onChange={onChange}
      placeholder={value.length === 0 ? `Any ${label.toLowerCase()}` : ""}
      value={[...value]}
    />
  );
}

/** Letters are seen at once; the search follows a moment after the last one. */
function SearchField({
  text,
  onSearch,
}: {
  readonly text: string;
  readonly onSearch: (text: string) => void;
}): ReactElement {
  const [typed, type] = useSearchText(text, onSearch);
  return (
    <TextInput
      aria-label="Search the audit"
      className={classes["search"] ?? ""}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      placeholder="Text, name, identifier, person"
      type="search"
      value={typed}
    />
  );
}
