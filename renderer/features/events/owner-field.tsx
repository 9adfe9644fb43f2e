/** Names the record whose events are asked for. Typed in peace: it counts at Enter, when it is left, and when an offered one is chosen. */
import { Autocomplete } from "@mantine/core";
import { type ReactElement, useEffect, useRef } from "react";
import { collectionWords, inSentence } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useTyped } from "../../ui/use-typed.ts";
import classes from "./events.module.css";
import { scopeRefusal } from "./scope-model.ts";
import { type Owner, ownerMeant, useOffered } from "./use-owners.ts";

const hints: Readonly<Record<Owner["of"], string>> = {
  endpoint: "Name, id, ICCID, IMSI, IMEI",
  sim: "ICCID, id, IMSI, MSISDN",
  organisation: "Name or id",
  user: "Name or id",
};

export interface OwnerFieldProps {
  readonly of: Owner["of"];
  /** As the address has it. */
  readonly id: string;
}

export function OwnerField({ of, id }: OwnerFieldProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const refusal = useFleetdesk(scopeRefusal);
  const [typed, type] = useTyped(id);
  const found = useOffered(of, typed);
  // Who is named already needs no offers.
  const offered = typed === id && id !== "" && refusal === undefined ? [] : found;
  const looking = useRef<AbortController>(undefined);
  useEffect(() => () => looking.current?.abort(), []);
  const put = (next: string): void => {
    if (next === id) type(next);
    else refine({ id: next === "" ? undefined : next, event: undefined, open: undefined, tab: undefined });
  };
  const take = async (text: string): Promise<void> => {
    looking.current?.abort();
    if (text.trim() === id) return;
    const mine = new AbortController();
    looking.current = mine;
    const meant = await ownerMeant(of, text, mine.signal).catch(() => undefined); // aborted: something else was typed
    if (meant !== undefined && !mine.signal.aborted) put(meant);
  };
  return (
    <Autocomplete
      aria-label={`Name or id of the ${inSentence(collectionWords[of].one)}`}
      className={classes["id"] ?? ""}
      comboboxProps={{ width: 340, position: "bottom-start" }}
      data={offered.map((one) => one.id)}
      error={refusal}
      // What was found is what fits.
      filter={({ options }) => options}
      onBlur={() => void take(typed)}
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === "Enter") void take(typed);
      }}
      onOptionSubmit={(chosen) => {
        looking.current?.abort();
        put(chosen);
      }}
      placeholder={hints[of]}
      renderOption={({ option }) => (
        <span>
          {offered.find((one) => one.id === option.value)?.name} <span className="mono muted">{option.value}</span>
        </span>
      )}
      value={typed}
    />
  );
}
