/** Changes of records: of one record, between two snapshots, and the records that a sync has not seen. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb } from "../../core/store/db.ts";
import { tableOf } from "./columns.ts";
import { boundId } from "../../core/store/record-id.ts";
import { updateTime } from "./record-rows.ts";
import { unseenAfter, type WriterRun } from "./queries-sync.ts";
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";

export interface HistoryRow {
  readonly kind: "added" | "removed" | "changed";
  readonly snapshot: number;
  readonly at: number;
  /** JSON before and after; undefined where the record did not or does not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The newest changes of a record, newest first. The state after a change is the state before the next one. */
export function readHistory(
  db: ReadDb,
  connection: number,
  collection: Collection,
  id: string,
  limit: number,
): readonly HistoryRow[] {
  const key = boundId(id);
  const table = tableOf(collection);
  const entries = db.all<{ kind: HistoryRow["kind"]; snapshot: number; at: number; before: string | null }>(
    `SELECT iif(kind = 'gone', 'removed', kind) AS kind, snapshot, at, before FROM fleet_history WHERE connection = ? AND collection = ? AND id = ?
      ORDER BY snapshot DESC LIMIT ?`,
    connection,
    collection,
    key,
    limit,
  );
  const now = db.get<{ raw: string }>(
    `SELECT r.raw FROM ${table} m INDEXED BY ${table}_by_id JOIN ${table}_raw r ON r.rid = m.rid
      WHERE m.connection = ? AND m.id = ?`,
    connection,
    key,
  )?.raw;
  return entries.map(({ before, ...entry }, index) => ({
    ...entry,
    before: before ?? undefined,
    after: index === 0 ? now : (entries[index - 1]?.before ?? undefined),
  }));
}

// Rows that a run has not seen: their number, and an evenly distributed sample of them.

/** Rows per call, so that other work runs in between. */
const rowsPerLook = 50_000;

interface Unseen {
  readonly count: number;
  /** Ids as text. */
  readonly sample: readonly string[];
  /** The `afterRid` to continue with; undefined at the end. */
  readonly next: number | undefined;
}

/** Reads the rows after `afterRid`; the sample has at most `sampleSize` ids. */
export function unseenRows(db: ReadDb, target: WriterRun, afterRid: number, sampleSize: number): Unseen {
  const { rows, next } = unseenAfter(db, target, afterRid, rowsPerLook);
  return { count: rows.length, sample: spread(rows, sampleSize).map(({ id }) => String(id)), next };
}

/** At most `size` elements of a list, evenly distributed; all of them when there are fewer. */
export function spread<T>(list: readonly T[], size: number): readonly T[] {
  if (list.length <= size) return list;
  return list.filter(
    (_, index) => Math.floor((index * size) / list.length) !== Math.floor(((index - 1) * size) / list.length),
  );
}

// Net changes between two snapshots: a row's state at the first snapshot is compared with its current state, however often it changed
// between. The history stores, per row and run, the state before the change.

interface DiffQuestion {
  readonly connection: number;
  readonly collection: Collection;
  /** Includes changes of later runs, up to and including `until`. */
  readonly from: number;
  readonly until: number;
}

export interface DiffRow {
  readonly id: string;
  readonly kind: "added" | "removed" | "changed";
  /** Snapshot and time of the latest change. */
  readonly snapshot: number;
  readonly at: number;
  /** JSON before and now; undefined where the row did not or does not exist. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

interface DiffPage {
  readonly rows: readonly DiffRow[];
  readonly nextId: string | undefined;
}

/** First and last history entry of each changed row, with its current state. */
function net(collection: Collection, condition: string): string {
  const table = tableOf(collection);
  return `
    WITH touched AS (
      SELECT id, min(snapshot) AS first, max(snapshot) AS last, max(at) AS at FROM fleet_history
      WHERE connection = ? AND collection = ? AND snapshot > ? AND snapshot <= ? ${condition} GROUP BY id
    )
    SELECT t.id, t.last AS snapshot, t.at, h.kind AS first_kind, h.before, r.raw AS now FROM touched t
      JOIN fleet_history h ON h.connection = ? AND h.collection = ? AND h.id = t.id AND h.snapshot = t.first
      LEFT JOIN ${table} m INDEXED BY ${table}_by_id ON m.connection = ? AND m.id = t.id
      LEFT JOIN ${table}_raw r ON r.rid = m.rid`;
}

/**
 * Rows whose first and current state differ by more than the time of the update; "added" as the first entry means that there was no row before.
 */
const differs = `NOT (first_kind = 'added' AND now IS NULL) AND (first_kind = 'added' OR now IS NULL
  OR (before <> now AND json_remove(before, '$.${updateTime}') <> json_remove(now, '$.${updateTime}')))`;

interface NetRow {
  readonly id: string | number;
  readonly snapshot: number;
  readonly at: number;
  readonly first_kind: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Net changes in id order after `afterId`. */
export function readDiff(db: ReadDb, question: DiffQuestion, afterId: string | undefined, limit: number): DiffPage {
  const { connection, collection, from, until } = question;
  const behind = afterId === undefined ? [] : [boundId(afterId)];
  const rows = db.all<NetRow>(
    `SELECT * FROM (${net(collection, afterId === undefined ? "" : "AND id > ?")}) WHERE ${differs} ORDER BY id LIMIT ?`,
    connection,
    collection,
    from,
    until,
    ...behind,
    connection,
    collection,
    connection,
    limit + 1,
  );
  const page = rows.slice(0, limit).map(diffRow);
  return { rows: page, nextId: rows.length > limit ? page.at(-1)?.id : undefined };
}

interface DiffCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

export function countDiff(db: ReadDb, { connection, collection, from, until }: DiffQuestion): DiffCounts {
  const counts = db.get<{ added: number | null; removed: number | null; changed: number | null }>(
    `SELECT sum(first_kind = 'added') AS added, sum(now IS NULL) AS removed,
        sum(first_kind <> 'added' AND now IS NOT NULL) AS changed FROM (${net(collection, "")}) WHERE ${differs}`,
    connection,
    collection,
    from,
    until,
    connection,
    collection,
    connection,
  );
  return { added: counts?.added ?? 0, removed: counts?.removed ?? 0, changed: counts?.changed ?? 0 };
}

function diffRow({ id, snapshot, at, first_kind: first, before, now }: NetRow): DiffRow {
  const kind = first === "added" ? "added" : now === null ? "removed" : "changed";
  return {
    id: String(id),
    kind,
    snapshot,
    at,
    before: first === "added" ? undefined : (before ?? undefined),
    now: now ?? undefined,
  };
}

// The sync runs of a collection: how complete the cache is, and which snapshots exist.

export interface EndedRun {
  readonly snapshot: number;
  readonly state: "complete" | "partial" | "not-offered";
  readonly startedAt: number;
  readonly endedAt: number;
  readonly promised: number | undefined;
  readonly unique: number | undefined;
  readonly duplicates: number | undefined;
  readonly gaps: number | undefined;
  readonly reason: CodedText | undefined;
}

interface Row {
  readonly snapshot: number;
  readonly state: EndedRun["state"];
  readonly started_at: number;
  readonly ended_at: number;
  readonly promised: number | null;
  readonly unique_ids: number | null;
  readonly duplicates: number | null;
  readonly gaps: number | null;
  readonly reason: string | null;
}

const ended = "FROM fleet_run WHERE connection = ? AND collection = ? AND state <> 'running'";
const endedWalks = `${ended} AND state <> 'not-offered'`;

/** A run that has not ended: it is in progress, or was interrupted. */
export interface OpenRun {
  readonly startedAt: number;
  /** Records added so far. */
  readonly records: number;
}

/**
 * The newest run that has ended and the one that has not; each undefined when there is none. A run that ended as "not offered" does not
 * replace an earlier complete one: its rows are still cached, with their age.
 */
export function newestRuns(
  db: ReadDb,
  connection: number,
  collection: Collection,
): { readonly ended: EndedRun | undefined; readonly open: OpenRun | undefined } {
  const open = db.get<OpenRun>(
    `SELECT started_at AS startedAt, added AS records FROM fleet_run
      WHERE connection = ? AND collection = ? AND state = 'running'`,
    connection,
    collection,
  );
  const newest = runOf(
    db.get<Row>(`SELECT * ${ended} ORDER BY state = 'not-offered', snapshot DESC LIMIT 1`, connection, collection),
  );
  return { ended: newest, open };
}

/** Snapshots by number, newest first, with the time at which they were complete. */
export function listSnapshots(
  db: ReadDb,
  connection: number,
  collection: Collection,
  limit: number,
): readonly { readonly snapshot: number; readonly at: number }[] {
  return db.all(
    `SELECT snapshot, ended_at AS at ${endedWalks} ORDER BY snapshot DESC LIMIT ?`,
    connection,
    collection,
    limit,
  );
}

interface SyncTotal {
  readonly at: number;
  readonly total: number;
  /** Number of endpoints per status; undefined for a run of an earlier version. */
  readonly byStatus: Readonly<Record<string, number>> | undefined;
}

/** Totals of the last complete runs, oldest first. */
export function syncTotals(
  db: ReadDb,
  connection: number,
  collection: Collection,
  limit: number,
): readonly SyncTotal[] {
  return db
    .all<{ at: number; total: number; counts: string | null }>(
      `SELECT started_at AS at, unique_ids AS total, status_counts AS counts ${ended} AND state = 'complete' AND unique_ids IS NOT NULL
        ORDER BY snapshot DESC LIMIT ?`,
      connection,
      collection,
      limit,
    )
    .toReversed()
    .map(({ at, total, counts }) => ({
      at,
      total,
      byStatus: counts === null ? undefined : (JSON.parse(counts) as Readonly<Record<string, number>>),
    }));
}

/** Snapshots to compare: the newest, and the one that `since` refers to; without `since` the one before the newest. */
interface SnapshotPair {
  readonly from: EndedRun;
  readonly until: EndedRun;
}

type Since = { readonly snapshot: number } | { readonly at: number } | undefined;

/** Undefined when no sync has ended, or when there is no such snapshot. A time before the first snapshot means the first one. */
export function snapshotsSince(
  db: ReadDb,
  connection: number,
  collection: Collection,
  since: Since,
): SnapshotPair | undefined {
  const one = (sql: string, ...values: readonly number[]): EndedRun | undefined =>
    runOf(db.get<Row>(`SELECT * ${endedWalks} ${sql} LIMIT 1`, connection, collection, ...values));
  const until = one("ORDER BY snapshot DESC");
  if (until === undefined) return undefined;
  const first = (): EndedRun | undefined => one("ORDER BY snapshot");
  const from =
    since === undefined
      ? (one("AND snapshot < ? ORDER BY snapshot DESC", until.snapshot) ?? until)
      : "snapshot" in since
        ? one("AND snapshot = ?", since.snapshot)
        : (one("AND ended_at <= ? ORDER BY snapshot DESC", since.at) ?? first());
  return from === undefined ? undefined : { from, until };
}

function runOf(row: Row | undefined): EndedRun | undefined {
  if (row === undefined) return undefined;
  const { snapshot, state, started_at: startedAt, ended_at: endedAt, promised, unique_ids: unique } = row;
  const { duplicates, gaps, reason } = row;
  return {
    snapshot,
    state,
    startedAt,
    endedAt,
    promised: promised ?? undefined,
    unique: unique ?? undefined,
    duplicates: duplicates ?? undefined,
    gaps: gaps ?? undefined,
    reason: reason === null ? undefined : decodeText(reason),
  };
}
