/** Reads pages, single rows and totals of the cache. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { FilterTerm, SortKey } from "../../core/api/query.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { contactVersion } from "../../core/store/endpoint-contacts.ts";
import { type Scope, measuredEffort, smallest, sourceOf } from "./candidates.ts";
import { tableOf, carried } from "./columns.ts";
import { canonical } from "../../core/store/record-id.ts";
import { memoOf } from "./memo.ts";
import { cachedSet, nextRows, findRows } from "./page-plan.ts";
import { type Predicate, both, conditionOf, predicateOf } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { reversed, withId } from "./row-order.ts";
import { bound } from "./row-writer.ts";
import { optimizePredicates } from "./optimize-predicates.ts";

export interface Question {
  readonly connection: number;
  readonly collection: Collection;
  readonly filter: readonly FilterTerm[];
  /** Restricts the rows to members of each of these lists. */
  readonly within?: readonly MemberList[];
}

/** A saved audience, or a scratch list of ids for one export. */
export interface MemberList {
  readonly of: "audience" | "selection";
  readonly list: number;
}

export interface PageQuestion extends Question {
  readonly sort: readonly SortKey[];
  /** Key values of the last row of the previous page. */
  readonly after: readonly CursorKey[] | undefined;
  readonly limit: number;
  /** Reads pages from the end of the list; the last row comes first. */
  readonly backward?: boolean;
}

export interface RecordRow {
  readonly id: string;
  readonly raw: string;
}

export interface RecordPage {
  readonly rows: readonly RecordRow[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: readonly CursorKey[] | undefined;
  /** Key values of the first row, for a page that was read backward. */
  readonly first: readonly CursorKey[] | undefined;
}

export interface SingleRow extends RecordRow {
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly changedAt: number;
}

/** One page, in order. */
export function readPage(db: WriteDb, question: PageQuestion): RecordPage {
  const { collection, limit } = question;
  const scope = scopeOf(db, question);
  const keys = orderOf(question);
  const predicates = predicatesOf(scope, question);
  const rids = nextRows(scope, { filter: predicates, predicates, keys, after: question.after, limit: limit + 1 });
  const table = tableOf(collection);
  const pageRids = rids.slice(0, limit);
  const rows = pageRids.flatMap((rid) => {
    const row = db.get<{ id: string | number; raw: string }>(
      `SELECT m.id, r.raw FROM ${table} m JOIN ${table}_raw r ON r.rid = m.rid WHERE m.rid = ?`,
      rid,
    );
    return row === undefined ? [] : [{ id: String(row.id), raw: row.raw }];
  });
  const [first, last] = [pageRids[0], pageRids.at(-1)];
  const valuesAt = (rid: number | undefined): readonly CursorKey[] | undefined =>
    rid === undefined ? undefined : keyValuesAt(db, collection, keys, rid);
  return {
    rows,
    next: rids.length > limit ? valuesAt(last) : undefined,
    first: question.backward === true ? valuesAt(first) : undefined,
  };
}

/** The values of a row's sort keys. */
export function keyValuesAt(
  db: ReadDb,
  collection: Collection,
  keys: readonly SortKey[],
  rid: number,
): readonly CursorKey[] {
  const names = keys.map(({ field }) => field);
  const sql = `SELECT ${names.join(", ")} FROM ${tableOf(collection)} WHERE rid = ?`;
  const row = db.get<Record<string, CursorKey>>(sql, rid) ?? {};
  return names.map((name) => row[name] ?? null);
}

/** The sort keys of a query, including the id. */
export function orderOf({ sort, backward }: PageQuestion): readonly SortKey[] {
  return backward === true ? reversed(withId(sort)) : withId(sort);
}

/** The predicates of a query. */
export function predicatesOf(scope: Scope, { collection, filter, within = [] }: Question): readonly Predicate[] {
  const terms = optimizePredicates(
    scope,
    filter.map((term) => predicateOf(collection, term)),
  );
  return [...within.map((list): Predicate => ({ kind: "member", field: "id", ...list })), ...terms];
}

/** One row by its id. */
export function readRow(db: ReadDb, connection: number, collection: Collection, id: string): SingleRow | undefined {
  const table = tableOf(collection);
  const row = db.get<{
    id: string | number;
    raw: string;
    first_seen: number;
    changed_at: number;
    last_seen: number | null;
  }>(
    `SELECT m.id, r.raw, m.first_seen, m.changed_at, coalesce(f.ended_at, f.started_at) AS last_seen
      FROM ${table} m INDEXED BY ${table}_by_id JOIN ${table}_raw r ON r.rid = m.rid JOIN ${table}_seen s ON s.rid = m.rid
      LEFT JOIN fleet_run f ON f.run = s.run WHERE m.connection = ? AND m.id = ?`,
    connection,
    bound(canonical(id)),
  );
  if (row === undefined) return undefined;
  const { first_seen: firstSeen, changed_at: changedAt, last_seen: lastSeen } = row;
  return { id: String(row.id), raw: row.raw, firstSeen, changedAt, lastSeen: lastSeen ?? changedAt };
}

/** Rows counted per call, so that other work runs in between. */
const rowsPerCount = 50_000;

export interface CountStep {
  readonly total: number;
  /** Where the next step continues; undefined when `total` is final. */
  readonly next: number | undefined;
  /** Differs if rows have changed since the count began. */
  readonly stamp: number;
}

/** Counts the rows of a filter in steps; pass the previous step. */
export function countRows(db: WriteDb, question: Question, before?: CountStep): CountStep {
  const scope = scopeOf(db, question);
  const { memo } = scope;
  const key = JSON.stringify([question.filter, question.within]);
  const { stamp, total: previousTotal, next: from = 0 } = before ?? { stamp: memo.stamp, total: 0 };
  const done = (total: number): CountStep => {
    if (stamp === memo.stamp) memo.totals.set(key, total);
    return { total, next: undefined, stamp };
  };
  const cached = memo.totals.get(key);
  if (cached !== undefined) return done(cached);
  const predicates = predicatesOf(scope, question);
  const set = cachedSet(scope, predicates);
  if (set !== undefined) return done(set.size);
  const conditions = both(...predicates.map(conditionOf));
  const few = smallest(scope, predicates, scope.effort.collected);
  if (few?.size === 0) return done(0);
  if (few !== undefined) {
    const source = sourceOf(scope, few.predicate);
    const where = both(source.where, conditions);
    const sql = `SELECT count(*) AS n FROM ${source.from} WHERE ${where.sql}`;
    return done(db.get<{ n: number }>(sql, ...source.fromValues, ...where.values)?.n ?? 0);
  }
  const table = tableOf(question.collection);
  const last = db.get<{ rid: number | null }>(`SELECT max(rid) AS rid FROM ${table}`)?.rid ?? 0;
  const until = from + rowsPerCount;
  const range = { sql: "rid > ? AND rid <= ? AND connection = ?", values: [from, until, question.connection] };
  const where = both(range, conditions);
  const sql = `SELECT count(*) AS n FROM ${table} NOT INDEXED WHERE ${where.sql}`;
  const total = previousTotal + (db.get<{ n: number }>(sql, ...where.values)?.n ?? 0);
  return until >= last ? done(total) : { total, next: until, stamp };
}

/** What all queries of one collection share in the store's thread. */
export function scopeOf(db: WriteDb, { connection, collection }: Question): Scope {
  return { db, connection, collection, memo: memoOf(db, connection, collection), effort: measuredEffort };
}

// Jumps far into an ordered list without blocking the store's thread: in steps of a limited number of rows, each saving an anchor from
// which later jumps continue. Anchors are part of the memo, so they are discarded as soon as a row changes.

/** Rows skipped per step: along an index that covers the query, and where rows must be read. */
const coveredHop = 50_000;
const uncoveredHop = 10_000;

interface Hop {
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
  const isBySeen = keys.some(({ field }) => field === "seen");
  const name = JSON.stringify([predicates, keys, isBySeen ? contactVersion(db) : undefined]);
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
