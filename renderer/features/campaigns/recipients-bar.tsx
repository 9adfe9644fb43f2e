/** The line above the recipients: how many are shown, what narrows them, and the way out as a file. */
import { Button, Select, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { RecipientFilter } from "#contract/campaigns.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import type { RowTotal } from "../../lib/row-listing.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { type Standing, whyNot } from "./deeds-model.ts";
import { exclusionReasons } from "./exclusion-reasons-model.ts";
import { isFiltered } from "./recipients-model.ts";
import classes from "./recipients-panel.module.css";
import { ringName } from "./rings-model.ts";
import { useSearchText } from "../../ui/use-search-text.ts";

export interface RecipientsBarProps {
  readonly standing: Standing;
  readonly filter: RecipientFilter;
  readonly total: RowTotal;
}

const everything = {
  outcome: undefined,
  delivery: undefined,
  reply: undefined,
  ring: undefined,
  reason: undefined,
  search: undefined,
};

export function RecipientsBar({ standing, filter, total }: RecipientsBarProps): ReactElement {
  const { status, rings } = standing;
  const { campaignId, counts } = status;
  const refine = useFleetdesk((state) => state.refine);
  const narrow = (changes: Readonly<Record<string, string | undefined>>): void => refine(changes, { replace: true });
  const [typed, type] = useSearchText(filter.search ?? "", (search) =>
    narrow({ search: search === "" ? undefined : search }),
  );
  const { busy, failure, run, forgetFailure } = useCall();
  const [written, setWritten] = useState<string>();
  const filtered = isFiltered(filter);
  const cannot = whyNot("export", standing.status);
  const showAll = (): void => {
    type("");
    narrow(everything);
  };
  const exportThese = (): void =>
    void run(async () => {
      const answer = await fleet.campaigns.exportAs({ campaignId, format: "csv", ...filter });
      setWritten(answer.outcome === "written" ? `${counted(answer.rows, "row")} in ${answer.file ?? ""}` : undefined);
    });
  return (
    <>
      <div className={classes["tools"]}>
        <h2>Recipients</h2>
        <span className="muted">
          {filtered
            ? `${count(total.value)}${total.exact ? "" : " or more"} of ${count(counts.planned)}`
            : count(counts.planned)}
        </span>
        {filtered ? <Button onClick={showAll}>Show all</Button> : undefined}
        <span className={classes["gap"]} />
        {rings.length === 0 ? undefined : (
          <Select
            aria-label="Ring"
            clearable
            data={rings.map((ring) => ({ value: String(ring.ring), label: ringName(ring, rings[0]) }))}
            onChange={(ring) => narrow({ ring: ring ?? undefined })}
            placeholder="Every ring"
            value={filter.ring === undefined ? null : String(filter.ring)}
            w={130}
          />
        )}
        {counts.excluded === 0 ? undefined : (
          <Select
            aria-label="Reason of exclusion"
            clearable
            data={Object.entries(exclusionReasons).map(([value, label]) => ({ value, label }))}
            onChange={(reason) => narrow({ reason: reason ?? undefined })}
            placeholder="Left out because"
            value={filter.reason ?? null}
            w={190}
          />
        )}
        <TextInput
          aria-label="Search recipients"
          onChange={({ currentTarget }) => type(currentTarget.value)}
          placeholder="Endpoint, text, answer"
          type="search"
          value={typed}
        />
        <Button disabled={cannot !== undefined} loading={busy} onClick={exportThese} title={cannot}>
          {filtered ? "Export these…" : "Export…"}
        </Button>
      </div>
      {written === undefined ? undefined : <p className={classes["told"]}>{written}</p>}
      {failure === undefined ? undefined : (
        <div className={classes["told"]}>
          <Callout actions={<Button onClick={forgetFailure}>Close</Button>} title="Nothing was written" tone="bad">
            <p>{failure.message}</p>
          </Callout>
        </div>
      )}
    </>
  );
}
