/**
 * Jumps far into an ordered list without blocking the store's thread: in steps of a limited number of rows, each saving an anchor from
 * which later jumps continue. Anchors are part of the memo, so they are discarded as soon as a row changes.
 */
import type { WriteDb } from "../../core/store/db.ts";
import { carried } from "./columns.ts";
import { findRows } from "./page-plan.ts";
import { keyValuesAt, orderOf, type PageQuestion, predicatesOf, scopeOf } from "./queries-page.ts";
import type { CursorKey } from "../../core/store/cursor.ts";

/** Rows skipped per step: along an index that covers the query, and where rows must be read. */
const coveredHop = 50_000;
const uncoveredHop = 10_000;

export interface Hop {
  /** Rows skipped; fewer than requested if more steps are needed, or if the list has ended. */
  readonly passed: number;
  /** Key values of the last row skipped; undefined: the list has ended. */
  readonly after: readonly CursorKey[] | undefined;
}

/** Skips up to `count` rows after `question.after`, which is row number `position` of the list (0: its beginning; undefined: unknown). */
export function passRows(db: WriteDb, question: PageQuestion, position: number | undefined, count: number): Hop {
  const scope = scopeOf(db, question);
  const keys = orderOf(question);
  const predicates = predicatesOf(scope, question);
  const name = JSON.stringify([predicates, keys]);
  const anchors = scope.memo.anchors.get(name) ?? [];
  const until = (position ?? 0) + count;
  if (position !== undefined) {
    const nearest = anchors.findLast((anchor) => anchor.position <= until && anchor.position > position);
    if (nearest !== undefined) return { passed: nearest.position - position, after: nearest.after };
  }
  const everywhere = ["id", ...carried[question.collection]];
  const here = [...everywhere, keys.find(({ field }) => !everywhere.includes(field))?.field];
  const isIndexed = [...keys, ...predicates].every(({ field }) => here.includes(field));
  const passed = Math.min(count, isIndexed ? coveredHop : uncoveredHop);
  const result = findRows(scope, {
    filter: predicates,
    predicates,
    keys,
    after: question.after,
    skip: passed - 1,
    limit: 1,
  });
  const [rid] = result.rows;
  if (rid === undefined) return { passed: result.skipped, after: undefined };
  const after = keyValuesAt(db, question.collection, keys, rid);
  if (position !== undefined) {
    const mark = { position: position + passed, after };
    scope.memo.anchors.set(
      name,
      [...anchors, mark].toSorted((a, b) => a.position - b.position),
    );
  }
  return { passed, after };
}
