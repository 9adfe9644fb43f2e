/** The columns of the recipients: outcome, delivery and answer are three of them. */
import type { Recipient } from "#contract/campaign-words.ts";
import type { Address } from "../../lib/address.ts";
import { exactly, when } from "../../lib/format.ts";
import { deliveryWords, notCheckedWord, outcomeWord, type OutcomeWord, replyWords } from "../../lib/outcome-words.ts";
import { reasonWords } from "./exclusion-reasons-model.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";

/** What the service said, or why the recipient was left out. */
function said({ reason, code, message }: Recipient): string {
  return [reason === undefined ? undefined : reasonWords(reason), code, message]
    .filter((word) => word !== undefined && word !== "")
    .join(": ");
}

function wordColumn(
  id: string,
  title: string,
  width: number,
  wordOf: (row: Recipient) => OutcomeWord | undefined,
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

/** What is known of an accepted message's delivery; of others there is nothing to know. */
function deliveryOf({ outcome, delivery, deliveryAt }: Recipient): OutcomeWord | undefined {
  if (outcome !== "accepted") return undefined;
  return deliveryAt === undefined && (delivery ?? "unknown") === "unknown"
    ? notCheckedWord
    : deliveryWords[delivery ?? "unknown"];
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
      title: "Endpoint",
      width: 190,
      sortable: false,
      render: ({ endpoint, name, given }) =>
        endpoint === undefined ? (
          <span title="No endpoint answers to it">{given}</span>
        ) : (
          <RecordLink from={from} quiet to={{ collection: "endpoint", id: endpoint }}>
            {name ?? endpoint}
          </RecordLink>
        ),
      text: ({ endpoint, name, given }) => name ?? endpoint ?? given,
    },
    wordColumn("outcome", "Outcome", 126, outcomeWord),
    wordColumn("delivery", "Delivery", 112, deliveryOf),
    wordColumn("reply", "Answer", 118, ({ reply }) => (reply === undefined ? undefined : replyWords[reply])),
    plain("said", "What the service said", 240, said),
    plain("replyText", "The answer", 130, ({ replyText }) => replyText ?? ""),
    plain("text", "Text", 220, ({ text }) => text ?? ""),
    plain("id", "Id", 84, ({ endpoint }) => endpoint ?? "", true),
    plain("smsId", "SMS id", 96, ({ smsId }) => smsId ?? "", true),
    plain("given", "As listed", 170, ({ given }) => given, true),
    plain("place", "Row", 64, ({ source, sourceRow }) =>
      source === 0 ? String(sourceRow) : `${sourceRow} of list ${source + 1}`,
    ),
    plain("ring", "Ring", 64, ({ ring, outcome }) => (outcome === "excluded" ? "" : String(ring + 1))),
    {
      id: "settled",
      title: "Settled",
      width: 104,
      sortable: false,
      render: ({ settledAt }) =>
        settledAt === undefined ? undefined : <time title={exactly(settledAt)}>{when(settledAt, Date.now())}</time>,
      text: ({ settledAt }) => (settledAt === undefined ? "" : exactly(settledAt)),
    },
  ];
}
