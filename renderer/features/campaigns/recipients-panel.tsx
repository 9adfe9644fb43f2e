/** The recipients: filters, count, table, and the history of the selected one. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from "react";
import { failureOf } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import type { CampaignDetail } from "./campaign-action.ts";
import { RecipientSteps } from "./recipient-steps.tsx";
import { RecipientsBar } from "./recipients-bar.tsx";
import { RecipientsTable } from "./recipients-table.tsx";
import { isFiltered, readRecipientFilter } from "./recipient-filter.ts";
import classes from "./recipients-panel.module.css";

export function RecipientsPanel({ detail }: { readonly detail: CampaignDetail }): ReactElement {
  const { campaignId } = detail.status;
  const query = useFleetdesk((state) => state.address.query);
  const loadRecipients = useFleetdesk((state) => state.loadRecipients);
  const window = useFleetdesk((state) => state.recipientWindow);
  const row = useFleetdesk((state) => state.recipientRow);
  const state = useSyncExternalStore(window.subscribe, window.state);
  const { outcome, delivery, reply, wave, reason, search } = query;
  const filter = useMemo(
    () => readRecipientFilter({ ...query }),
    // Only parameters of the filter: other parts of the address must not reload the recipients.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [outcome, delivery, reply, wave, reason, search],
  );
  useEffect(() => loadRecipients(campaignId, filter), [loadRecipients, campaignId, filter]);
  useEffect(() => () => window.suspend(), [window]);
  const filtered = isFiltered(filter);
  return (
    <section aria-label={t(($) => $.campaigns.recipients.title)} className={classes["recipients"]}>
      <RecipientsBar filter={filter} detail={detail} total={state.total} />
      {state.phase === "failed" ? (
        <div className={classes["notice"]}>
          <Callout
            actions={
              <Button onClick={() => loadRecipients(campaignId, filter)}>
                {t(($) => $.campaigns.recipients.reload)}
              </Button>
            }
            title={t(($) => $.campaigns.recipients.loadFailed)}
            tone="bad"
          >
            <p>{formatText(failureOf(state.failure).text)}</p>
          </Callout>
        </div>
      ) : undefined}
      <div className={classes["split"]}>
        <RecipientsTable queryKey={JSON.stringify({ campaignId, ...filter })} state={state} />
        {state.phase === "ready" && state.total.value === 0 ? (
          <p className={classes["none"]}>
            {filtered ? t(($) => $.campaigns.recipients.noMatch) : t(($) => $.campaigns.recipients.empty)}
          </p>
        ) : undefined}
        {row === undefined ? undefined : <RecipientSteps campaignId={campaignId} key={row} row={row} />}
      </div>
    </section>
  );
}
