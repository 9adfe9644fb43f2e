/**
 * Which rows come next, in order, without ever skipping over rows that were answered before.
 *
 * Few candidates are fetched and sorted. Otherwise an index is walked in the order asked for and the other predicates are judged on
 * the way. A leading key with few distinct values is taken value by value, each value becoming one more predicate; so is "missing",
 * which may be a large part of any column. Equal keys order by id ascending whatever the direction (field facts, section 3).
 */
import type { SortKey } from "../../api/query.ts";
import type { SqlValue } from "../../store/db.ts";
import { type Scope, smallestSource, type Source, tableBy } from "./candidates.ts";
import { isGrouped } from "./columns.ts";
import { both, conditionOf, type Predicate, type SqlPart } from "./predicates.ts";

export type KeyValue = string | number | null;

export interface PagePlan {
  readonly predicates: readonly Predicate[];
  /** The last one is always the id. */
  readonly keys: readonly SortKey[];
  /** One value per key: where the page before ended. */
  readonly after: readonly KeyValue[] | undefined;
  readonly limit: number;
}

/** More distinct values than this are not taken one by one. */
const mostGroups = 200;

/** The sort keys with the id behind them; what stands behind an id in the list has no say. */
export function withId(keys: readonly SortKey[]): readonly SortKey[] {
  const id = keys.findIndex(({ field }) => field === "id");
  return id >= 0 ? keys.slice(0, id + 1) : [...keys, { field: "id", descending: false }];
}

/** Row numbers (`rid`) of the next rows, at most `limit`. */
export function nextRows(scope: Scope, plan: PagePlan): number[] {
  if (plan.limit <= 0) return [];
  const source = smallestSource(scope, plan.predicates);
  if (source !== undefined) return select(scope, source, plan);
  const [key] = plan.keys;
  if (key === undefined || key.field === "id") return select(scope, idSource(scope, plan.predicates), plan);
  if (!isGrouped(scope.collection, key.field)) return valuesAndMissing(scope, plan, key);
  const groups = groupsOf(scope, key.field);
  return groups === undefined ? valuesAndMissing(scope, plan, key) : groupByGroup(scope, plan, key, groups);
}

function groupByGroup(scope: Scope, plan: PagePlan, key: SortKey, groups: readonly KeyValue[]): number[] {
  const ordered = key.descending ? groups.toReversed() : groups;
  const start = plan.after?.[0];
  const rows: number[] = [];
  for (const group of ordered) {
    if (rows.length >= plan.limit) break;
    const order = start === undefined ? 1 : compareKeys(group, start) * (key.descending ? -1 : 1);
    if (order < 0 || !allows(plan.predicates, key.field, group)) continue;
    rows.push(...nextRows(scope, inGroup(plan, key, group, order === 0, rows.length)));
  }
  return rows;
}

/** A key with many values: those that are missing form one group, before the values or behind them; the rest is one walk. */
function valuesAndMissing(scope: Scope, plan: PagePlan, key: SortKey): number[] {
  const start = plan.after?.[0];
  const missing = (taken: number): number[] => {
    if (!allows(plan.predicates, key.field, null)) return [];
    return nextRows(scope, inGroup(plan, key, null, start === null, taken));
  };
  const values = (taken: number): number[] => {
    const after = start === null ? undefined : plan.after;
    const from = key.descending && typeof start !== "object" ? start : undefined;
    return select(scope, valueSource(scope, key.field, from), { ...plan, after, limit: plan.limit - taken });
  };
  if (key.descending) {
    const rows = start === null ? [] : values(0);
    return rows.length < plan.limit ? rows.concat(missing(rows.length)) : rows;
  }
  const rows = start === undefined || start === null ? missing(0) : [];
  return rows.length < plan.limit ? rows.concat(values(rows.length)) : rows;
}

function inGroup(plan: PagePlan, key: SortKey, group: KeyValue, here: boolean, taken: number): PagePlan {
  const field = key.field;
  const predicate: Predicate =
    group === null ? { kind: "missing", field, orWord: false } : { kind: "equal", field, value: group };
  return {
    predicates: [...plan.predicates, predicate],
    keys: plan.keys.slice(1),
    after: here ? plan.after?.slice(1) : undefined,
    limit: plan.limit - taken,
  };
}

/** False when another predicate on the same field already excludes the group; saves a walk that would find nothing. */
function allows(predicates: readonly Predicate[], field: string, group: KeyValue): boolean {
  return predicates.every((predicate) => {
    if (predicate.field !== field) return true;
    if (predicate.kind === "equal") return predicate.value === group;
    if (predicate.kind === "missing") return group === null || (predicate.orWord && group === "null");
    return group !== null;
  });
}

/** Rows in id order; where a predicate fixes the value of an indexed column, its index has them in that order too. */
function idSource(scope: Scope, predicates: readonly Predicate[]): Source {
  const fixed = predicates.find(({ kind, field }) => field !== "id" && (kind === "equal" || kind === "missing"));
  const usable = fixed?.kind === "missing" && fixed.orWord ? undefined : fixed;
  return {
    from: tableBy(scope, usable?.field ?? "id"),
    fromValues: [],
    where: { sql: "m.connection = ?", values: [scope.connection] },
  };
}

/** All rows that have a value, in its order; downwards from `highest` when it is given. */
function valueSource(scope: Scope, field: string, highest: string | number | undefined): Source {
  const range: SqlPart =
    highest === undefined ? { sql: `${field} IS NOT NULL`, values: [] } : { sql: `${field} <= ?`, values: [highest] };
  return {
    from: tableBy(scope, field),
    fromValues: [],
    where: { sql: `m.connection = ? AND ${range.sql}`, values: [scope.connection, ...range.values] },
  };
}

function select(scope: Scope, source: Source, plan: PagePlan): number[] {
  const where = both(source.where, ...plan.predicates.map(conditionOf), afterCondition(plan.keys, plan.after));
  const order = plan.keys.map(({ field, descending }) => (descending ? `${field} DESC` : field)).join(", ");
  return scope.db
    .all<{ rid: number }>(
      `SELECT m.rid FROM ${source.from} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`,
      ...source.fromValues,
      ...where.values,
      plan.limit,
    )
    .map(({ rid }) => rid);
}

/** Rows behind `after`: behind it in the first key, or level there and behind it in the rest. */
function afterCondition(keys: readonly SortKey[], after: readonly KeyValue[] | undefined): SqlPart {
  const [key, ...rest] = keys;
  if (after === undefined || key === undefined) return { sql: "", values: [] };
  const start = after[0] ?? null;
  const behind = behindValue(key, start);
  if (rest.length === 0) return behind;
  const inner = afterCondition(rest, after.slice(1));
  const level: SqlPart =
    start === null ? { sql: `${key.field} IS NULL`, values: [] } : { sql: `${key.field} = ?`, values: [start] };
  const sql = `(${behind.sql} OR (${level.sql} AND ${inner.sql}))`;
  const values = [...behind.values, ...level.values, ...inner.values];
  // Said once more without OR, so that the index can begin there.
  if (start === null) return { sql, values };
  const bound = key.descending ? undefined : `${key.field} >= ?`;
  return bound === undefined ? { sql, values } : { sql: `${bound} AND ${sql}`, values: [start, ...values] };
}

function behindValue({ field, descending }: SortKey, start: KeyValue): SqlPart {
  if (start === null) return descending ? { sql: "FALSE", values: [] } : { sql: `${field} IS NOT NULL`, values: [] };
  return descending
    ? { sql: `(${field} < ? OR ${field} IS NULL)`, values: [start] }
    : { sql: `${field} > ?`, values: [start] };
}

/** Distinct values in ascending order, by leaps over the index; undefined when there are too many. */
export function groupsOf(scope: Scope, field: string): readonly KeyValue[] | undefined {
  const { memo } = scope;
  if (memo.groups.has(field)) return memo.groups.get(field);
  const groups = findGroups(scope, field);
  memo.groups.set(field, groups);
  return groups;
}

function findGroups(scope: Scope, field: string): readonly KeyValue[] | undefined {
  const { db, connection } = scope;
  const from = tableBy(scope, field);
  const leap = (condition: string, ...values: readonly SqlValue[]): KeyValue | undefined =>
    db.get<{ v: KeyValue }>(
      `SELECT ${field} AS v FROM ${from} WHERE connection = ? AND ${condition} ORDER BY ${field} LIMIT 1`,
      connection,
      ...values,
    )?.v;
  const groups: KeyValue[] = leap(`${field} IS NULL`) === null ? [null] : [];
  let value = leap(`${field} IS NOT NULL`);
  while (value !== undefined && value !== null) {
    if (groups.length >= mostGroups) return undefined;
    groups.push(value);
    value = leap(`${field} > ?`, value);
  }
  return groups;
}

/** As SQLite orders: missing, numbers, texts by code point. */
function compareKeys(a: KeyValue, b: KeyValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number" || typeof b === "number") {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return typeof a === "number" ? -1 : 1;
  }
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
