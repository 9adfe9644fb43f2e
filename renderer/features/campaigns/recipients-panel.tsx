/** The recipients: filters, count, table, and the history of the selected one. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Select, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo } from "react";
import type { CampaignStatus, Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { type State, useFleetdesk } from "../../app/store/store.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { type CampaignDetail, exportRecipients } from "./campaign-actions.ts";
import {
  exclusionReasons,
  formatReason,
  formatRecipientEvent,
  formatResponse,
  isFiltered,
  readRecipientFilter,
  writeList,
} from "./recipient-filter.ts";
import { recipientQuery } from "./recipient-query.ts";
import { deliveryShares, excludedShare, isCounted, outcomeShares, type Share, sharesOf } from "./campaign-counts.ts";
import {
  replyLabel,
  deliveryLabels,
  notCheckedLabel,
  outcomeLabel,
  type OutcomeLabel,
  replyLabels,
} from "../../lib/outcome-labels.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import classes from "./recipients-panel.module.css";
import { formatDateTime, formatTime } from "#shared/format.ts";
import type { RowTotal } from "../../lib/page-cache.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { waveName } from "./wave-text.ts";
import { useSearchText } from "../../ui/search-field.tsx";
import { dataOf } from "../../lib/async-state.ts";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import type { Address } from "../../lib/address.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";

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
  const table = useRecipientTable(detail.status, filter);
  const { state } = table;
  const filtered = isFiltered(filter);
  return (
    <section aria-label={t(($) => $.campaigns.recipients.title)} className={classes["recipients"]}>
      <RecipientsBar filter={filter} detail={detail} total={state.total} />
      {state.phase === "failed" ? (
        <div className={classes["notice"]}>
          <FailureCallout
            actions={<Button onClick={table.reload}>{t(($) => $.campaigns.recipients.reload)}</Button>}
            failure={failureOf(state.failure)}
            title={t(($) => $.campaigns.recipients.loadFailed)}
          />
        </div>
      ) : undefined}
      <TableToolbar narrowed={filtered} table={table} />
      <div className={classes["split"]}>
        <VirtualTable {...table.grid} />
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

const layout = {
  place: "campaigns/recipients",
  visible: ["place", "endpoint", "outcome", "delivery", "reply", "said", "replyText", "smsId", "settled", "text"],
};
const openRow =
  (campaignId: string) =>
  ({ openRecipient }: Pick<State, "openRecipient">): number | undefined =>
    openRecipient?.campaignId === campaignId ? openRecipient.row : undefined;
const rowId = ({ row }: Recipient): string => String(row);
const nameOf = ({ name, endpoint, identifier: input }: Recipient): string => name ?? endpoint ?? input;

function useRecipientTable({ campaignId, connection }: CampaignStatus, filter: RecipientFilter): DataTable<Recipient> {
  const list = useFleetdesk((state) => state.recipientWindow(campaignId));
  const cost = useFleetdesk((state) => state.recipientCost);
  const address = useFleetdesk((state) => state.address);
  const row = useFleetdesk(openRow(campaignId));
  const show = useFleetdesk((state) => state.showRecipient);
  const columns = useMemo(() => recipientColumns(address), [address]);
  const close = useCallback(() => show(undefined), [show]);
  // Cached rows may have become outdated while the page was closed.
  useEffect(() => list.refresh(), [list]);
  return useDataTable({
    id: `campaigns/recipients ${campaignId}`,
    connection,
    rowTarget: ({ row, read }) => ({
      kind: "recipient",
      endpoint: row?.endpoint,
      endpoints: async () => (await read()).flatMap(({ endpoint }) => endpoint ?? []),
    }),
    name: t(($) => $.campaigns.recipients.title),
    list,
    query: useMemo(() => recipientQuery(campaignId, filter, cost), [campaignId, filter, cost]),
    rowId,
    nameOf,
    columns,
    savedLayout: useSavedLayout(columns, layout),
    openId: row === undefined ? undefined : String(row),
    onOpen: (recipient) => show({ campaignId, row: recipient.row }),
    onClose: row === undefined ? undefined : close,
  });
}

interface RecipientsBarProps {
  readonly detail: CampaignDetail;
  readonly filter: RecipientFilter;
  readonly total: RowTotal;
}

const everything = {
  outcome: undefined,
  delivery: undefined,
  reply: undefined,
  wave: undefined,
  reason: undefined,
  search: undefined,
};

/** Bar above the recipients: count, filters, and export. */
function RecipientsBar({ detail, filter, total }: RecipientsBarProps): ReactElement {
  const { status, waves } = detail;
  const { counts } = status;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const narrow = (changes: Readonly<Record<string, string | undefined>>): void => setQuery(changes, { replace: true });
  const [searchText, type] = useSearchText(filter.search ?? "", (search) =>
    narrow({ search: search === "" ? undefined : search }),
  );
  const filtered = isFiltered(filter);
  const showAll = (): void => {
    type("");
    narrow(everything);
  };
  return (
    <div className={classes["tools"]}>
      <CountChips
        chips={[...outcomeShares(counts), excludedShare(counts)].filter(isCounted)}
        label={t(($) => $.campaigns.cards.filterByOutcome)}
        onPress={(pressed) => narrow({ outcome: writeList(pressed) })}
        pressed={filter.outcome ?? []}
      />
      <span className={classes["gap"]} />
      <ShareSelect
        label={t(($) => $.campaigns.cards.filterByDelivery)}
        onChange={(delivery) => narrow({ delivery })}
        placeholder={t(($) => $.campaigns.recipients.anyDelivery)}
        shares={deliveryShares(status)}
        values={filter.delivery}
      />
      <ShareSelect
        label={t(($) => $.campaigns.cards.filterByReply)}
        onChange={(reply) => narrow({ reply })}
        placeholder={t(($) => $.campaigns.recipients.anyReply)}
        shares={sharesOf("reply", status.replies, replyLabel)}
        values={filter.reply}
      />
      {waves.length === 0 ? undefined : (
        <Select
          aria-label={t(($) => $.campaigns.recipients.wave)}
          clearable
          data={waves.map((wave) => ({ value: String(wave.wave), label: waveName(wave) }))}
          onChange={(wave) => narrow({ wave: wave ?? undefined })}
          placeholder={t(($) => $.campaigns.recipients.allWaves)}
          value={filter.wave === undefined ? null : String(filter.wave)}
          w={130}
        />
      )}
      {counts.excluded === 0 ? undefined : (
        <Select
          aria-label={t(($) => $.campaigns.recipients.exclusionReason)}
          clearable
          data={Object.entries(exclusionReasons).map(([value, label]) => ({ value, label }))}
          onChange={(reason) => narrow({ reason: reason ?? undefined })}
          placeholder={t(($) => $.campaigns.recipients.anyExclusionReason)}
          value={filter.reason ?? null}
          w={190}
        />
      )}
      <TextInput
        aria-label={t(($) => $.campaigns.recipients.search)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        placeholder={t(($) => $.campaigns.recipients.searchPlaceholder)}
        type="search"
        value={searchText}
      />
      <ActionButton action={exportRecipients} target={{ status, filter }}>
        {filtered ? t(($) => $.campaigns.recipients.exportFiltered) : t(($) => $.campaigns.recipients.export)}
      </ActionButton>
      <span className={classes["count"]}>
        <span className="muted">
          {filtered ? formatTotal(total, counts.planned) : t(($) => $.common.rowCount, { count: counts.planned })}
        </span>
        {filtered ? (
          <Button onClick={showAll} size="compact-xs" variant="subtle">
            {t(($) => $.campaigns.recipients.showAll)}
          </Button>
        ) : undefined}
      </span>
    </div>
  );
}

interface ShareSelectProps {
  readonly label: string;
  readonly placeholder: string;
  readonly shares: readonly Share[];
  /** Several only by an address. */
  readonly values: readonly string[] | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Filter by one part of a bar; absent while there is nothing to choose from. */
function ShareSelect({ label, placeholder, shares, values, onChange }: ShareSelectProps): ReactElement | undefined {
  const offered = shares.filter((share) => isCounted(share) || values?.includes(share.id) === true);
  const value = values === undefined ? undefined : values.join(",");
  if (offered.length === 0 && value === undefined) return undefined;
  const data = offered.map(({ id, text, count }) => ({
    value: id,
    label: t(($) => $.campaigns.counts.part, { label: text, value: count }),
  }));
  const isOffered = value === undefined || data.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      clearable
      data={isOffered ? data : [...data, { value, label: value }]}
      onChange={(next) => onChange(next ?? undefined)}
      placeholder={placeholder}
      value={value ?? null}
      w={170}
    />
  );
}

function formatTotal({ value: visible, exact }: RowTotal, total: number): string {
  return exact
    ? t(($) => $.campaigns.recipients.visibleOf, { visible, total })
    : t(($) => $.campaigns.recipients.visibleAtLeastOf, { visible, total });
}

interface RecipientStepsProps {
  readonly campaignId: string;
  readonly row: number;
}

/** History of one recipient: text, outcome, and all events, oldest first. */
function RecipientSteps({ campaignId, row }: RecipientStepsProps): ReactElement {
  const show = useFleetdesk((state) => state.showRecipient);
  const window = useFleetdesk((state) => state.recipientWindow(campaignId));
  const recipient = [...window.entries()].find(([, one]) => one.row === row)?.[1];
  const rowVersion = `${recipient?.outcome} ${recipient?.delivery} ${recipient?.reply} ${recipient?.attempts}`;
  const steps = useAsyncState(
    useCallback(
      (signal) => fleet.campaigns.recipientSteps({ campaignId, row }, signal),
      // Loaded again after a change of the row.
      // oxlint-disable-next-line react/exhaustive-deps -- as above
      [campaignId, row, rowVersion],
    ),
  );
  return (
    <aside aria-label={t(($) => $.campaigns.recipients.history, { row: String(row) })} className={classes["history"]}>
      <div className={classes["tools"]}>
        <h2>
          {recipient?.name ??
            recipient?.endpoint ??
            recipient?.identifier ??
            t(($) => $.campaigns.recipients.recipient, { row: String(row) })}
        </h2>
        <span className={classes["gap"]} />
        <Button onClick={() => show(undefined)}>{t(($) => $.common.close)}</Button>
      </div>
      <div className={classes["content"]}>
        {recipient === undefined ? undefined : <Facts facts={facts(recipient)} />}
        {steps.state === "failed" ? <p role="alert">{formatText(steps.failure.text)}</p> : undefined}
        {steps.state === "ready" && steps.value.steps.length === 0 ? (
          <p className="muted">{t(($) => $.campaigns.recipients.noEvents)}</p>
        ) : undefined}
        <ol className={classes["steps"]}>
          {(dataOf(steps)?.steps ?? []).map(({ at, kind, code, detail }) => (
            <li key={`${at} ${kind} ${code ?? ""}`}>
              <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
              <b>{formatRecipientEvent(kind, code)}</b>
              {detail === undefined ? undefined : <span className="muted">{detail}</span>}
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

function facts({ endpoint, identifier: input, text, segments, reason, code, message, smsId, replyText }: Recipient) {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [t(($) => $.common.endpoint), endpoint],
    [t(($) => $.campaigns.recipients.listedAs), input],
    [t(($) => $.campaigns.recipients.exclusionReason), reason === undefined ? undefined : formatReason(reason)],
    [t(($) => $.campaigns.recipients.text), text],
    [
      t(($) => $.campaigns.recipients.length),
      segments === undefined ? undefined : t(($) => $.common.segmentCount, { count: segments }),
    ],
    [t(($) => $.campaigns.recipients.smsId), smsId],
    [t(($) => $.campaigns.recipients.code), code],
    [t(($) => $.campaigns.recipients.response), message],
    [t(($) => $.campaigns.recipients.reply), replyText],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

// Columns of the recipients.

function labelColumn(
  id: string,
  title: string,
  width: number,
  labelOf: (row: Recipient) => OutcomeLabel | undefined,
): TableColumn<Recipient> {
  return {
    id,
    title,
    width,
    sortable: false,
    render: (row) => {
      const label = labelOf(row);
      return label === undefined ? (
        <span className="muted">–</span>
      ) : (
        <StatusPill title={label.hint} tone={label.tone}>
          {label.text}
        </StatusPill>
      );
    },
    text: (row) => labelOf(row)?.text ?? "",
  };
}

/** Delivery status of an accepted message; others have none. */
function deliveryOf({ outcome, delivery, deliveryAt }: Recipient): OutcomeLabel | undefined {
  if (outcome !== "accepted") return undefined;
  return deliveryAt === undefined && (delivery ?? "unknown") === "unknown"
    ? notCheckedLabel
    : deliveryLabels[delivery ?? "unknown"];
}

function textColumn(
  id: string,
  title: string,
  width: number,
  text: (row: Recipient) => string,
  mono = false,
): TableColumn<Recipient> {
  return {
    id,
    title,
    width,
    sortable: false,
    mono,
    render: (row) => <span title={text(row)}>{text(row)}</span>,
    text,
  };
}

function recipientColumns(from: Address): readonly TableColumn<Recipient>[] {
  return [
    {
      id: "endpoint",
      title: t(($) => $.common.endpoint),
      width: 190,
      sortable: false,
      render: ({ endpoint, name, identifier: input }) =>
        endpoint === undefined ? (
          <span title={t(($) => $.campaigns.recipients.noEndpoint)}>{input}</span>
        ) : (
          <RecordLink from={from} quiet to={{ collection: "endpoint", id: endpoint }}>
            {name ?? endpoint}
          </RecordLink>
        ),
      text: nameOf,
    },
    labelColumn(
      "outcome",
      t(($) => $.common.outcome),
      126,
      outcomeLabel,
    ),
    labelColumn(
      "delivery",
      t(($) => $.campaigns.recipients.deliveryStatus),
      112,
      deliveryOf,
    ),
    labelColumn(
      "reply",
      t(($) => $.campaigns.recipients.reply),
      136,
      ({ reply }) => (reply === undefined ? undefined : replyLabels[reply]),
    ),
    textColumn(
      "said",
      t(($) => $.campaigns.recipients.details),
      240,
      formatResponse,
    ),
    textColumn(
      "replyText",
      t(($) => $.campaigns.recipients.replyText),
      130,
      ({ replyText }) => replyText ?? "",
    ),
    textColumn(
      "text",
      t(($) => $.campaigns.recipients.text),
      220,
      ({ text }) => text ?? "",
    ),
    textColumn(
      "id",
      t(($) => $.campaigns.recipients.endpointId),
      84,
      ({ endpoint }) => endpoint ?? "",
      true,
    ),
    textColumn(
      "smsId",
      t(($) => $.campaigns.recipients.smsId),
      96,
      ({ smsId }) => smsId ?? "",
      true,
    ),
    textColumn(
      "given",
      t(($) => $.campaigns.recipients.listedAs),
      170,
      ({ identifier: input }) => input,
      true,
    ),
    textColumn(
      "place",
      t(($) => $.campaigns.recipients.row),
      64,
      ({ source, sourceRow }) =>
        source === 0
          ? String(sourceRow)
          : t(($) => $.campaigns.recipients.rowOfList, { row: sourceRow, list: source + 1 }),
    ),
    textColumn(
      "ring",
      t(($) => $.campaigns.recipients.wave),
      64,
      ({ wave, outcome }) => (outcome === "excluded" ? "" : String(wave + 1)),
    ),
    {
      id: "settled",
      title: t(($) => $.campaigns.recipients.outcomeTime),
      width: 124,
      sortable: false,
      render: ({ outcomeAt }) =>
        outcomeAt === undefined ? undefined : (
          <time title={formatDateTime(outcomeAt)}>{formatTime(outcomeAt, Date.now())}</time>
        ),
      text: ({ outcomeAt }) => (outcomeAt === undefined ? "" : formatDateTime(outcomeAt)),
    },
  ];
}
