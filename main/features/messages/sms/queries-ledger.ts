/** Queries of the ledger that run together with those of the cached lists, so that both are read at the same moment. */
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";
import {
  type Expect,
  type Delivery,
  type RecipientOutcome,
  type Reply,
  expectSchema,
  deliverySchema,
  outcomeSchema,
  replySchema,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ReadDb } from "../../../core/store/db.ts";
import type { Message, Owned } from "#shared/contract/messages/sms.ts";

/** Columns of `recipient` r and `campaign` c. */
export const ledgerColumns = `c.id AS campaign, c.kind, c.name, c.options, c.source_address AS sender, c.created_at AS createdAt,
  r.row, r.endpoint, r.outcome, r.text, r.segments, r.intent_at AS intentAt, r.settled_at AS outcomeAt, r.sms_id AS smsId, r.code,
  r.message, r.delivery AS reportedDelivery, r.delivery_at AS deliveryAt, coalesce(r.reply,
    CASE WHEN r.outcome = 3 AND r.watch_at IS NOT NULL AND c.options ->> '$.expect.pattern' IS NOT NULL THEN 'waiting' END) AS reply, r.reply_sms AS replyId`;

export interface LedgerRow {
  readonly campaign: number;
  readonly kind: string;
  readonly name: string;
  readonly options: string;
  readonly sender: string;
  readonly createdAt: number;
  readonly row: number;
  readonly endpoint: string;
  readonly outcome: number;
  readonly text: string | null;
  readonly segments: number | null;
  readonly intentAt: number | null;
  readonly outcomeAt: number | null;
  readonly smsId: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly reportedDelivery: string | null;
  readonly deliveryAt: number | null;
  readonly reply: string | null;
  readonly replyId: string | null;
}

export function ledgerMessage(row: LedgerRow): LedgerMessage {
  return {
    campaignId: String(row.campaign),
    campaign: row.kind === "bulk" ? row.name : undefined,
    row: row.row,
    endpoint: row.endpoint,
    outcome: outcomeOf(row.outcome),
    sourceAddress: row.sender,
    text: row.text ?? undefined,
    segments: row.segments ?? undefined,
    createdAt: row.createdAt,
    intentAt: row.intentAt ?? undefined,
    outcomeAt: row.outcomeAt ?? undefined,
    smsId: row.smsId ?? undefined,
    code: row.code ?? undefined,
    message: row.message === null ? undefined : decodeText(row.message),
    delivery: readDelivery(row.reportedDelivery),
    deliveryAt: row.deliveryAt ?? undefined,
    expect: readExpect(row.options),
    reply: readReply(row.reply),
    replyId: row.replyId ?? undefined,
  };
}

/** Every row that was sent, or may be sent, to an endpoint over a connection. */
export function ledgerOfEndpoint(db: ReadDb, connection: number, endpoint: string): LedgerMessage[] {
  return db
    .all<LedgerRow>(
      `SELECT ${ledgerColumns} FROM recipient r JOIN campaign c ON c.id = r.campaign
        WHERE r.endpoint = ? AND c.connection = ? AND c.state <> 'draft' ORDER BY c.id, r.row`,
      endpoint,
      connection,
    )
    .map(ledgerMessage);
}

/** Source addresses of SMS sent or planned over a connection, the latest one first. */
export function senders(db: ReadDb, connection: number): string[] {
  return db
    .all<{ sender: string }>(
      `SELECT source_address AS sender FROM campaign WHERE connection = ? GROUP BY source_address ORDER BY max(id) DESC LIMIT 100`,
      connection,
    )
    .map(({ sender }) => sender);
}

function readExpect(options: string): Expect | undefined {
  const { expect } = JSON.parse(options) as { readonly expect?: unknown };
  return expect === undefined ? undefined : expectSchema.safeParse(expect).data;
}

// Converts a message of the campaign ledger to the contract's type.

/** One row of the ledger that was sent, or will be sent, to an endpoint. */
export interface LedgerMessage {
  readonly campaignId: string;
  /** Name of the campaign; missing for a single message. */
  readonly campaign?: string;
  readonly row: number;
  readonly endpoint: string;
  readonly outcome: RecipientOutcome;
  readonly sourceAddress: string;
  readonly text?: string;
  readonly segments?: number;
  readonly createdAt: number;
  readonly intentAt?: number;
  readonly outcomeAt?: number;
  readonly smsId?: string;
  readonly code?: string;
  readonly message?: CodedText;
  readonly delivery?: Delivery;
  readonly deliveryAt?: number;
  readonly expect?: Expect;
  readonly reply?: Reply;
  /** SMS id of the reply. */
  readonly replyId?: string;
}

export function ownedOf(line: LedgerMessage): Owned {
  const { campaignId, campaign, row, outcome, code, message, expect, reply, replyId } = line;
  return { campaignId, campaign, row, outcome, code, message, expect, reply, replyId };
}

/** Stable: the key does not change when the service's record of the message appears. */
export function keyOf({ campaignId, row }: LedgerMessage): string {
  return `ours-${campaignId}-${row}`;
}

/** A line for a message without a record of the service. */
export function lineOf(line: LedgerMessage, name: string | undefined): Message {
  return {
    sourceAddress: line.sourceAddress,
    payload: line.text,
    segments: line.segments,
    submittedAt: line.intentAt,
    finalAt: line.deliveryAt,
    name,
    key: keyOf(line),
    id: line.smsId ?? "",
    endpoint: line.endpoint,
    direction: "mt",
    delivery: line.delivery ?? "unknown",
    owned: ownedOf(line),
  };
}

/** Parses the ledger's values; the database of a newer version may have values that are unknown here. */
const readDelivery = (word: string | null): Delivery | undefined => deliverySchema.safeParse(word).data;
const readReply = (word: string | null): Reply | undefined => replySchema.safeParse(word).data;

/** The code of an outcome is its index in the contract's enumeration. */
function outcomeOf(code: number): RecipientOutcome {
  const word = outcomeSchema.options[code];
  if (word === undefined) throw new Error(`outcome ${code} is not one of ours`);
  return word;
}

export function outcomeCode(outcome: RecipientOutcome): number {
  return outcomeSchema.options.indexOf(outcome);
}
