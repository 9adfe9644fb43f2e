/**
 * Records what a reading of an endpoint's list shows about our messages to it: delivery, replies, and when to check again. One
 * transaction, so two readings never assign one reply to two commands. Runs in the store thread.
 *
 * Invariants
 * - A final delivery status is never replaced by one that is not final.
 * - A reading does not apply to a message accepted after it began. A message that is due was accepted before, whatever the clock
 *   did.
 */
import { expectSchema, type Delivery, type Expect, type Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { SmsRecord } from "../../../core/api/sms-record.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { answerWindowMs, isFinal, evaluateWatch, type WatchOptions } from "../watching/evaluate-watch.ts";
import { matchReplies, type Answer, type Command, type Match } from "../watching/match-replies.ts";
import { recordPoint } from "./queries-points.ts";
import { tally } from "./queries-tally.ts";

export interface Reading {
  readonly connection: number;
  readonly endpoint: string;
  /** When the list was requested, on our clock. */
  readonly readAt: number;
  /** Undefined when the list could not be read. */
  readonly list: { readonly records: readonly SmsRecord[]; readonly complete: boolean } | undefined;
}

interface MessageRecord {
  readonly campaign: number;
  readonly row: number;
  readonly sms_id: string | null;
  readonly settled_at: number;
  readonly delivery: Delivery | null;
  readonly delivery_at: number | null;
  readonly watch_at: number | null;
  readonly watches: number;
  readonly reply: Reply | null;
  readonly reply_sms: string | null;
  readonly watch_hours: number | null;
  readonly expect: string | null;
}

interface Message extends MessageRecord {
  readonly options: WatchOptions;
  readonly record: SmsRecord | undefined;
}

/** Returns the campaigns whose data changed. */
export function recordReadings(db: WriteDb, readings: readonly Reading[]): number[] {
  return db.transaction(() => {
    const changed = new Set<number>();
    for (const reading of readings) for (const campaign of learnOne(db, reading)) changed.add(campaign);
    for (const campaign of changed) {
      recordPoint(db, { campaign, now: Math.max(...readings.map(({ readAt }) => readAt)) });
    }
    return [...changed];
  });
}

function learnOne(db: WriteDb, reading: Reading): number[] {
  const { list, readAt } = reading;
  const byId = new Map(list?.records.flatMap((record) => (record.id === undefined ? [] : [[record.id, record]])));
  const messages = messagesTo(db, reading)
    .filter(({ settled_at, watch_at }) => settled_at <= readAt || (watch_at !== null && watch_at <= readAt))
    .map((message) => ({ ...message, options: optionsOf(message), record: byId.get(message.sms_id ?? "") }));
  const answers = readAnswers(list?.records ?? [], new Set(messages.map(({ sms_id }) => sms_id)));
  const matches = new Map(matchReplies(messages.flatMap(commandOf), answers.readable).map((one) => [one.key, one]));
  const matchedIds = new Set([...matches.values()].map(({ answer }) => answer.id));
  for (const { reply_sms } of messages) if (reply_sms !== null) matchedIds.add(reply_sms);
  const leftOver = answers.unreadable || answers.readable.some(({ id }) => !matchedIds.has(id));
  return messages.flatMap((message) => {
    const unread = list === undefined;
    // An unassigned reply may belong to this message where the message's own date is unknown.
    const unclear = answers.unreadable || (leftOver && message.record?.submittedAt === undefined);
    const kind = unread ? "unread" : list.complete && !unclear ? "complete" : "partial";
    return write(db, message, matches.get(keyOf(message)), kind, readAt) ? [message.campaign] : [];
  });
}

function messagesTo(db: ReadDb, { connection, endpoint }: Reading): MessageRecord[] {
  return db.all<MessageRecord>(
    `SELECT r.campaign, r.row, r.sms_id, r.settled_at, r.delivery, r.delivery_at, r.watch_at, r.watches, r.reply, r.reply_sms,
       c.options ->> '$.watchHours' AS watch_hours, c.options -> '$.expect' AS expect
     FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
     WHERE r.endpoint = ? AND c.connection = ? AND r.outcome = 3`,
    endpoint,
    connection,
  );
}

function optionsOf({ watch_hours, expect }: MessageRecord): WatchOptions {
  return { watchHours: watch_hours ?? undefined, expect: readExpect(expect) };
}

function readExpect(json: string | null): Expect | undefined {
  return json === null ? undefined : expectSchema.safeParse(JSON.parse(json)).data;
}

function keyOf({ campaign, row }: MessageRecord): string {
  return `${campaign}/${row}`;
}

/** A message whose own date is unknown cannot be compared with a reply's date. */
function commandOf(message: Message): Command[] {
  const { record, options, reply, reply_sms } = message;
  if (record?.submittedAt === undefined) return [];
  const pattern = options.expect === undefined ? undefined : compilePattern(options.expect.pattern);
  return [
    {
      key: keyOf(message),
      submittedAt: record.submittedAt,
      windowMs: answerWindowMs(options),
      fits: pattern === undefined ? undefined : (text) => pattern.test(text),
      answer: reply_sms === null ? undefined : { id: reply_sms, fits: reply !== "otherwise" },
    },
  ];
}

/** Records that devices sent. A record that may be a reply and cannot be placed leaves open whether the device was silent. */
function readAnswers(
  records: readonly SmsRecord[],
  ours: ReadonlySet<string | null>,
): { readonly readable: readonly Answer[]; readonly unreadable: boolean } {
  const readable: Answer[] = [];
  let unreadable = false;
  for (const { id, direction, submittedAt: at, payload: text } of records) {
    if (direction === "mt" || ours.has(id ?? null)) continue;
    if (direction === "mo" && id !== undefined && at !== undefined && text !== undefined)
      readable.push({ id, at, text });
    else unreadable = true;
  }
  return { readable, unreadable };
}

/** True when delivery or reply changed, or when this was the last check. */
function write(
  db: WriteDb,
  message: Message,
  match: Match | undefined,
  list: "complete" | "partial" | "unread",
  readAt: number,
): boolean {
  const { campaign, row, options, record } = message;
  const before = { delivery: message.delivery ?? undefined, reply: message.reply ?? undefined };
  const delivery = betterDelivery(before.delivery, record?.delivery);
  const matched = match === undefined ? before.reply : replyOf(options, match);
  const watched = message.watch_at !== null;
  const verdict = evaluateWatch(options, {
    readAt,
    delivery,
    list,
    acceptedAt: message.settled_at,
    reply: matched,
    watches: message.watches,
  });
  const reply = watched ? verdict.reply : matched;
  const changed = delivery !== before.delivery || reply !== before.reply || match !== undefined;
  if (!changed && !watched) return false;
  db.run(
    `UPDATE recipient SET delivery = ?, delivery_at = ?, reply = ?, watch_at = ?, watches = watches + ? WHERE campaign = ? AND row = ?`,
    delivery ?? null,
    delivery === before.delivery ? message.delivery_at : (record?.finalAt ?? readAt),
    reply ?? null,
    watched ? (verdict.watchAt ?? null) : null,
    watched ? 1 : 0,
    campaign,
    row,
  );
  if (match !== undefined) saveAnswer(db, message, match);
  tally(db, campaign, "delivery", before.delivery, delivery);
  tally(db, campaign, "reply", before.reply, reply);
  return changed || (watched && verdict.watchAt === undefined);
}

function saveAnswer(db: WriteDb, { campaign, row }: Message, { answer }: Match): void {
  db.run(
    "UPDATE recipient SET reply_sms = ?, reply_text = ?, reply_at = ? WHERE campaign = ? AND row = ?",
    answer.id,
    answer.text,
    answer.at,
    campaign,
    row,
  );
}

/** A status that cannot be read is ignored. */
function betterDelivery(before: Delivery | undefined, seen: Delivery | undefined): Delivery | undefined {
  if (seen === undefined || seen === "unknown") return before;
  return isFinal(before) && !isFinal(seen) ? before : seen;
}

function replyOf({ expect }: WatchOptions, { fits }: Match): Reply {
  if (expect === undefined) return "answered";
  return fits ? "as-expected" : "otherwise";
}
