/** The changes of one record, one by one. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { ReadDb } from "../../core/store/db.ts";
import { canonical, tableOf } from "./columns.ts";
import { bound } from "./row-writer.ts";

export interface HistoryRow {
  readonly kind: "added" | "gone" | "changed";
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
  const key = bound(canonical(id));
  const table = tableOf(collection);
  const entries = db.all<{ kind: HistoryRow["kind"]; snapshot: number; at: number; before: string | null }>(
    `SELECT kind, snapshot, at, before FROM fleet_history WHERE connection = ? AND collection = ? AND id = ?
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
