/**
 * Net changes between two snapshots: a row's state at the first snapshot is compared with its current state, however often it changed
 * between. The history stores, per row and run, the state before the change.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb } from "../../core/store/db.ts";
import { canonical, tableOf } from "./columns.ts";
import { bound } from "./row-writer.ts";

export interface DiffQuestion {
  readonly connection: number;
  readonly collection: Collection;
  /** Includes changes of later runs, up to and including `until`. */
  readonly from: number;
  readonly until: number;
}

export interface DiffRow {
  readonly id: string;
  readonly kind: "added" | "gone" | "changed";
  /** Snapshot and time of the latest change. */
  readonly snapshot: number;
  readonly at: number;
  /** JSON before and now; undefined where the row did not or does not exist. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

export interface DiffPage {
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

/** Rows whose first and current state differ; "added" as the first entry means that there was no row before. */
const differs = `NOT (first_kind = 'added' AND now IS NULL) AND (first_kind = 'added' OR now IS NULL OR before <> now)`;

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
  const behind = afterId === undefined ? [] : [bound(canonical(afterId))];
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

export interface DiffCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
}

export function countDiff(db: ReadDb, { connection, collection, from, until }: DiffQuestion): DiffCounts {
  const counts = db.get<{ added: number | null; gone: number | null; changed: number | null }>(
    `SELECT sum(first_kind = 'added') AS added, sum(now IS NULL) AS gone,
        sum(first_kind <> 'added' AND now IS NOT NULL) AS changed FROM (${net(collection, "")}) WHERE ${differs}`,
    connection,
    collection,
    from,
    until,
    connection,
    collection,
    connection,
  );
  return { added: counts?.added ?? 0, gone: counts?.gone ?? 0, changed: counts?.changed ?? 0 };
}

function diffRow({ id, snapshot, at, first_kind: first, before, now }: NetRow): DiffRow {
  const kind = first === "added" ? "added" : now === null ? "gone" : "changed";
  return {
    id: String(id),
    kind,
    snapshot,
    at,
    before: first === "added" ? undefined : (before ?? undefined),
    now: now ?? undefined,
  };
}
