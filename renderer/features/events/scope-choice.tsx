/** Whose events are shown: of all, or of one record by its id. */
import { Autocomplete, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import type { EventScope } from "#contract/event-words.ts";
import { byField } from "../../lib/field-failure.ts";
import { formatOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import classes from "./events.module.css";
import { readScope, scopeWords } from "./events-model.ts";
import { useScopeNames } from "./use-scope-names.ts";

type Of = EventScope["of"];

/** What belongs to another list of events. */
const leaveBehind = { event: undefined, open: undefined, tab: undefined };

export function ScopeChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const address = useFleetdesk((state) => state.address);
  const scope = readScope(query);
  const of: Of = scope?.of ?? ((query["of"] ?? "all") as Of);
  const id = scope === undefined || scope.of === "all" ? "" : scope.id;
  const names = useScopeNames(of, id);
  return (
    <div className={classes["scope"]}>
      <NativeSelect
        aria-label="Whose events"
        data={Object.entries(scopeWords).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          refine({ ...leaveBehind, of: value === "all" ? undefined : value, id: undefined })
        }
        size="xs"
        value={of}
      />
      {of === "all" ? undefined : (
        <>
          <IdField id={id} key={of} names={names} of={of} />
          {id === "" ? undefined : (
            <RecordLink from={address} to={{ collection: of, id }}>
              {names.find((one) => one.id === id)?.name ?? `Open ${formatOpen({ collection: of, id })}`}
            </RecordLink>
          )}
        </>
      )}
    </div>
  );
}

interface IdFieldProps {
  readonly of: Exclude<Of, "all">;
  readonly id: string;
  readonly names: readonly { readonly id: string; readonly name: string }[];
}

/** Typed in peace: it counts at Enter, when it is left, and when an offered one is chosen. */
function IdField({ of, id, names }: IdFieldProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const [typed, type] = useTyped(id);
  const failure = useFleetdesk((state) => (state.events.state === "failed" ? state.events.failure : undefined));
  const take = (text: string): void => {
    const next = text.trim();
    if (next !== id) refine({ ...leaveBehind, id: next === "" ? undefined : next });
  };
  const sentence = byField(failure)[of];
  return (
    <Autocomplete
      aria-label={`Id of the ${scopeWords[of] === "SIM" ? "SIM" : scopeWords[of].toLowerCase()}`}
      className={classes["id"] ?? ""}
      comboboxProps={{ width: 280, position: "bottom-start" }}
      data={names.map((one) => one.id)}
      error={sentence}
      filter={({ options, search }) =>
        options.filter((option) => {
          const value = "value" in option ? option.value : "";
          const name = names.find((one) => one.id === value)?.name ?? "";
          return `${value} ${name}`.toLowerCase().includes(search.trim().toLowerCase());
        })
      }
      limit={30}
      onBlur={() => take(typed)}
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === "Enter") take(typed);
      }}
      onOptionSubmit={take}
      placeholder="Id"
      renderOption={({ option }) => (
        <span>
          <span className="mono">{option.value}</span>{" "}
          <span className="muted">{names.find((one) => one.id === option.value)?.name}</span>
        </span>
      )}
      value={typed}
    />
  );
}
