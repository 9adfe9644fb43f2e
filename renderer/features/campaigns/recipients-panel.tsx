/** The recipients: filters, count, table, and the history of the selected one. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useMemo } from "react";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { SelectionStatus } from "../../app/data-table/selection-status.tsx";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { failureOf } from "../../lib/fleet.ts";
import { selectedCount } from "../../lib/selection.ts";
import { type State, useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import type { CampaignDetail } from "./campaign-actions.ts";
import { recipientColumns } from "./recipient-columns.tsx";
import { recipientQuery } from "./recipient-query.ts";
import { RecipientSteps } from "./recipient-steps.tsx";
import { RecipientsBar } from "./recipients-bar.tsx";
import { isFiltered, readRecipientFilter } from "./recipient-filter.ts";
import classes from "./recipients-panel.module.css";

export function RecipientsPanel({ detail }: { readonly detail: CampaignDetail }): ReactElement {
  const { campaignId } = detail.status;
  const query = useFleetdesk((state) => state.address.query);
  const row = useFleetdesk(openRow(campaignId));
  const { outcome, delivery, reply, wave, reason, search } = query;
  const filter = useMemo(
    () => readRecipientFilter({ ...query }),
    // Only parameters of the filter: other parts of the address must not reload the recipients.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [outcome, delivery, reply, wave, reason, search],
  );
  const table = useRecipientTable(campaignId, filter);
  const { state } = table;
  const filtered = isFiltered(filter);
  return (
    <section aria-label={t(($) => $.campaigns.recipients.title)} className={classes["recipients"]}>
      <RecipientsBar filter={filter} detail={detail} total={state.total} />
      {state.phase === "failed" ? (
        <div className={classes["notice"]}>
          <Callout
            actions={<Button onClick={table.reload}>{t(($) => $.campaigns.recipients.reload)}</Button>}
            title={t(($) => $.campaigns.recipients.loadFailed)}
            tone="bad"
          >
            <p>{formatText(failureOf(state.failure).text)}</p>
          </Callout>
        </div>
      ) : undefined}
      <div className={classes["split"]}>
        <VirtualTable {...table.grid} />
        {state.phase === "ready" && state.total.value === 0 ? (
          <p className={classes["none"]}>
            {filtered ? t(($) => $.campaigns.recipients.noMatch) : t(($) => $.campaigns.recipients.empty)}
          </p>
        ) : undefined}
        {row === undefined ? undefined : <RecipientSteps campaignId={campaignId} key={row} row={row} />}
      </div>
      {selectedCount(table.selection) === 0 ? undefined : (
        <footer className={classes["foot"]}>
          <SelectionStatus narrowed={filtered} table={table} />
        </footer>
      )}
    </section>
  );
}

const layout = {
  place: "campaigns/recipients",
  visible: ["place", "endpoint", "outcome", "delivery", "reply", "said", "replyText", "smsId", "settled", "text"],
};
const openRow =
  (campaignId: string) =>
  ({ openRecipient }: Pick<State, "openRecipient">): number | undefined =>
    openRecipient?.campaignId === campaignId ? openRecipient.row : undefined;
const rowId = ({ row }: Recipient): string => String(row);

function useRecipientTable(campaignId: string, filter: RecipientFilter): DataTable<Recipient> {
  const list = useFleetdesk((state) => state.recipientWindow);
  const cost = useFleetdesk((state) => state.recipientCost);
  const address = useFleetdesk((state) => state.address);
  const row = useFleetdesk(openRow(campaignId));
  const show = useFleetdesk((state) => state.showRecipient);
  const columns = useMemo(() => recipientColumns(address), [address]);
  const close = useCallback(() => show(undefined), [show]);
  return useDataTable({
    id: `campaigns/recipients ${campaignId}`,
    name: t(($) => $.campaigns.recipients.title),
    list,
    query: useMemo(() => recipientQuery(campaignId, filter, cost), [campaignId, filter, cost]),
    rowId,
    columns,
    savedLayout: useSavedLayout(columns, layout),
    openId: row === undefined ? undefined : String(row),
    onOpen: (recipient) => show({ campaignId, row: recipient.row }),
    onClose: row === undefined ? undefined : close,
  });
}
