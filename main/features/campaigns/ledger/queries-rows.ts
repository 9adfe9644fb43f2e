/** Reads recipients: pages by row number, history, and data for look-ups and exports. */
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import type { Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RowCounts } from "../../../core/jobs/ledger.ts";
import type { RowState } from "../../../core/jobs/transitions.ts";
import { betterDelivery } from "../watching/evaluate-watch.ts";
import { outcomeCode, outcomeOf, rowCounts } from "./queries-counters.ts";

export interface RecipientRow {
  readonly row: number;
  readonly outcome: RowState;
  readonly endpoint: string | undefined;
  readonly identifier: string;
  readonly text: string | undefined;
  readonly segments: number | undefined;
  readonly reason: string | undefined;
  readonly detail: CodedText | undefined;
  readonly attempts: number;
  readonly intentAt: number | undefined;
  readonly outcomeAt: number | undefined;
  readonly smsId: string | undefined;
  readonly code: string | undefined;
  readonly message: CodedText | undefined;
  readonly delivery: string | undefined;
  readonly deliveryAt: number | undefined;
  readonly wave: number;
  readonly reply: string | undefined;
  readonly replyText: string | undefined;
  readonly replyAt: number | undefined;
  /** Time of an earlier attempt that may have been sent too. */
  readonly unconfirmedAt: number | undefined;
}

/** A recipient waits while a reply is expected and still checked for; acceptance stores no value for this. */
const isWaiting = `outcome = 3 AND watch_at IS NOT NULL
  AND (SELECT options ->> '$.expect.pattern' FROM campaign WHERE id = recipient.campaign) IS NOT NULL`;

export const replyExpression = `coalesce(recipient.reply, CASE WHEN ${isWaiting} THEN 'waiting' END)`;

export const recipientColumns = `row, outcome, coalesce(endpoint, excluded_endpoint) AS endpoint, given AS identifier, text, segments, reason, detail, attempts, intent_at AS intentAt,
  settled_at AS outcomeAt, sms_id AS smsId, code, message, delivery, delivery_at AS deliveryAt, ring AS wave, ${replyExpression} AS reply, reply_text AS replyText,
  reply_at AS replyAt, doubt_at AS unconfirmedAt`;

export type StoredRecipient = {
  readonly [K in Exclude<keyof RecipientRow, "detail" | "message">]: RecipientRow[K] | null;
} & {
  readonly row: number;
  readonly detail: string | null;
  readonly message: string | null;
};

/** Converts a SQLite row to the ledger's types. */
export function recipientRow(stored: StoredRecipient): RecipientRow {
  const fields = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, value ?? undefined]));
  // Safe cast: `recipientColumns` selects the columns under these field names.
  const texts = { detail: decoded(stored.detail), message: decoded(stored.message) };
  return { ...fields, ...texts, outcome: outcomeOf(Number(stored.outcome)) } as RecipientRow;
}

function decoded(text: string | null): CodedText | undefined {
  return text === null ? undefined : decodeText(text);
}

/** Recipients after a row number, in row order; of one outcome, or of all. */
export function listRecipients(
  db: ReadDb,
  args: {
    readonly campaign: number;
    readonly outcome: RowState | undefined;
    readonly after: number;
    readonly limit: number;
  },
): RecipientRow[] {
  const condition = args.outcome === undefined ? "" : "AND outcome = ?";
  const values = args.outcome === undefined ? [] : [outcomeCode[args.outcome]];
  return db
    .all<StoredRecipient>(
      `SELECT ${recipientColumns} FROM recipient WHERE campaign = ? AND row > ? ${condition} ORDER BY row LIMIT ?`,
      args.campaign,
      args.after,
      ...values,
      args.limit,
    )
    .map(recipientRow);
}

export interface RowStep {
  readonly row: number;
  readonly at: number;
  readonly kind: string;
  readonly code: string | null;
  readonly detail: CodedText | null;
}

/** Recorded steps of the rows from `from` to `until`, both inclusive. */
export function rowSteps(
  db: ReadDb,
  args: { readonly campaign: number; readonly from: number; readonly until: number },
): RowStep[] {
  return db
    .all<Omit<RowStep, "detail"> & { readonly detail: string | null }>(
      "SELECT row, at, kind, code, detail FROM recipient_event WHERE campaign = ? AND row BETWEEN ? AND ? ORDER BY row, sequence",
      args.campaign,
      args.from,
      args.until,
    )
    .map(({ detail, ...step }) => ({ ...step, detail: decoded(detail) ?? null }));
}

/** Counts recomputed from the rows; the stored counters must equal them. */
export function recount(db: ReadDb, campaign: number): RowCounts {
  const rows = db.all<{ outcome: number; count: number }>(
    "SELECT outcome, count(*) AS count FROM recipient WHERE campaign = ? GROUP BY outcome",
    campaign,
  );
  const counts = new Map(rows.map(({ outcome, count }) => [outcomeOf(outcome), count]));
  return rowCounts((state) => counts.get(state) ?? 0);
}

/** Segments of all recipients, and of the longest text. */
export function segmentTotals(db: ReadDb, campaign: number): { readonly segments: number; readonly longest: number } {
  const totals = "SELECT coalesce(sum(segments), 0) AS segments, coalesce(max(segments), 0) AS longest FROM recipient";
  return db.get(`${totals} WHERE campaign = ?`, campaign) ?? { segments: 0, longest: 0 };
}

/** Endpoint of the first row in claim order. */
export function firstPending(db: ReadDb, campaign: number): string | undefined {
  return db.get<{ endpoint: string }>(
    `SELECT endpoint FROM recipient INDEXED BY recipient_pending WHERE campaign = ? AND outcome = 1 AND unverified = 0
     ORDER BY ring, row LIMIT 1`,
    campaign,
  )?.endpoint;
}

/**
 * SQL of the connections to the service of one, given by an SQL expression: itself, and others with its address, also removed ones. SMS ids
 * are unique within a service.
 */
export function connectionsToServiceOf(connection: string): string {
  return `(SELECT ${connection} UNION
    SELECT id FROM connection WHERE base_url = (SELECT base_url FROM connection WHERE id = ${connection}))`;
}

export interface OwnedSms {
  /** SMS ids of the endpoint that recipients of any connection to this service own. */
  readonly ids: readonly string[];
  /**
   * With the same text and sender but without an id; each may own one record. They were accepted since the intent, or are being sent
   * under the lease of another copy of this directory, whose answer this database never gets.
   */
  readonly nameless: number;
  /**
   * Ids accepted since a day before the list was requested, and not cancelled: an up-to-date list contains them. This includes those
   * dated after the request, because the wall clock may have been set back since; a message accepted after the request is on the
   * next reading.
   */
  readonly recent: readonly string[];
  /** Being sent now with the same text and sender; a record may be theirs, because their answer is pending. */
  readonly competitors: number;
}

/** Which other recipients may own a record on an endpoint's list. Call it after the list was read. */
export function ownedSms(
  db: ReadDb,
  args: {
    readonly connection: number;
    readonly endpoint: string;
    readonly text: string;
    readonly sourceAddress: string;
    readonly intentAt: number;
    /** Wall clock when the list was requested. */
    readonly listedAt: number;
    /** This copy of the directory. */
    readonly holder: { readonly machine: string; readonly home: string };
  },
): OwnedSms {
  const rows = db.all<{
    sms_id: string | null;
    outcome: number;
    same: number;
    recent: number;
    expected: number;
    foreign: number | null;
  }>(
    `SELECT r.sms_id, r.outcome, r.text = ? AND c.source_address = ? AS same, r.settled_at >= ? AS recent,
       r.settled_at >= ? AND coalesce(r.delivery, '') <> 'cancelled' AS expected, l.machine <> ? OR l.home <> ? AS "foreign"
     FROM recipient r JOIN campaign c ON c.id = r.campaign LEFT JOIN campaign_lease l ON l.campaign = r.campaign
     WHERE r.endpoint = ? AND r.outcome IN (2, 3) AND c.connection IN ${connectionsToServiceOf("?")}`,
    args.text,
    args.sourceAddress,
    args.intentAt - namelessSlackMs,
    args.listedAt - expectedMs,
    args.holder.machine,
    args.holder.home,
    args.endpoint,
    args.connection,
    args.connection,
  );
  return {
    ids: rows.flatMap(({ sms_id }) => (sms_id === null ? [] : [sms_id])),
    recent: rows.flatMap(({ sms_id, outcome, expected }) =>
      sms_id !== null && outcome === 3 && expected === 1 ? [sms_id] : [],
    ),
    nameless: rows.filter(
      ({ sms_id, outcome, same, recent, foreign }) =>
        same === 1 && (outcome === 2 ? foreign === 1 : sms_id === null && recent === 1),
    ).length,
    competitors: rows.filter(({ outcome, same, foreign }) => outcome === 2 && same === 1 && foreign !== 1).length,
  };
}

/** A message accepted this long before an intent cannot have a later date on the list. */
const namelessSlackMs = 60_000;

/** How long a service is expected to list an SMS. */
const expectedMs = 24 * 3_600_000;

// Delivery and reply counts of accepted recipients, updated in the transaction that changes a row, so a status needs no scan.
// Invariant: for every campaign, `campaign_tally` equals a recount of the columns `delivery` and `reply`.

export type Tallied = "delivery" | "reply";

/** Moves one row from one value to another; undefined means no value. */
export function tally(
  db: WriteDb,
  campaign: number,
  dimension: Tallied,
  from: string | undefined,
  to: string | undefined,
): void {
  if (from === to) return;
  if (from !== undefined) add(db, campaign, dimension, from, -1);
  if (to !== undefined) add(db, campaign, dimension, to, 1);
}

function add(db: WriteDb, campaign: number, dimension: Tallied, value: string, count: number): void {
  db.run(
    `INSERT INTO campaign_tally (campaign, what, value, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (campaign, what, value) DO UPDATE SET count = count + excluded.count`,
    campaign,
    dimension,
    value,
    count,
  );
}

export interface Tallies {
  readonly delivery: Readonly<Record<string, number>>;
  readonly reply: Readonly<Record<string, number>>;
  /** Some of its recipients are still being checked. */
  readonly watching: boolean;
}

/** Counts recorded so far; accepted recipients that are not included have no data. */
export function tallies(db: ReadDb, campaign: number): Tallies {
  const rows = db.all<{ dimension: Tallied; value: string; count: number }>(
    "SELECT what AS dimension, value, count FROM campaign_tally WHERE campaign = ? AND count > 0",
    campaign,
  );
  const of = (kind: Tallied): Record<string, number> =>
    Object.fromEntries(rows.filter(({ dimension }) => dimension === kind).map(({ value, count }) => [value, count]));
  return { delivery: of("delivery"), reply: of("reply"), watching: isWatched(db, campaign) };
}

function isWatched(db: ReadDb, campaign: number): boolean {
  const sql = "SELECT 1 FROM recipient INDEXED BY recipient_watch WHERE campaign = ? AND watch_at IS NOT NULL LIMIT 1";
  return db.get(sql, campaign) !== undefined;
}

/** Records delivery statuses of single messages, for example after a recall; a list that was read meanwhile may have a final one. */
export function setDelivery(
  db: WriteDb,
  args: {
    readonly campaign: number;
    readonly rows: readonly { readonly row: number; readonly delivery: Delivery }[];
    readonly now: number;
  },
): void {
  const { campaign, now } = args;
  db.transaction(() => {
    for (const { row, delivery: seen } of args.rows) {
      const before = db.get<{ delivery: Delivery | null }>(
        "SELECT delivery FROM recipient WHERE campaign = ? AND row = ? AND outcome = 3",
        campaign,
        row,
      );
      const delivery = betterDelivery(before?.delivery ?? undefined, seen);
      if (before === undefined || delivery === undefined || before.delivery === delivery) continue;
      db.run(
        "UPDATE recipient SET delivery = ?, delivery_at = ? WHERE campaign = ? AND row = ?",
        delivery,
        now,
        campaign,
        row,
      );
      tally(db, campaign, "delivery", before.delivery ?? undefined, delivery);
    }
  });
}
