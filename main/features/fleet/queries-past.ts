/** Endpoints that changed since a time, with their state at that time. Plain functions of the store's thread. */
import type { ReadDb } from "../../core/store/db.ts";
import { canonical } from "./columns.ts";
import { bound } from "./row-writer.ts";

export interface PastEndpoint {
  readonly id: string;
  /** JSON then and now; undefined where the endpoint was not or is not cached. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/**
 * Net changes in id order after `afterId`: endpoints whose state is the same again are omitted. Fewer rows than `limit` do not mean the
 * end.
 */
export function endpointsChangedSince(
  db: ReadDb,
  args: {
    readonly connection: number;
    readonly at: number;
    readonly afterId: string | undefined;
    readonly limit: number;
  },
): { readonly rows: readonly PastEndpoint[]; readonly next: string | undefined } {
  const { connection, at, afterId, limit } = args;
  const first = firstRunBehind(db, connection, at);
  if (first === undefined) return { rows: [], next: undefined };
  const behind = afterId === undefined ? [] : [bound(canonical(afterId))];
  const rows = db.all<{ id: string | number; kind: string; before: string | null; now: string | null }>(
    `WITH touched AS (
       SELECT id, min(snapshot) AS first FROM fleet_history
       WHERE connection = ? AND collection = 'endpoint' AND snapshot >= ? AND at > ? ${behind.length === 0 ? "" : "AND id > ?"}
       GROUP BY id ORDER BY id LIMIT ?
     )
     SELECT t.id, h.kind, h.before, r.raw AS now FROM touched t
       JOIN fleet_history h ON h.connection = ? AND h.collection = 'endpoint' AND h.id = t.id AND h.snapshot = t.first
       LEFT JOIN fleet_endpoint m INDEXED BY fleet_endpoint_by_id ON m.connection = ? AND m.id = t.id
       LEFT JOIN fleet_endpoint_raw r ON r.rid = m.rid ORDER BY t.id`,
    connection,
    first,
    at,
    ...behind,
    limit,
    connection,
    connection,
  );
  const changed = rows.filter(({ kind, before, now }) => kind === "added" || before !== now);
  return {
    rows: changed.map(({ id, kind, before, now }) => ({
      id: String(id),
      before: kind === "added" ? undefined : (before ?? undefined),
      now: now ?? undefined,
    })),
    next: rows.length < limit ? undefined : String(rows.at(-1)?.id),
  };
}

/** Whether every change since a time is still stored: old changes are deleted. */
export function historyCovers(db: ReadDb, connection: number, at: number): boolean {
  const oldest = db.get<{ snapshot: number; startedAt: number }>(
    `SELECT snapshot, started_at AS startedAt FROM fleet_run WHERE connection = ? AND collection = 'endpoint'
      ORDER BY snapshot LIMIT 1`,
    connection,
  );
  return oldest === undefined || oldest.snapshot <= 1 || oldest.startedAt <= at;
}

/** The first snapshot that may contain changes written after a time. */
function firstRunBehind(db: ReadDb, connection: number, at: number): number | undefined {
  return (
    db.get<{ snapshot: number | null }>(
      `SELECT min(snapshot) AS snapshot FROM fleet_run
        WHERE connection = ? AND collection = 'endpoint' AND (ended_at IS NULL OR ended_at >= ?)`,
      connection,
      at,
    )?.snapshot ?? undefined
  );
}
