/**
 * Selects the next rows in order, without skipping rows between pages.
 *
 * - A predicate with few rows: they are read and sorted.
 * - Otherwise an index is walked in the requested order, and the predicates are evaluated on the way.
 * - A leading key with few distinct values is read value by value, each as an additional predicate; so is "missing", which may be a large
 *   part of any column. Equal keys are ordered by ascending id in either direction (docs/service-facts.md#lists).
 */
import type { SortKey } from "../../core/api/query.ts";
import { type Scope, smallest, smallestCombined, sourceOf } from "./candidates.ts";
import { isGrouped, tableOf } from "./columns.ts";
import { allowsGroup, groupPredicate, groupsOf } from "./groups.ts";
import { cachedSet, setSource } from "./match-sets.ts";
import type { Predicate } from "./predicates.ts";
import { collect, isCovered, walk } from "./page-select.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { compareKeys, type SelectedRows, type PagePlan } from "./row-order.ts";

const nothing: SelectedRows = { rows: [], skipped: 0 };

/** Row numbers (`rid`) of the next rows, at most `limit`. */
export function nextRows(scope: Scope, plan: Omit<PagePlan, "skip">): readonly number[] {
  return findRows(scope, { ...plan, skip: 0 }).rows;
}

/** The next rows after the skipped ones. */
export function findRows(scope: Scope, plan: PagePlan): SelectedRows {
  if (plan.limit <= 0) return nothing;
  const { predicates, keys } = plan;
  const set = cachedSet(scope, plan.filter);
  if (set !== undefined && set.size <= scope.effort.collected) {
    return set.size === 0 ? nothing : collect(scope, setSource(set, tableOf(scope.collection)), plan);
  }
  const few = smallest(scope, predicates, scope.effort.collected);
  if (few !== undefined) return few.size === 0 ? nothing : collect(scope, sourceOf(scope, few.predicate), plan);
  const covered = predicates.filter(({ field }) => isCovered(scope.collection, field, plan));
  const some = smallest(scope, covered, scope.effort.coveredCollected);
  if (some !== undefined) return collect(scope, sourceOf(scope, some.predicate), plan);
  const combined = smallestCombined(scope, predicates);
  if (combined !== undefined) return collect(scope, sourceOf(scope, combined), plan);
  const [key] = keys;
  if (key === undefined || key.field === "id") return walk(scope, idIndex(predicates), plan);
  const groups = isGrouped(scope.collection, key.field) ? groupsOf(scope, key.field) : undefined;
  return groups === undefined ? valuesAndMissing(scope, plan, key) : groupByGroup(scope, plan, key, groups);
}

function groupByGroup(scope: Scope, plan: PagePlan, key: SortKey, groups: readonly CursorKey[]): SelectedRows {
  const start = plan.after?.[0];
  const parts: Part[] = [];
  for (const group of key.descending ? groups.toReversed() : groups) {
    const order = start === undefined ? 1 : compareKeys(group, start) * (key.descending ? -1 : 1);
    if (order < 0 || !allowsGroup(plan.predicates, key.field, group)) continue;
    parts.push((previous) => findRows(scope, inGroup(plan, key, group, order === 0, previous)));
  }
  return concatParts(plan, parts);
}

/** A key with many values: rows without a value form one group, before or after the others; the others are one walk. */
function valuesAndMissing(scope: Scope, plan: PagePlan, key: SortKey): SelectedRows {
  const start = plan.after?.[0];
  const missing: Part = (previous) =>
    allowsGroup(plan.predicates, key.field, null)
      ? findRows(scope, inGroup(plan, key, null, start === null, previous))
      : nothing;
  const values: Part = (previous) => {
    const after = start === null ? undefined : plan.after;
    return walk(scope, { field: key.field, valuesOnly: true }, { ...remainingPlan(plan, previous), after });
  };
  if (key.descending) return concatParts(plan, start === null ? [missing] : [values, missing]);
  return concatParts(plan, start === undefined || start === null ? [missing, values] : [values]);
}

/** One part of the order; it receives the result of the parts before it. */
type Part = (previous: SelectedRows) => SelectedRows;

function concatParts(plan: PagePlan, parts: readonly Part[]): SelectedRows {
  let result = nothing;
  for (const part of parts) {
    if (result.rows.length >= plan.limit) break;
    const { rows, skipped } = part(result);
    result = { rows: result.rows.concat(rows), skipped: result.skipped + skipped };
  }
  return result;
}

function remainingPlan(plan: PagePlan, { rows, skipped }: SelectedRows): PagePlan {
  return { ...plan, skip: plan.skip - skipped, limit: plan.limit - rows.length };
}

function inGroup(plan: PagePlan, key: SortKey, group: CursorKey, here: boolean, previous: SelectedRows): PagePlan {
  return {
    ...remainingPlan(plan, previous),
    predicates: [...plan.predicates, groupPredicate(key.field, group)],
    keys: plan.keys.slice(1),
    after: here ? plan.after?.slice(1) : undefined,
  };
}

/** Rows in id order; where a predicate fixes the value of an indexed column, that index has them in id order too. */
function idIndex(predicates: readonly Predicate[]): { readonly field: string; readonly valuesOnly: false } {
  const fixed = predicates.find(
    (predicate) => predicate.kind === "equal" || (predicate.kind === "missing" && !predicate.orWord),
  );
  return { field: fixed?.field ?? "id", valuesOnly: false };
}
