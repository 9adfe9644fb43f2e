/** Merges the service's records and the ledger's messages of one endpoint into one thread. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { isFinalDelivery } from "#shared/rules/campaign-status.ts";
import type { Message, Sms } from "#shared/contract/messages/sms.ts";
import { countSegments } from "#shared/rules/segments.ts";
import { keyOf, type LedgerMessage, lineOf, ownedOf } from "./queries-ledger.ts";
import { readSmsRecord } from "../../../core/api/sms.ts";

export interface CachedSms {
  readonly endpoint: string;
  readonly key: string;
  readonly at: number;
  readonly record: JsonRecord;
}

export interface Placed {
  readonly line: Message;
  /** Its position in time, in epoch milliseconds. */
  readonly at: number;
}

/** One line per message with its time, newest first; messages still to be sent are at infinity, before all others. */
export function placeThread(
  records: readonly CachedSms[],
  ledger: readonly LedgerMessage[],
  name: string | undefined,
): readonly Placed[] {
  const bySms = new Map(ledger.flatMap((line) => (line.smsId === undefined ? [] : [[line.smsId, line] as const])));
  const commands = new Map(
    ledger.flatMap(({ replyId, smsId }) =>
      replyId === undefined || smsId === undefined ? [] : [[replyId, smsId] as const],
    ),
  );
  const matched = new Set<LedgerMessage>();
  const placed: Placed[] = records.map((record) => {
    const owner = bySms.get(record.key);
    if (owner !== undefined) matched.add(owner);
    return { at: record.at, line: recordLine(record, { owner, answers: commands.get(record.key), name }) };
  });
  for (const line of ledger) if (!matched.has(line)) placed.push({ at: timeOf(line), line: lineOf(line, name) });
  return placed.toSorted(newestFirst);
}

/** A record of the service as a line; `owner` is the ledger's message that the record belongs to. */
export function recordLine(
  { endpoint, key, record }: CachedSms,
  context: {
    readonly owner: LedgerMessage | undefined;
    readonly answers: string | undefined;
    readonly name: string | undefined;
  },
): Message {
  const { owner, answers, name } = context;
  const sms = readSms(record);
  const segments = owner?.segments ?? (sms.payload === undefined ? undefined : countSegments(sms.payload).segments);
  const owned = owner === undefined ? undefined : ownedOf(owner);
  return {
    ...sms,
    key: owner === undefined ? `sms-${key}` : keyOf(owner),
    endpoint,
    ...definedFields({ name, segments, owned, answers }),
  };
}

/** Whether a refresh may return something new about a message. */
export function mayChange({ direction, delivery, record, owned }: Message): boolean {
  if (owned?.reply === "waiting") return true;
  if (owned !== undefined && record === undefined) {
    if (owned.outcome === "sending" || owned.outcome === "unknown") return true;
    return owned.outcome === "accepted" && !isFinalDelivery(delivery);
  }
  return direction === "mt" && !isFinalDelivery(delivery);
}

function timeOf({ outcome, intentAt, outcomeAt, createdAt }: LedgerMessage): number {
  if (outcome === "pending") return Number.POSITIVE_INFINITY;
  return intentAt ?? outcomeAt ?? createdAt;
}

/** Within one moment the higher id first, so that the order is stable. */
function newestFirst(a: Placed, b: Placed): number {
  if (a.at !== b.at) return b.at > a.at ? 1 : -1;
  const [one, other] = [a.line.id, b.line.id];
  if (one.length !== other.length) return other.length - one.length;
  if (one !== other) return one < other ? 1 : -1;
  return a.line.key < b.line.key ? 1 : -1;
}

// Converts SMS records of the service to the contract's type.

/** Converts one record; missing or unreadable values are omitted, never guessed. An SMS without an id has the id "". */
export function readSms(record: JsonRecord): Sms {
  const { id, direction, delivery, ...read } = readSmsRecord(record);
  return { id: id ?? "", direction, delivery, ...read, record };
}

/** Newest first, without a date last; of one moment, the higher id first. */
export function newestSmsFirst(a: Sms, b: Sms): number {
  const byTime = (b.submittedAt ?? -Infinity) - (a.submittedAt ?? -Infinity);
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime;
  return b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
