/** The distinct values of a column, if they are few. */
import type { SqlValue } from "../../core/store/db.ts";
import { type Scope, tableBy } from "./candidates.ts";
import type { Predicate } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";

/** Columns with more distinct values than this are not read value by value. */
const mostGroups = 200;

/** Distinct values in ascending order, found by seeking in the index; undefined when there are too many. */
export function groupsOf(scope: Scope, field: string): readonly CursorKey[] | undefined {
  const { memo } = scope;
  if (memo.groups.has(field)) return memo.groups.get(field);
  const groups = findGroups(scope, field);
  memo.groups.set(field, groups);
  return groups;
}

function findGroups(scope: Scope, field: string): readonly CursorKey[] | undefined {
  const { db, connection } = scope;
  const from = tableBy(scope, field);
  const leap = (condition: string, ...values: readonly SqlValue[]): CursorKey | undefined =>
    db.get<{ v: CursorKey }>(
      `SELECT ${field} AS v FROM ${from} WHERE connection = ? AND ${condition} ORDER BY ${field} LIMIT 1`,
      connection,
      ...values,
    )?.v;
  const groups: CursorKey[] = leap(`${field} IS NULL`) === null ? [null] : [];
  let value = leap(`${field} IS NOT NULL`);
  while (value !== undefined && value !== null) {
    if (groups.length >= mostGroups) return undefined;
    groups.push(value);
    value = leap(`${field} > ?`, value);
  }
  return groups;
}

/** The group as an additional predicate. */
export function groupPredicate(field: string, group: CursorKey): Predicate {
  return group === null ? { kind: "missing", field, orWord: false } : { kind: "equal", field, value: group };
}

/** False when another predicate on the same field excludes the group; saves a walk without matches. */
export function allowsGroup(predicates: readonly Predicate[], field: string, group: CursorKey): boolean {
  return predicates.every((predicate) => {
    if (predicate.field !== field) return true;
    if (predicate.kind === "equal") return predicate.value === group;
    if (predicate.kind === "missing") return group === null || (predicate.orWord && group === "null");
    return group !== null;
  });
}
