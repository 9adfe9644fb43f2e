/** Columns of the recipients, with separate ones for outcome, delivery status and reply. */
import { t } from "#shared/texts/text.ts";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Address } from "../../lib/address.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import {
  deliveryLabels,
  notCheckedLabel,
  outcomeLabel,
  type OutcomeLabel,
  replyLabels,
} from "../../lib/outcome-labels.ts";
import { formatReason } from "./recipient-filter.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";

/** Response of the service, or why the recipient is excluded. */
function formatResponse({ reason, code, message }: Recipient): string {
  const [cause, ...rest] = [reason === undefined ? undefined : formatReason(reason), message, code].filter(
    (part) => part !== undefined && part !== "",
  );
  return rest.length === 0 ? (cause ?? "") : `${cause} (${rest.join(", ")})`;
}

function wordColumn(
  id: string,
  title: string,
  width: number,
  wordOf: (row: Recipient) => OutcomeLabel | undefined,
): TableColumn<Recipient> {
  return {
    id,
    title,
    width,
    sortable: false,
    render: (row) => {
      const word = wordOf(row);
      return word === undefined ? (
        <span className="muted">–</span>
      ) : (
        <StatusPill title={word.hint} tone={word.tone}>
          {word.text}
        </StatusPill>
      );
    },
    text: (row) => wordOf(row)?.text ?? "",
  };
}

/** Delivery status of an accepted message; others have none. */
function deliveryOf({ outcome, delivery, deliveryAt }: Recipient): OutcomeLabel | undefined {
  if (outcome !== "accepted") return undefined;
  return deliveryAt === undefined && (delivery ?? "unknown") === "unknown"
    ? notCheckedLabel
    : deliveryLabels[delivery ?? "unknown"];
}

function plain(
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

export function recipientColumns(from: Address): readonly TableColumn<Recipient>[] {
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
      text: ({ endpoint, name, identifier: input }) => name ?? endpoint ?? input,
    },
    wordColumn(
      "outcome",
      t(($) => $.common.outcome),
      126,
      outcomeLabel,
    ),
    wordColumn(
      "delivery",
      t(($) => $.campaigns.recipients.deliveryStatus),
      112,
      deliveryOf,
    ),
    wordColumn(
      "reply",
      t(($) => $.campaigns.recipients.reply),
      136,
      ({ reply }) => (reply === undefined ? undefined : replyLabels[reply]),
    ),
    plain(
      "said",
      t(($) => $.campaigns.recipients.details),
      240,
      formatResponse,
    ),
    plain(
      "replyText",
      t(($) => $.campaigns.recipients.replyText),
      130,
      ({ replyText }) => replyText ?? "",
    ),
    plain(
      "text",
      t(($) => $.campaigns.recipients.text),
      220,
      ({ text }) => text ?? "",
    ),
    plain(
      "id",
      t(($) => $.campaigns.recipients.endpointId),
      84,
      ({ endpoint }) => endpoint ?? "",
      true,
    ),
    plain(
      "smsId",
      t(($) => $.campaigns.recipients.smsId),
      96,
      ({ smsId }) => smsId ?? "",
      true,
    ),
    plain(
      "given",
      t(($) => $.campaigns.recipients.listedAs),
      170,
      ({ identifier: input }) => input,
      true,
    ),
    plain(
      "place",
      t(($) => $.campaigns.recipients.row),
      64,
      ({ source, sourceRow }) =>
        source === 0
          ? String(sourceRow)
          : t(($) => $.campaigns.recipients.rowOfList, { row: sourceRow, list: source + 1 }),
    ),
    plain(
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
