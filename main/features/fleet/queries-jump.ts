/**
 * Getting far into an ordered list without blocking the store's thread: in hops of a bearable number of rows, each leaving a mark from
 * which later jumps go on. Marks live in the memo: they are forgotten as soon as a row changes.
 */
import type { WriteDb } from "../../store/db.ts";
import { carried } from "./columns.ts";
import { findRows } from "./page-plan.ts";
import { keyValuesAt, orderOf, type PageQuestion, predicatesOf, scopeOf } from "./queries-page.ts";
import type { KeyValue } from "./row-order.ts";

/** Rows passed in one hop: along an index that holds all that is asked, and where rows must be read. */
const farHop = 50_000;
const nearHop = 10_000;

export interface Hop {
  /** Rows passed; fewer than asked for where more hops are needed, or where the list has ended. */
  readonly passed: number;
  /** Key values of the last row passed; undefined: the list has ended. */
  readonly after: readonly KeyValue[] | undefined;
}

/** Passes up to `count` rows behind `question.after`, which is row number `position` of the list (0: its beginning; undefined: not known). */
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
  const passed = Math.min(count, isIndexed ? farHop : nearHop);
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
