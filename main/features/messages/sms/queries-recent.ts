/**
 * Messages of all endpoints, newest first: cached records, and messages of the ledger without a record. Plain functions of the store's
 * thread.
 *
 * Both are read in the same order (time, endpoint, key), so a page is the beginning of the two lists merged. Of the ledger these are shown:
 * rejected and unknown messages, those in flight, and single messages whose record was not read yet. Accepted messages of a campaign appear
 * with their record.
 */
import type { ReadDb } from "../../../core/store/db.ts";
import { ledgerColumns, ledgerMessage, type LedgerRow } from "./queries-ledger.ts";
import type { LedgerMessage } from "./ledger-line.ts";
import { outcomeCode } from "./ledger-line.ts";
import { findLedger } from "./queries-unlisted.ts";
import { all, comparePlaces, marks, type Condition, type Place, type RecentQuestion } from "./recent-question.ts";

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
  const clauses: Condition[] = [
    { sql: "m.connection = ? AND m.at BETWEEN ? AND ?", values: [connection, from, until] },
  ];
  if (after !== undefined) clauses.push({ sql: "(m.at, m.endpoint, m.key) < (?, ?, ?)", values: [...after] });
  if (direction !== undefined) clauses.push({ sql: "m.direction = ?", values: [direction] });
  if (delivery !== undefined) clauses.push({ sql: `m.delivery IN (${marks(delivery)})`, values: delivery });
  if (outcome !== undefined) clauses.push({ sql: `EXISTS (SELECT 1 FROM ${owning})`, values: [] });
  const { indexHint, conditions } = searching(db, question);
  const { sql, values } = all([...clauses, ...conditions]);
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
): { readonly indexHint: string; readonly conditions: readonly Condition[] } {
  if (search === "") return { indexHint: "INDEXED BY sms_message_at", conditions: [] };
  const ids = JSON.stringify(named);
  const fits: Condition = {
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
