/** Which accepted messages are to be checked, and when. Plain functions of the store thread. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { isEarlierReading } from "../../../core/store/sql.ts";
import { connectionsToServiceOf, tally } from "./queries-rows.ts";
import { type Delivery, type Expect, type Reply, expectSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { SmsRecord } from "../../../core/api/sms.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import {
  type WatchOptions,
  type Answer,
  type Command,
  type Match,
  answerWindowMs,
  betterDelivery,
  evaluateWatch,
  latestWatchMs,
  matchReplies,
} from "../watching/evaluate-watch.ts";
import { recordPoint } from "./queries-charts.ts";

/** Campaigns with messages to check, newest first; one index step per campaign. */
const openCampaigns = `
  WITH RECURSIVE open(campaign) AS (
    SELECT max(campaign) FROM recipient INDEXED BY recipient_watch WHERE watch_at IS NOT NULL
    UNION ALL
    SELECT (SELECT max(campaign) FROM recipient INDEXED BY recipient_watch WHERE watch_at IS NOT NULL AND campaign < open.campaign)
    FROM open WHERE open.campaign IS NOT NULL
  )`;

export interface WatchScope {
  readonly connection: number;
  /** Only recipients of this campaign. */
  readonly campaign?: number;
}

/** Connections with messages to check. */
export function watchedConnections(db: ReadDb): number[] {
  return db
    .all<{ connection: number }>(
      `${openCampaigns} SELECT DISTINCT c.connection FROM open JOIN campaign c ON c.id = open.campaign`,
    )
    .map(({ connection }) => connection);
}

export interface DueWatches {
  /** Endpoints whose list is to be read, the most recently due first. */
  readonly endpoints: readonly string[];
  /** Next due time after now; undefined: nothing is left to check. */
  readonly nextAt: number | undefined;
}

export function dueWatches(
  db: ReadDb,
  {
    connection,
    campaign,
    now,
    until = now,
    limit,
  }: WatchScope & {
    readonly now: number;
    /** Later checks are not due; default: `now`. */
    readonly until?: number;
    readonly limit: number;
  },
): DueWatches {
  const campaigns = campaign === undefined ? watchedOver(db, connection) : [campaign];
  const due: { readonly endpoint: string; readonly at: number }[] = [];
  const latest = now + latestWatchMs;
  let nextAt: number | undefined;
  for (const one of campaigns) {
    const dueWhere = (condition: string, at: number): { readonly endpoint: string; readonly at: number }[] =>
      db.all(
        `SELECT endpoint, watch_at AS at FROM recipient INDEXED BY recipient_watch
         WHERE campaign = ? AND ${condition} ORDER BY watch_at DESC LIMIT ?`,
        one,
        at,
        limit,
      );
    due.push(...dueWhere("watch_at <= ?", until), ...dueWhere("watch_at > ?", latest));
    const next = db.get<{ at: number | null }>(
      `SELECT min(watch_at) AS at FROM recipient INDEXED BY recipient_watch
       WHERE campaign = ? AND watch_at > ? AND watch_at <= ?`,
      one,
      until,
      latest,
    );
    const at = next?.at ?? undefined;
    if (at !== undefined) nextAt = Math.min(nextAt ?? at, at);
  }
  const newestFirst = due.toSorted((a, b) => b.at - a.at).map(({ endpoint }) => endpoint);
  return { endpoints: [...new Set(newestFirst)].slice(0, limit), nextAt };
}

function watchedOver(db: ReadDb, connection: number): number[] {
  return db
    .all<{ campaign: number }>(
      `${openCampaigns} SELECT open.campaign FROM open JOIN campaign c ON c.id = open.campaign WHERE c.connection = ?`,
      connection,
    )
    .map(({ campaign }) => campaign);
}

export function countWatched(db: ReadDb, campaign: number): number {
  const sql =
    "SELECT count(*) AS open FROM recipient INDEXED BY recipient_watch WHERE campaign = ? AND watch_at IS NOT NULL";
  return db.get<{ open: number }>(sql, campaign)?.open ?? 0;
}

/** Makes every accepted recipient due now that is still checked or has no final delivery status. */
export function watchNow(db: WriteDb, { campaign, now }: { readonly campaign: number; readonly now: number }): void {
  db.run(
    `UPDATE recipient SET watch_at = ? WHERE campaign = ? AND outcome = 3
     AND (watch_at IS NOT NULL OR delivery IS NULL OR delivery NOT IN ('delivered', 'failed', 'expired', 'cancelled'))`,
    now,
    campaign,
  );
}

/** Stops all checks, because the connection was removed: open replies become unknown, and unknown recipients wait for an operator. */
export function stopWatching(db: WriteDb, connection: number): void {
  db.transaction(() => {
    const waiting = db.all<{ campaign: number; row: number }>(
      `SELECT r.campaign, r.row FROM campaign c JOIN recipient r INDEXED BY recipient_watch ON r.campaign = c.id
       WHERE c.connection = ? AND r.watch_at IS NOT NULL AND r.reply IS NULL AND c.options ->> '$.expect.pattern' IS NOT NULL`,
      connection,
    );
    for (const { campaign, row } of waiting) {
      db.run("UPDATE recipient SET reply = 'unknown' WHERE campaign = ? AND row = ?", campaign, row);
      tally(db, campaign, "reply", undefined, "unknown");
    }
    const ours = "campaign IN (SELECT id FROM campaign WHERE connection = ?)";
    db.run(`UPDATE recipient SET watch_at = NULL WHERE watch_at IS NOT NULL AND ${ours}`, connection);
    db.run(`UPDATE recipient SET check_at = NULL WHERE outcome = 5 AND ${ours}`, connection);
    db.run("DELETE FROM sms_record_clock WHERE connection = ?", connection);
  });
}

// Measured clock of a service's SMS records, one per connection. Plain functions of the store thread.

export interface StoredRecordClock {
  /** `submit_date` minus `Date`, milliseconds. */
  readonly offsetMs: number;
  readonly spreadMs: number;
  /** Epoch milliseconds. */
  readonly measuredAt: number;
}

export function readRecordClock(db: ReadDb, connection: number): StoredRecordClock | undefined {
  return db.get<StoredRecordClock>(
    `SELECT offset_ms AS offsetMs, spread_ms AS spreadMs, learned_at AS measuredAt FROM sms_record_clock WHERE connection = ?`,
    connection,
  );
}

export function saveRecordClock(db: WriteDb, args: StoredRecordClock & { readonly connection: number }): void {
  db.run(
    "INSERT OR REPLACE INTO sms_record_clock (connection, offset_ms, spread_ms, learned_at) VALUES (?, ?, ?, ?)",
    args.connection,
    args.offsetMs,
    args.spreadMs,
    args.measuredAt,
  );
}

// Records what a reading of an endpoint's list shows about our messages to it: delivery, replies, and when to check again. One
// transaction, so two readings never assign one reply to two commands. Runs in the store thread.
// Invariants
// - A final delivery status is never replaced by one that is not final.
// - A reading does not apply to a message accepted after it began. A message that is due, or is accepted long after the reading, was accepted
// before, whatever the clock did.

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
    .filter(({ settled_at, watch_at }) => !isEarlierReading(readAt, settled_at) || isDue(watch_at, readAt))
    .map((message) => ({ ...message, options: optionsOf(message), record: byId.get(message.sms_id ?? "") }));
  const answers = readAnswers(list?.records ?? [], new Set(messages.map(({ sms_id }) => sms_id)));
  const open = openCommandsTo(db, reading);
  const commands = [...messages.flatMap(commandOf), ...open];
  const matches = new Map(matchReplies(commands, answers.readable).map((one) => [one.key, one]));
  const reservedAnswers = open.flatMap(({ key }) => matches.get(key)?.answer ?? []);
  const matchedIds = new Set([...matches.values()].map(({ answer }) => answer.id));
  for (const { reply_sms } of messages) if (reply_sms !== null) matchedIds.add(reply_sms);
  const leftOver = answers.unreadable || answers.readable.some(({ id }) => !matchedIds.has(id));
  return messages.flatMap((message) => {
    const unread = list === undefined;
    const submittedAt = message.record?.submittedAt;
    // A reply may belong to this message where the message's own date is unknown, or is not later; dates may be cut to seconds.
    const mayBeOwn = ({ at }: Answer): boolean =>
      submittedAt === undefined || at >= Math.floor(submittedAt / 1000) * 1000;
    const unclear = answers.unreadable || reservedAnswers.some(mayBeOwn) || (leftOver && submittedAt === undefined);
    const kind = unread ? "unread" : list.complete && !unclear ? "complete" : "partial";
    return write(db, message, matches.get(keyOf(message)), kind, readAt) ? [message.campaign] : [];
  });
}

function isDue(watchAt: number | null, now: number): boolean {
  return watchAt !== null && (watchAt <= now || watchAt > now + latestWatchMs);
}

function messagesTo(db: ReadDb, { connection, endpoint }: Reading): MessageRecord[] {
  return db.all<MessageRecord>(
    `SELECT r.campaign, r.row, r.sms_id, r.settled_at, r.delivery, r.delivery_at, r.watch_at, r.watches, r.reply, r.reply_sms,
       c.options ->> '$.watchHours' AS watch_hours, c.options -> '$.expect' AS expect
     FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
     WHERE r.endpoint = ? AND c.connection IN ${connectionsToServiceOf("?")} AND r.outcome = 3`,
    endpoint,
    connection,
    connection,
  );
}

/**
 * Messages in progress or with an unknown outcome, and unconfirmed earlier attempts, dated by their intent. A reply to one of them is assigned
 * to no earlier command: it stays free until the outcome is known.
 */
function openCommandsTo(db: ReadDb, { connection, endpoint }: Reading): Command[] {
  const recordOffsetMs = readRecordClock(db, connection)?.offsetMs ?? 0;
  const attempts = (
    at: "intent" | "doubt",
    condition: string,
  ): (Pick<MessageRecord, "campaign" | "row" | "watch_hours" | "expect"> & { readonly sent_at: number })[] =>
    db.all(
      `SELECT r.campaign, r.row, r.${at}_at + coalesce(r.${at}_offset, 0) AS sent_at,
         c.options ->> '$.watchHours' AS watch_hours, c.options -> '$.expect' AS expect
       FROM recipient r INDEXED BY recipient_endpoint JOIN campaign c ON c.id = r.campaign
       WHERE r.endpoint = ? AND c.connection IN ${connectionsToServiceOf("?")} AND r.${at}_at IS NOT NULL AND ${condition}`,
      endpoint,
      connection,
      connection,
    );
  // Of an unverified row, the time is that of planning.
  const mayBeSent = "(r.outcome = 2 OR (r.outcome = 5 AND coalesce(r.code, '') <> 'proven-not-sent'))";
  const rows = [...attempts("intent", mayBeSent), ...attempts("doubt", "r.unverified = 0")];
  return rows.map((row) => ({
    key: `open ${keyOf(row)} ${row.sent_at}`,
    submittedAt: row.sent_at + recordOffsetMs,
    ...expectedReplyOf(optionsOf(row)),
    answer: undefined,
  }));
}

function optionsOf({ watch_hours, expect }: Pick<MessageRecord, "watch_hours" | "expect">): WatchOptions {
  return { watchHours: watch_hours ?? undefined, expect: readExpect(expect) };
}

function readExpect(json: string | null): Expect | undefined {
  return json === null ? undefined : expectSchema.safeParse(JSON.parse(json)).data;
}

function keyOf({ campaign, row }: Pick<MessageRecord, "campaign" | "row">): string {
  return `${campaign}/${row}`;
}

/** A message whose own date is unknown cannot be compared with a reply's date. */
function commandOf(message: Message): Command[] {
  const { record, options, reply, reply_sms } = message;
  if (record?.submittedAt === undefined) return [];
  return [
    {
      key: keyOf(message),
      submittedAt: record.submittedAt,
      ...expectedReplyOf(options),
      answer: reply_sms === null ? undefined : { id: reply_sms, fits: reply !== "otherwise" },
    },
  ];
}

function expectedReplyOf(options: WatchOptions): Pick<Command, "windowMs" | "fits"> {
  const pattern = options.expect === undefined ? undefined : compilePattern(options.expect.pattern);
  return {
    windowMs: answerWindowMs(options),
    fits: pattern === undefined ? undefined : (text) => pattern.test(text),
  };
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

function replyOf({ expect }: WatchOptions, { fits }: Match): Reply {
  if (expect === undefined) return "answered";
  return fits ? "as-expected" : "otherwise";
}
