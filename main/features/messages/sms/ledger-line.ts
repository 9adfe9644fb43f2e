/** Converts a message of the campaign ledger to the contract's type. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { deliverySchema, outcomeSchema, replySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Delivery, Expect, RecipientOutcome, Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Message, Owned } from "#shared/contract/messages/sms.ts";

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
export const readDelivery = (word: string | null): Delivery | undefined => deliverySchema.safeParse(word).data;
export const readReply = (word: string | null): Reply | undefined => replySchema.safeParse(word).data;

/** The code of an outcome is its index in the contract's enumeration. */
export function outcomeOf(code: number): RecipientOutcome {
  const word = outcomeSchema.options[code];
  if (word === undefined) throw new Error(`outcome ${code} is not one of ours`);
  return word;
}

export function outcomeCode(outcome: RecipientOutcome): number {
  return outcomeSchema.options.indexOf(outcome);
}
