/**
 * The order of rows: sort keys, the end of the previous page, and the SQL of both. Missing values come first, ties are ordered by ascending
 * id.
 */
import type { SortKey } from "../../core/api/query.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import type { Predicate, SqlPart } from "./predicates.ts";

export interface PagePlan {
  /** The requested predicates; `predicates` are these and those of the groups that the page is read from. */
  readonly filter: readonly Predicate[];
  readonly predicates: readonly Predicate[];
  /** The last key is always the id. */
  readonly keys: readonly SortKey[];
  /** One value per key: the end of the previous page. */
  readonly after: readonly CursorKey[] | undefined;
  /** Rows skipped after `after`. */
  readonly skip: number;
  readonly limit: number;
}

export interface SelectedRows {
  /** Row numbers (`rid`). */
  readonly rows: readonly number[];
  /** Rows skipped; fewer than requested only at the end of the list, and then `rows` is empty. */
  readonly skipped: number;
}

/** The sort keys followed by the id; keys after an id have no effect, since ids are unique. */
export function withId(keys: readonly SortKey[]): readonly SortKey[] {
  const id = keys.findIndex(({ field }) => field === "id");
  return id >= 0 ? keys.slice(0, id + 1) : [...keys, { field: "id", descending: false }];
}

/** The reversed order. */
export function reversed(keys: readonly SortKey[]): readonly SortKey[] {
  return keys.map(({ field, descending }) => ({ field, descending: !descending }));
}

export function orderBy(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => (descending ? `${field} DESC` : field)).join(", ");
}

/** Rows after `after`: greater in the first key, or equal in it and greater in the others. */
export function afterCondition(keys: readonly SortKey[], after: readonly CursorKey[] | undefined): SqlPart {
  const [key, ...rest] = keys;
  if (after === undefined || key === undefined) return { sql: "", values: [] };
  const start = after[0] ?? null;
  const behind = behindValue(key, start);
  if (rest.length === 0) return behind;
  const inner = afterCondition(rest, after.slice(1));
  const { field } = key;
  const level: SqlPart =
    start === null ? { sql: `${field} IS NULL`, values: [] } : { sql: `${field} = ?`, values: [start] };
  const sql = `(${behind.sql} OR (${level.sql} AND ${inner.sql}))`;
  const values = [...behind.values, ...level.values, ...inner.values];
  if (start === null || key.descending) return { sql, values };
  // The additional condition without OR lets SQLite start the index scan there.
  return { sql: `${field} >= ? AND ${sql}`, values: [start, ...values] };
}

function behindValue({ field, descending }: SortKey, start: CursorKey): SqlPart {
  if (start === null) return descending ? { sql: "FALSE", values: [] } : { sql: `${field} IS NOT NULL`, values: [] };
  return descending
    ? { sql: `(${field} < ? OR ${field} IS NULL)`, values: [start] }
    : { sql: `${field} > ?`, values: [start] };
}

/** The order of SQLite: missing, numbers, texts by code point. */
export function compareKeys(a: CursorKey, b: CursorKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number" || typeof b === "number") {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return typeof a === "number" ? -1 : 1;
  }
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
