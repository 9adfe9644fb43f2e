/** The order of rows: keys, where the page before ended, and the SQL of both. Missing values first, ties by id ascending. */
import type { SortKey } from "../../api/query.ts";
import type { Predicate, SqlPart } from "./predicates.ts";

export type KeyValue = string | number | null;

export interface PagePlan {
  /** What was asked for; `predicates` are these and the groups that the page is looked for in. */
  readonly filter: readonly Predicate[];
  readonly predicates: readonly Predicate[];
  /** The last one is always the id. */
  readonly keys: readonly SortKey[];
  /** One value per key: where the page before ended. */
  readonly after: readonly KeyValue[] | undefined;
  /** Rows behind `after` that are left out. */
  readonly skip: number;
  readonly limit: number;
}

export interface SelectedRows {
  /** Row numbers (`rid`). */
  readonly rows: readonly number[];
  /** Rows left out; fewer than asked for only where there are no more, and then `rows` is empty. */
  readonly skipped: number;
}

/** The sort keys with the id behind them; what stands behind an id in the list has no say. */
export function withId(keys: readonly SortKey[]): readonly SortKey[] {
  const id = keys.findIndex(({ field }) => field === "id");
  return id >= 0 ? keys.slice(0, id + 1) : [...keys, { field: "id", descending: false }];
}

/** The same order from its other end. */
export function reversed(keys: readonly SortKey[]): readonly SortKey[] {
  return keys.map(({ field, descending }) => ({ field, descending: !descending }));
}

export function orderBy(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => (descending ? `${field} DESC` : field)).join(", ");
}

/** Rows behind `after`: behind it in the first key, or level there and behind it in the rest. */
export function afterCondition(keys: readonly SortKey[], after: readonly KeyValue[] | undefined): SqlPart {
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
  // Said once more without OR, so that the index can begin there.
  return { sql: `${field} >= ? AND ${sql}`, values: [start, ...values] };
}

function behindValue({ field, descending }: SortKey, start: KeyValue): SqlPart {
  if (start === null) return descending ? { sql: "FALSE", values: [] } : { sql: `${field} IS NOT NULL`, values: [] };
  return descending
    ? { sql: `(${field} < ? OR ${field} IS NULL)`, values: [start] }
    : { sql: `${field} > ?`, values: [start] };
}

/** As SQLite orders: missing, numbers, texts by code point. */
export function compareKeys(a: KeyValue, b: KeyValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number" || typeof b === "number") {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return typeof a === "number" ? -1 : 1;
  }
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
