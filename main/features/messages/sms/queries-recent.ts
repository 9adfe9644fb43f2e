/**
 * Messages of all endpoints, newest first: cached records, and messages of the ledger without a record. Plain functions of the store's
 * thread.
 *
 * Both are read in the same order (time, endpoint, key), so a page is the beginning of the two lists merged. Of the ledger these are shown:
 * rejected and unknown messages, those in flight, and single messages whose record was not read yet. Accepted messages of a campaign appear
 * with their record.
 */
import type { ReadDb } from "../../../core/store/db.ts";
import { allOf, placeholders, type SqlPart } from "../../../core/store/sql.ts";
import { ledgerColumns, type LedgerMessage, ledgerMessage, type LedgerRow, outcomeCode } from "./queries-ledger.ts";

export type RecentLine = { readonly place: Place } & (
  | {
      readonly kind: "record";
      /** JSON. */
      readonly record: string;
      readonly owner: LedgerMessage | undefined;
      readonly answers: string | undefined;
    }
  | { readonly kind: "ledger"; readonly message: LedgerMessage }
);

export interface RecentPage {
  readonly lines: readonly RecentLine[];
  readonly more: boolean;
}

interface RecordHit {
  readonly mid: number;
  readonly at: number;
  readonly endpoint: string;
  readonly key: string;
}

/** More matches than this are found faster by walking in time order. */
const fewHits = 2_000;

export function recentMessages(db: ReadDb, question: RecentQuestion): RecentPage {
  const { limit, outcome } = question;
  const fetchLimit = limit + 1;
  const records =
    outcome === undefined || outcome.includes(outcomeCode("accepted")) ? findRecords(db, question, fetchLimit) : [];
  // Older messages cannot be on a page that is full of records.
  const floor = records.length < fetchLimit ? question.from : Math.max(question.from, records.at(-1)?.at ?? 0);
  const ledger = findLedger(db, { ...question, from: floor }, fetchLimit);
  const merged = [
    ...records.map((hit) => ({ place: placeOf(hit), hit })),
    ...ledger.map((line) => ({ ...line, hit: undefined })),
  ].toSorted((a, b) => comparePlaces(b.place, a.place));
  const lines = merged.slice(0, limit).map((one): RecentLine => {
    if (one.hit === undefined) return { kind: "ledger", place: one.place, message: one.message };
    return { kind: "record", place: one.place, ...readHit(db, question.connection, one.hit) };
  });
  return { lines, more: merged.length > limit };
}

export interface Readings {
  readonly threads: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** The number of lists that were read, and when the oldest and the newest of them were read. */
export function readings(db: ReadDb, connection: number): Readings {
  const none: Readings = { threads: 0, oldest: null, newest: null };
  return (
    db.get<Readings>(
      "SELECT count(*) AS threads, min(as_of) AS oldest, max(as_of) AS newest FROM sms_thread WHERE connection = ?",
      connection,
    ) ?? none
  );
}

function findRecords(db: ReadDb, question: RecentQuestion, limit: number): RecordHit[] {
  const { connection, direction, delivery, outcome, from, until, after } = question;
  const clauses: SqlPart[] = [{ sql: "m.connection = ? AND m.at BETWEEN ? AND ?", values: [connection, from, until] }];
  if (after !== undefined) clauses.push({ sql: "(m.at, m.endpoint, m.key) < (?, ?, ?)", values: [...after] });
  if (direction !== undefined) clauses.push({ sql: "m.direction = ?", values: [direction] });
  if (delivery !== undefined) clauses.push({ sql: `m.delivery IN (${placeholders(delivery)})`, values: delivery });
  if (outcome !== undefined) clauses.push({ sql: `EXISTS (SELECT 1 FROM ${owning})`, values: [] });
  const { indexHint, conditions } = searching(db, question);
  const { sql, values } = allOf([...clauses, ...conditions]);
  return db.all<RecordHit>(
    `SELECT m.mid, m.at, m.endpoint, m.key FROM sms_message m ${indexHint} WHERE ${sql}
      ORDER BY m.at DESC, m.endpoint DESC, m.key DESC LIMIT ?`,
    ...values,
    limit,
  );
}

const owning = `recipient r JOIN campaign c ON c.id = r.campaign
  WHERE r.endpoint = m.endpoint AND r.sms_id = m.key AND c.connection = m.connection`;

/** A search with few matches uses the trigram index; one with many finds them soon when walking in time order. */
function searching(
  db: ReadDb,
  { connection, search, named }: RecentQuestion,
): { readonly indexHint: string; readonly conditions: readonly SqlPart[] } {
  if (search === "") return { indexHint: "INDEXED BY sms_message_at", conditions: [] };
  const ids = JSON.stringify(named);
  const fits: SqlPart = {
    sql: "(instr(m.sought, ?) > 0 OR m.endpoint IN (SELECT value FROM json_each(?)))",
    values: [search, ids],
  };
  const match = trigrams(search);
  if (match === undefined) return { indexHint: "INDEXED BY sms_message_at", conditions: [fits] };
  const hits = `SELECT rowid FROM sms_words WHERE sms_words MATCH ? UNION ALL
    SELECT mid FROM sms_message WHERE connection = ? AND endpoint IN (SELECT value FROM json_each(?))`;
  const hitCount = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${hits} LIMIT ${fewHits})`,
    match,
    connection,
    ids,
  );
  if ((hitCount?.count ?? 0) >= fewHits) return { indexHint: "INDEXED BY sms_message_at", conditions: [fits] };
  return {
    indexHint: "NOT INDEXED",
    conditions: [{ sql: `m.mid IN (${hits})`, values: [match, connection, ids] }, fits],
  };
}

/** All trigrams of a text; undefined for a text without any. A match of all trigrams need not contain the text. */
function trigrams(text: string): string | undefined {
  const letters = Array.from(text);
  const grams = letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""));
  if (grams.length === 0) return undefined;
  return [...new Set(grams)].map((one) => `"${one.replaceAll('"', '""')}"`).join(" AND ");
}

function readHit(
  db: ReadDb,
  connection: number,
  { mid, endpoint, key }: RecordHit,
): { record: string; owner: LedgerMessage | undefined; answers: string | undefined } {
  const record = db.get<{ record: string }>("SELECT record FROM sms_record WHERE mid = ?", mid)?.record ?? "{}";
  const rows = db
    .all<LedgerRow>(
      `SELECT ${ledgerColumns} FROM recipient r JOIN campaign c ON c.id = r.campaign
        WHERE r.endpoint = ? AND c.connection = ? AND (r.sms_id = ? OR r.reply_sms = ?)`,
      endpoint,
      connection,
      key,
      key,
    )
    .map(ledgerMessage);
  const owner = rows.find(({ smsId }) => smsId === key);
  return { record, owner, answers: rows.find(({ replyId }) => replyId === key)?.smsId };
}

function placeOf({ at, endpoint, key }: RecordHit): Place {
  return [at, endpoint, key];
}

// Messages of the ledger that are on no cached list, in the order of the overview. Plain functions of the store's thread.

interface LedgerHit {
  readonly place: Place;
  readonly message: LedgerMessage;
}

/** A subset of these messages and the tables to read it from. */
interface Source {
  readonly tables: string;
  readonly condition: string;
  /** The column with their time. */
  readonly at: string;
}

/** Rows in flight are among the last ones claimed; this is the number of rows that are read. */
const claimWindow = 5_000;

const outcomeSources = (["refused", "unknown"] as const).map((outcome): Source => ({
  tables: "recipient r INDEXED BY recipient_told CROSS JOIN campaign c ON c.id = r.campaign",
  condition: `r.outcome = ${outcomeCode(outcome)} AND r.outcome IN (4, 5)`,
  at: "r.intent_at",
}));

/** Single messages are listed here until their record was read; those that were not sent stay listed permanently. */
const single: Source = {
  tables: "campaign c INDEXED BY campaign_single CROSS JOIN recipient r ON r.campaign = c.id",
  condition: `c.kind = 'single' AND r.outcome NOT IN (4, 5) AND r.endpoint IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sms_message m
    WHERE m.connection = c.connection AND m.endpoint = r.endpoint AND m.key = r.sms_id)`,
  at: "c.created_at",
};

/** At most `limit` messages per source, newest first within it. */
function findLedger(db: ReadDb, question: RecentQuestion, limit: number): LedgerHit[] {
  if (question.direction !== undefined && question.direction !== "mt") return [];
  const sources = [...outcomeSources, single, ...inFlight(db, question.connection)];
  return sources.flatMap((source) => selectRows(db, question, source, limit));
}

/** Messages in flight of running campaigns; rows are claimed in this order. */
function inFlight(db: ReadDb, connection: number): Source[] {
  const running = db.all<{ id: number }>(
    "SELECT id FROM campaign WHERE connection = ? AND kind = 'bulk' AND c_sending > 0",
    connection,
  );
  return running.map(({ id }) => {
    const front =
      rowOf(db, "SELECT row FROM recipient WHERE campaign = ? AND outcome = 1 ORDER BY ring, row LIMIT 1", id) ??
      rowOf(db, "SELECT row FROM recipient WHERE campaign = ? ORDER BY row DESC LIMIT 1", id) ??
      0;
    return {
      tables: "campaign c CROSS JOIN recipient r ON r.campaign = c.id",
      condition: `c.id = ${id} AND r.row BETWEEN ${front - claimWindow} AND ${front} AND r.outcome = 2`,
      at: "r.intent_at",
    };
  });
}

function rowOf(db: ReadDb, sql: string, campaign: number): number | undefined {
  return db.get<{ row: number }>(sql, campaign)?.row;
}

function selectRows(
  db: ReadDb,
  question: RecentQuestion,
  { tables, condition, at }: Source,
  limit: number,
): LedgerHit[] {
  const { sql, values } = allOf([{ sql: condition, values: [] }, ...conditionsOf(question, at)]);
  const key = "'ours-' || c.id || '-' || r.row";
  return db
    .all<LedgerRow & { readonly at: number; readonly key: string }>(
      `SELECT ${at} AS at, ${key} AS key, ${ledgerColumns} FROM ${tables} WHERE ${sql}
        ORDER BY ${at} DESC, r.endpoint DESC, ${key} DESC LIMIT ?`,
      ...values,
      limit,
    )
    .map((row) => ({ place: [row.at, row.endpoint, row.key], message: ledgerMessage(row) }));
}

/** The answer was lost, and the endpoint's own list proved that the service did not accept the message. */
const provenNotSent = "(r.outcome = 5 AND coalesce(r.code, '') = 'proven-not-sent')";

function conditionsOf(question: RecentQuestion, at: string): readonly SqlPart[] {
  const { connection, outcome, notSent, delivery, search, named, from, until, after } = question;
  const newest = Math.min(until, after?.[0] ?? until);
  const conditions: SqlPart[] = [
    { sql: `c.connection = ? AND c.state <> 'draft' AND ${at} BETWEEN ? AND ?`, values: [connection, from, newest] },
  ];
  if (after !== undefined) {
    conditions.push({ sql: `(${at}, r.endpoint, 'ours-' || c.id || '-' || r.row) < (?, ?, ?)`, values: [...after] });
  }
  if (outcome !== undefined) {
    const sql = `((r.outcome IN (${placeholders(outcome)}) AND NOT ${provenNotSent})${notSent ? ` OR ${provenNotSent}` : ""})`;
    conditions.push({ sql, values: outcome });
  }
  if (delivery !== undefined) {
    // A message that was not sent has no delivery status, not even an unknown one.
    conditions.push({
      sql: `r.outcome IN (2, 3, 5) AND NOT ${provenNotSent} AND coalesce(r.delivery, 'unknown') IN (${placeholders(delivery)})`,
      values: delivery,
    });
  }
  if (search !== "") {
    conditions.push({
      sql: `(instr(lower(coalesce(r.text, '') || char(10) || c.source_address || char(10) || r.endpoint), ?) > 0
        OR r.endpoint IN (SELECT value FROM json_each(?)))`,
      values: [search, JSON.stringify(named)],
    });
  }
  return conditions;
}

// The query of the message overview, and its parts as SQL.

/** Time, endpoint and key of a line: the order of the overview, newest first. */
export type Place = readonly [at: number, endpoint: string, key: string];

export interface RecentQuestion {
  readonly connection: number;
  readonly direction: string | undefined;
  readonly delivery: readonly string[] | undefined;
  /** Codes of outcomes; "unknown" does not include messages proven not to have been sent. */
  readonly outcome: readonly number[] | undefined;
  /** With `outcome`: also includes messages proven not to have been sent. */
  readonly notSent: boolean;
  /** In lower case; empty for no search. */
  readonly search: string;
  /** Endpoints whose name matches the search. */
  readonly named: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
  /** The last line of the previous page. */
  readonly after: Place | undefined;
}

/** The order of SQLite: negative when `a` is older. */
function comparePlaces(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1;
}
