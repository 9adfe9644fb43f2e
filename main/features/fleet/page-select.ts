/** The SQL statements of a page: reading and sorting the rows of one predicate, or walking an index in order. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { memberCondition, type Scope, type Source, tableBy } from "./candidates.ts";
import { carried } from "./columns.ts";
import { cachedSet, makeSet, withinSet } from "./match-sets.ts";
import { both, conditionOf, type Predicate, type SqlPart } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { afterCondition, type SelectedRows, orderBy, type PagePlan } from "./row-order.ts";

export interface OrderedIndex {
  readonly field: string;
  /** Only rows with a value in `field`. */
  readonly valuesOnly: boolean;
}

/** The rows of a source that satisfy all predicates, sorted. */
export function collect(scope: Scope, source: Source, plan: PagePlan): SelectedRows {
  return run(scope, source, both(source.where, ...plan.predicates.map(conditionOf)), plan);
}

/** Whether the index of `field` contains the keys and the fields of all predicates. */
export function isCovered(collection: Collection, field: string, { predicates, keys }: PagePlan): boolean {
  const inIndex = (name: string): boolean => name === field || name === "id" || carried[collection].includes(name);
  return keys.every((key) => inIndex(key.field)) && predicates.every((predicate) => inIndex(predicate.field));
}

/** The next rows in the order of an index. */
export function walk(scope: Scope, index: OrderedIndex, plan: PagePlan): SelectedRows {
  // Members are looked up one by one in a separate list, which the index does not replace.
  const inIndex = ({ field, kind }: Predicate): boolean =>
    kind !== "member" && (field === index.field || field === "id" || carried[scope.collection].includes(field));
  const covered = plan.predicates.filter((predicate) => inIndex(predicate));
  const remaining = plan.predicates.filter((predicate) => !inIndex(predicate));
  const source = walkSource(scope, index, plan);
  const along = both(source.where, ...covered.map(conditionOf));
  if (remaining.length === 0) return run(scope, source, along, plan);
  const cached = cachedSet(scope, plan.filter);
  const quick = cached === undefined ? walkReading(scope, source, along, remaining, plan) : undefined;
  if (quick !== undefined) return quick;
  const set = cached ?? (plan.filter.length === 0 ? undefined : makeSet(scope, plan.filter));
  // Far into a list this large, rows are read directly: creating a set for every part of the way costs more.
  if (set === undefined && plan.skip > 0)
    return run(scope, source, both(along, ...remaining.map((one) => conditionOf(one))), plan);
  if (set === undefined)
    return run(scope, source, both(along, ...remaining.map((one) => memberCondition(scope, one))), plan);
  // The set already satisfies the filter; group predicates are not part of it.
  const groups = remaining.filter((predicate) => !plan.filter.includes(predicate));
  const conditions = both(along, ...groups.map((one) => memberCondition(scope, one)));
  return run(scope, withinSet(set, source), conditions, plan);
}

/** Reads row by row; undefined if the page is not full after the number of rows that is worth reading. */
function walkReading(
  scope: Scope,
  source: Source,
  along: SqlPart,
  remaining: readonly Predicate[],
  plan: PagePlan,
): SelectedRows | undefined {
  if (plan.skip + plan.limit > scope.effort.readOnWalk) return undefined;
  const where = both(along, afterCondition(plan.keys, plan.after));
  const condition = both(...remaining.map(conditionOf));
  const fields = [...new Set([...plan.keys, ...remaining].map(({ field }) => field))].join(", ");
  const order = orderBy(plan.keys);
  const inner = `SELECT m.rid, ${fields} FROM ${source.from} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
  const rows = scope.db.all<{ rid: number }>(
    `SELECT rid FROM (${inner}) WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...source.fromValues,
    ...where.values,
    scope.effort.readOnWalk,
    ...condition.values,
    plan.limit,
    plan.skip,
  );
  return rows.length < plan.limit ? undefined : { rows: rows.map(({ rid }) => rid), skipped: plan.skip };
}

function walkSource(scope: Scope, { field, valuesOnly }: OrderedIndex, plan: PagePlan): Source {
  const start: CursorKey | undefined = plan.after?.[0];
  const downFrom = plan.keys[0]?.descending === true && typeof start !== "object" ? start : undefined;
  const here: SqlPart = { sql: "m.connection = ?", values: [scope.connection] };
  const range: SqlPart =
    downFrom === undefined ? { sql: `${field} IS NOT NULL`, values: [] } : { sql: `${field} <= ?`, values: [downFrom] };
  return { from: tableBy(scope, field), fromValues: [], where: valuesOnly ? both(here, range) : here };
}

function run(scope: Scope, source: Source, conditions: SqlPart, plan: PagePlan): SelectedRows {
  const where = both(conditions, afterCondition(plan.keys, plan.after));
  const values = [...source.fromValues, ...where.values];
  const sql = `SELECT m.rid FROM ${source.from} WHERE ${where.sql} ORDER BY ${orderBy(plan.keys)} LIMIT ? OFFSET ?`;
  const rows = scope.db.all<{ rid: number }>(sql, ...values, plan.limit, plan.skip).map(({ rid }) => rid);
  if (rows.length > 0 || plan.skip === 0) return { rows, skipped: plan.skip };
  const count = `SELECT count(*) AS n FROM (SELECT 1 FROM ${source.from} WHERE ${where.sql} LIMIT ?)`;
  return { rows, skipped: scope.db.get<{ n: number }>(count, ...values, plan.skip)?.n ?? 0 };
}
