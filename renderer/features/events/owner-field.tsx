/** Selects the record whose events are shown. Applied on Enter, on blur, and when a suggestion is picked, not while typing. */
import { t } from "#shared/texts/text.ts";
import { Autocomplete } from "@mantine/core";
import { type ReactElement, useEffect, useRef } from "react";
import { useActionValue } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useInputDraft } from "../../ui/use-input-draft.ts";
import classes from "./events.module.css";
import { scopeError } from "./events-queries.ts";
import { type Owner, resolveOwnerId, useOwnerSuggestions } from "./use-owners.ts";

const hints: Readonly<Record<Owner["of"], string>> = {
  endpoint: t(($) => $.events.owner.endpointHelp),
  sim: t(($) => $.events.owner.simHelp),
  organisation: t(($) => $.events.owner.nameOrId),
  user: t(($) => $.events.owner.nameOrId),
};

const labels: Readonly<Record<Owner["of"], string>> = {
  endpoint: t(($) => $.events.owner.label.endpoint),
  sim: t(($) => $.events.owner.label.sim),
  organisation: t(($) => $.events.owner.label.organisation),
  user: t(($) => $.events.owner.label.user),
};

export interface OwnerFieldProps {
  readonly of: Owner["of"];
  /** As in the address. */
  readonly id: string;
}

export function OwnerField({ of, id }: OwnerFieldProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const error = useActionValue(scopeError);
  const [input, type] = useInputDraft(id);
  const matches = useOwnerSuggestions(of, input);
  // A record that is already selected needs no suggestions.
  const offered = input === id && id !== "" && error === undefined ? [] : matches;
  const lookup = useRef<AbortController>(undefined);
  useEffect(() => () => lookup.current?.abort(), []);
  const put = (next: string): void => {
    if (next === id) type(next);
    else setQuery({ id: next === "" ? undefined : next, event: undefined, open: undefined, tab: undefined });
  };
  const take = async (text: string): Promise<void> => {
    lookup.current?.abort();
    if (text.trim() === id) return;
    const mine = new AbortController();
    lookup.current = mine;
    const ownerId = await resolveOwnerId(of, text, mine.signal).catch(() => undefined); // aborted: the input changed
    if (ownerId !== undefined && !mine.signal.aborted) put(ownerId);
  };
  return (
    <Autocomplete
      aria-label={labels[of]}
      className={classes["id"] ?? ""}
      comboboxProps={{ width: 340, position: "bottom-start" }}
      data={offered.map((one) => one.id)}
      error={error}
      // The matches are already filtered.
      filter={({ options }) => options}
      onBlur={() => void take(input)}
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === "Enter") void take(input);
      }}
      onOptionSubmit={(optionId) => {
        lookup.current?.abort();
        put(optionId);
      }}
      placeholder={hints[of]}
      renderOption={({ option }) => (
        <span>
          {offered.find((one) => one.id === option.value)?.name} <span className="mono muted">{option.value}</span>
        </span>
      )}
      value={input}
    />
  );
}
