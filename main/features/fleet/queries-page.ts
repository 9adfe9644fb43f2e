/** Reading pages, single rows and totals of the cache. */
import type { Collection } from "#contract/fleet.ts";
import type { FilterTerm, SortKey } from "../../api/query.ts";
import type { ReadDb, WriteDb } from "../../store/db.ts";
import { measuredEffort, type Scope, smallest, sourceOf } from "./candidates.ts";
import { canonical, tableOf } from "./columns.ts";
import { memoOf } from "./memo.ts";
import { nextRows } from "./page-plan.ts";
import { both, conditionOf, predicateOf } from "./predicates.ts";
import { type KeyValue, withId } from "./row-order.ts";
import { bound } from "./row-writer.ts";
import { settlePredicates } from "./settle-predicates.ts";

export interface Question {
  readonly connection: number;
  readonly collection: Collection;
  readonly filter: readonly FilterTerm[];
}

export interface PageQuestion extends Question {
  readonly sort: readonly SortKey[];
  /** Key values of the last row of the page before. */
  readonly after: readonly KeyValue[] | undefined;
  readonly limit: number;
}

export interface FoundRow {
  readonly id: string;
  readonly raw: string;
}

export interface FoundPage {
  readonly rows: readonly FoundRow[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: readonly KeyValue[] | undefined;
}

export interface SingleRow extends FoundRow {
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly changedAt: number;
}

/** One page in order. */
export function readPage(db: WriteDb, question: PageQuestion): FoundPage {
  const { collection, limit } = question;
  const scope = scopeOf(db, question);
  const keys = withId(question.sort);
  const predicates = settlePredicates(
    scope,
    question.filter.map((term) => predicateOf(collection, term)),
  );
  const rids = nextRows(scope, { filter: predicates, predicates, keys, after: question.after, limit: limit + 1 });
  const table = tableOf(collection);
  const shown = rids.slice(0, limit);
  const rows = shown.flatMap((rid) => {
    const row = db.get<{ id: string | number; raw: string }>(
      `SELECT m.id, r.raw FROM ${table} m JOIN ${table}_raw r ON r.rid = m.rid WHERE m.rid = ?`,
      rid,
    );
    return row === undefined ? [] : [{ id: String(row.id), raw: row.raw }];
  });
  const last = shown.at(-1);
  if (rids.length <= limit || last === undefined) return { rows, next: undefined };
  const names = keys.map(({ field }) => field);
  const end = db.get<Record<string, KeyValue>>(`SELECT ${names.join(", ")} FROM ${table} WHERE rid = ?`, last) ?? {};
  return { rows, next: names.map((name) => end[name] ?? null) };
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

/** Rows looked at in one call of a count, so that other work gets its turn. */
const rowsPerCount = 50_000;

export interface CountStep {
  readonly total: number;
  /** Where to go on; undefined when `total` is the whole answer. */
  readonly next: number | undefined;
}

/** Counts what a filter lets through, in steps: pass `next` and `total` of the step before. */
export function countRows(db: WriteDb, question: Question, from: number, counted: number): CountStep {
  const scope = scopeOf(db, question);
  const key = JSON.stringify(question.filter);
  const known = scope.memo.totals.get(key);
  if (known !== undefined) return { total: known, next: undefined };
  const predicates = settlePredicates(
    scope,
    question.filter.map((term) => predicateOf(question.collection, term)),
  );
  const conditions = both(...predicates.map(conditionOf));
  const few = smallest(scope, predicates, scope.effort.collected);
  if (few !== undefined) {
    const source = sourceOf(scope, few.predicate);
    const where = both(source.where, conditions);
    const sql = `SELECT count(*) AS n FROM ${source.from} WHERE ${where.sql}`;
    return done(scope, key, db.get<{ n: number }>(sql, ...source.fromValues, ...where.values)?.n ?? 0);
  }
  const table = tableOf(question.collection);
  const last = db.get<{ rid: number | null }>(`SELECT max(rid) AS rid FROM ${table}`)?.rid ?? 0;
  const until = from + rowsPerCount;
  const range = { sql: "rid > ? AND rid <= ? AND connection = ?", values: [from, until, question.connection] };
  const where = both(range, conditions);
  const sql = `SELECT count(*) AS n FROM ${table} NOT INDEXED WHERE ${where.sql}`;
  const total = counted + (db.get<{ n: number }>(sql, ...where.values)?.n ?? 0);
  return until >= last ? done(scope, key, total) : { total, next: until };
}

function done(scope: Scope, key: string, total: number): CountStep {
  scope.memo.totals.set(key, total);
  return { total, next: undefined };
}

function scopeOf(db: WriteDb, { connection, collection }: Question): Scope {
  return { db, connection, collection, memo: memoOf(db, connection, collection), effort: measuredEffort };
}
