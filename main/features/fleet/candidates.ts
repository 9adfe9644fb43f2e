/** Sources of the rows that satisfy one predicate, and the number of these rows, up to a limit. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { SqlValue, WriteDb, ReadDb } from "../../core/store/db.ts";
import type { SqlPart } from "../../core/store/sql.ts";
import { carried, tableOf } from "./columns.ts";
import { both, conditionOf, type Predicate } from "./predicates.ts";
import { candidatesOf } from "./search-index.ts";

export interface Scope {
  /** Writable only for scratch tables in memory. */
  readonly db: WriteDb;
  readonly connection: number;
  readonly collection: Collection;
  readonly memo: Memo;
  readonly effort: Effort;
}

/** Limits that choose the cheapest plan; all values give the same rows. */
export interface Effort {
  /** The maximum number of rows to read and sort. */
  readonly collected: number;
  /** The same limit where an index covers the query, so that no row is read. */
  readonly coveredCollected: number;
  /** Index entries that the first step of a search looks at, and each of the others. */
  readonly firstStep: number;
  readonly step: number;
}

/** Measured on a million endpoints, for pages of 100 rows. */
export const measuredEffort: Effort = { collected: 3000, coveredCollected: 40_000, firstStep: 50_000, step: 25_000 };

/** Rows of `m` from one source; `where` holds the conditions that the source itself evaluates. */
export interface Source {
  readonly from: string;
  readonly fromValues: readonly SqlValue[];
  readonly where: SqlPart;
}

interface Sized {
  readonly predicate: Predicate;
  readonly size: number;
}

/** The predicate with the fewest rows, if they are at most `most`. */
export function smallest(scope: Scope, predicates: readonly Predicate[], most: number): Sized | undefined {
  let best: Sized | undefined;
  for (const predicate of predicates) {
    const size = sizeUpTo(scope, predicate, most);
    if (size > most || (best !== undefined && best.size <= size)) continue;
    best = { predicate, size };
    if (size <= 50) break;
  }
  return best;
}

const ranges: ReadonlySet<Predicate["kind"]> = new Set<Predicate["kind"]>(["equal", "prefix", "missing"]);

/**
 * A predicate whose index, combined with the fields of other predicates that it carries, leaves few rows after reading a limited number of
 * entries. Several conditions that select little alone often select much together.
 */
export function smallestCombined(scope: Scope, predicates: readonly Predicate[]): Predicate | undefined {
  const { collected: most, coveredCollected: mostCovered } = scope.effort;
  if (predicates.length < 2) return undefined;
  const ranged = predicates.filter(({ kind }) => ranges.has(kind));
  const driver = smallest(scope, ranged, mostCovered)?.predicate;
  if (driver === undefined) return undefined;
  const here = carried[scope.collection];
  const covered = predicates.filter(({ field }) => field !== driver.field && (field === "id" || here.includes(field)));
  if (covered.length === 0) return undefined;
  const own = ownRows(scope, driver);
  const condition = both(...covered.map(conditionOf));
  const sql = `SELECT count(*) AS n FROM (${own.sql} AND ${condition.sql} LIMIT ${most + 1})`;
  const count = scope.db.get<{ n: number }>(sql, ...own.values, ...condition.values)?.n ?? 0;
  return count <= most ? driver : undefined;
}

/**
 * Number of rows of a predicate's source; `most + 1` means any number above `most`. What would read every row, or several indexes, is not
 * counted.
 */
function sizeUpTo(scope: Scope, predicate: Predicate, most: number): number {
  const key = `${most} ${JSON.stringify(predicate)}`;
  const cached = scope.memo.sizes.get(key);
  if (cached !== undefined) return cached;
  if (isWide(predicate) && !isSeekable(scope, predicate)) return most + 1;
  // Candidates are slightly more than the matches, and can be counted without reading a row.
  const inner = candidatesOf(scope.db, scope.collection, predicate) ?? ownRows(scope, predicate, "UNION ALL");
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM (${inner.sql}) LIMIT ${most + 1})`;
  const size = scope.db.get<{ n: number }>(sql, ...inner.values)?.n ?? 0;
  scope.memo.sizes.set(key, size);
  return size;
}

/** Rows from the predicate's own index, or from the search index where it helps. */
export function sourceOf(scope: Scope, predicate: Predicate): Source {
  const candidates = fewCandidates(scope, predicate);
  if (candidates === undefined) return ownSource(scope, predicate);
  const here: SqlPart = { sql: "m.connection = ?", values: [scope.connection] };
  return { ...among(scope, candidates), where: both(here, conditionOf(predicate)) };
}

/** The rows of a list of row numbers (`rid`). */
function among({ collection }: Scope, rids: SqlPart): Omit<Source, "where"> {
  return { from: `(${rids.sql}) w CROSS JOIN ${tableOf(collection)} m ON m.rid = w.rid`, fromValues: rids.values };
}

/** Candidates of the search index, unless reading the predicate's own index is faster. */
function fewCandidates(scope: Scope, predicate: Predicate): SqlPart | undefined {
  const candidates = candidatesOf(scope.db, scope.collection, predicate);
  const most = scope.effort.coveredCollected;
  if (candidates === undefined || isWide(predicate)) return candidates;
  return sizeUpTo(scope, predicate, most) <= most ? candidates : undefined;
}

/** Whether finding its rows may read several indexes, or every row. */
export function isWide({ kind }: Predicate): boolean {
  return kind === "or" || kind === "not";
}

/** Whether its rows are found without reading a whole index. */
function isSeekable(scope: Scope, predicate: Predicate): boolean {
  if (predicate.kind === "or") return predicate.parts.every((part) => isSeekable(scope, part));
  return ranges.has(predicate.kind) || candidatesOf(scope.db, scope.collection, predicate) !== undefined;
}

/** Rows from the predicate's own index. */
function ownSource(scope: Scope, predicate: Predicate): Source {
  const here: SqlPart = { sql: "m.connection = ?", values: [scope.connection] };
  if (isWide(predicate)) return { ...among(scope, ownRows(scope, predicate)), where: here };
  return { from: tableBy(scope, predicate.field), fromValues: [], where: both(here, conditionOf(predicate)) };
}

/** Row numbers from the predicate's own index, which covers the condition. "UNION ALL" may repeat rows, and can stop early. */
function ownRows(scope: Scope, predicate: Predicate, union: "UNION" | "UNION ALL" = "UNION"): SqlPart {
  if (predicate.kind === "or") {
    const parts = predicate.parts.map((part) => partRows(scope, part, union));
    return { sql: parts.map(({ sql }) => sql).join(` ${union} `), values: parts.flatMap(({ values }) => values) };
  }
  const condition = conditionOf(predicate);
  return {
    sql: `SELECT m.rid FROM ${tableBy(scope, predicate.field)} WHERE m.connection = ? AND ${condition.sql}`,
    values: [scope.connection, ...condition.values],
  };
}

function partRows(scope: Scope, part: Predicate, union: "UNION" | "UNION ALL"): SqlPart {
  if (fewCandidates(scope, part) === undefined) return ownRows(scope, part, union);
  const { from, fromValues, where } = sourceOf(scope, part);
  return { sql: `SELECT m.rid FROM ${from} WHERE ${where.sql}`, values: [...fromValues, ...where.values] };
}

export function indexOf(collection: Collection, field: string): string {
  return `${tableOf(collection)}_by_${field}`;
}

/** The collection's table, read through a field's index; without an index hint while that index is not built yet. */
export function tableBy({ db, collection, memo }: Scope, field: string): string {
  memo.deferred ??= new Set(db.all<{ name: string }>("SELECT name FROM fleet_deferred_index").map(({ name }) => name));
  const index = indexOf(collection, field);
  return `${tableOf(collection)} m${memo.deferred.has(index) ? "" : ` INDEXED BY ${index}`}`;
}

// What the store's thread caches between two queries of one collection, until its rows change. Losing it costs only time.

interface Memo {
  /** Differs after every change, which invalidates earlier counts. */
  readonly stamp: number;
  /** Number of rows of a predicate's source, up to a limit. */
  readonly sizes: Map<string, number>;
  /** Distinct values of a column in ascending order; an undefined entry means too many. */
  readonly groups: Map<string, readonly (string | number | null)[] | undefined>;
  readonly totals: Map<string, number>;
  /** Cached answers of facets. */
  readonly facets: Map<string, FacetAnswer>;
  /** Positions in ordered lists, in ascending order, from which a jump can continue. */
  readonly anchors: Map<string, Anchor[]>;
  /** Sets of row numbers by filter; see `page-plan.ts`. */
  readonly sets: Map<string, MatchSet | "too-many">;
  /** Indexes that are not built yet; undefined until read. */
  deferred: ReadonlySet<string> | undefined;
}

/** The rows of a filter, in a scratch table. */
export interface MatchSet {
  readonly slot: number;
  readonly generation: number;
  size: number;
  /** The rows up to this one were looked at. */
  until: number;
}

/** Key values of the row at `position` in a list. */
interface Anchor {
  readonly position: number;
  readonly after: readonly (string | number | null)[];
}

export interface FacetAnswer {
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly other: number;
}

interface Memos {
  lastStamp: number;
  readonly byCollection: Map<string, Memo>;
}

const memos = new WeakMap<ReadDb, Memos>();
/** Limit of cached entries per collection. */
const mostEntries = 500;

export function memoOf(db: ReadDb, connection: number, collection: Collection): Memo {
  const ofDb = memos.get(db) ?? { lastStamp: 0, byCollection: new Map<string, Memo>() };
  memos.set(db, ofDb);
  const key = `${connection} ${collection}`;
  const cached = ofDb.byCollection.get(key);
  if (cached !== undefined && cached.sizes.size < mostEntries && cached.totals.size + cached.anchors.size < mostEntries)
    return cached;
  ofDb.lastStamp += 1;
  const fresh: Memo = {
    stamp: ofDb.lastStamp,
    sizes: new Map(),
    groups: new Map(),
    totals: new Map(),
    facets: new Map(),
    anchors: new Map(),
    sets: new Map(),
    deferred: undefined,
  };
  ofDb.byCollection.set(key, fresh);
  return fresh;
}

/** Must be called after every change of the collection's rows. */
export function clearMemo(db: ReadDb, connection: number, collection: Collection): void {
  memos.get(db)?.byCollection.delete(`${connection} ${collection}`);
}

/** Must be called when indexes are dropped or built: they serve all connections. */
export function clearMemos(db: ReadDb): void {
  memos.get(db)?.byCollection.clear();
}
