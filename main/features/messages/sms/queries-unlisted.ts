/** Messages of the ledger that are on no cached list, in the order of the overview. Plain functions of the store's thread. */
import type { ReadDb } from "../../../core/store/db.ts";
import { outcomeCode, type LedgerMessage } from "./ledger-line.ts";
import { ledgerColumns, ledgerMessage, type LedgerRow } from "./queries-ledger.ts";
import { all, marks, type Condition, type Place, type RecentQuestion } from "./recent-question.ts";

export interface LedgerHit {
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
export function findLedger(db: ReadDb, question: RecentQuestion, limit: number): LedgerHit[] {
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
  const { sql, values } = all([{ sql: condition, values: [] }, ...conditionsOf(question, at)]);
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

function conditionsOf(question: RecentQuestion, at: string): readonly Condition[] {
  const { connection, outcome, notSent, delivery, search, named, from, until, after } = question;
  const newest = Math.min(until, after?.[0] ?? until);
  const conditions: Condition[] = [
    { sql: `c.connection = ? AND c.state <> 'draft' AND ${at} BETWEEN ? AND ?`, values: [connection, from, newest] },
  ];
  if (after !== undefined) {
    conditions.push({ sql: `(${at}, r.endpoint, 'ours-' || c.id || '-' || r.row) < (?, ?, ?)`, values: [...after] });
  }
  if (outcome !== undefined) {
    const sql = `((r.outcome IN (${marks(outcome)}) AND NOT ${provenNotSent})${notSent ? ` OR ${provenNotSent}` : ""})`;
    conditions.push({ sql, values: outcome });
  }
  if (delivery !== undefined) {
    // A message that was not sent has no delivery status, not even an unknown one.
    conditions.push({
      sql: `r.outcome IN (2, 3, 5) AND NOT ${provenNotSent} AND coalesce(r.delivery, 'unknown') IN (${marks(delivery)})`,
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
