/** The recipients: which are shown, how many, and the table itself. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./campaigns.module.css";
import { RecipientSteps } from "./recipient-steps.tsx";
import { RecipientsTable } from "./recipients-table.tsx";
import { isFiltered, readRecipientFilter } from "./recipients-model.ts";
import { useSearchText } from "./use-search-text.ts";

export function RecipientsPanel({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { campaignId, counts } = status;
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const ask = useFleetdesk((state) => state.askRecipients);
  const window = useFleetdesk((state) => state.recipientWindow);
  const row = useFleetdesk((state) => state.recipientRow);
  const state = useSyncExternalStore(window.subscribe, window.state);
  const { outcome, delivery, reply, ring, reason, search } = query;
  const filter = useMemo(
    () => readRecipientFilter({ ...query }),
    // Only what a recipient is chosen by: other parts of the address change nothing here.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [outcome, delivery, reply, ring, reason, search],
  );
  useEffect(() => ask(campaignId, filter), [ask, campaignId, filter]);
  useEffect(() => () => window.rest(), [window]);
  const [typed, type] = useSearchText(search ?? "", (text) =>
    refine({ search: text === "" ? undefined : text }, { replace: true }),
  );
  const { busy, failure, run } = useCall();
  const [written, setWritten] = useState<string>();
  const filtered = isFiltered(filter);
  const everything = { outcome: undefined, delivery: undefined, reply: undefined, ring: undefined, reason: undefined };
  const exportThese = (): void =>
    void run(async () => {
      const answer = await fleet.campaigns.exportAs({ campaignId, format: "csv", ...filter });
      setWritten(answer.outcome === "written" ? `${counted(answer.rows, "row")} in ${answer.file ?? ""}` : undefined);
    });
  const { total } = state;
  return (
    <section aria-label="Recipients" className={classes["recipients"]}>
      <div className={classes["tools"]}>
        <h2>Recipients</h2>
        <span aria-live="polite" className="muted">
          {filtered
            ? `${count(total.value)}${total.exact ? "" : "+"} of ${count(counts.planned)}`
            : count(counts.planned)}
        </span>
        {filtered ? (
          <Button
            onClick={() => {
              type("");
              refine({ ...everything, search: undefined });
            }}
            variant="subtle"
          >
            Show all
          </Button>
        ) : undefined}
        <span className={classes["gap"]} />
        {written === undefined ? undefined : <span className="muted">{written}</span>}
        <TextInput
          aria-label="Search recipients"
          onChange={({ currentTarget }) => type(currentTarget.value)}
          placeholder="Endpoint, text, answer"
          type="search"
          value={typed}
        />
        <Button loading={busy} onClick={exportThese}>
          Export these…
        </Button>
      </div>
      {failure === undefined ? undefined : (
        <Callout title="Nothing was written" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {state.phase === "failed" ? (
        <Callout title="The recipients could not be read" tone="bad">
          <p>{failureOf(state.failure).message}</p>
        </Callout>
      ) : undefined}
      <RecipientsTable state={state} />
      {state.phase === "ready" && total.value === 0 ? (
        <p className={classes["none"]}>{filtered ? "No recipient fits." : "There are no recipients."}</p>
      ) : undefined}
      {row === undefined ? undefined : <RecipientSteps campaignId={campaignId} key={row} row={row} />}
    </section>
  );
}
