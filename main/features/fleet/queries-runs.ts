/** The sync runs of a collection: how complete the cache is, and which snapshots exist. */
import { type CodedText, decodeText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb } from "../../core/store/db.ts";

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

export interface SyncTotal {
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
export interface SnapshotPair {
  readonly from: EndedRun;
  readonly until: EndedRun;
}

export type Since = { readonly snapshot: number } | { readonly at: number } | undefined;

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
