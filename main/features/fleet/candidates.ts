/** Where rows that satisfy a predicate can be collected from directly, and how many there are at most. */
import type { Collection } from "#contract/fleet.ts";
import type { ReadDb, SqlValue } from "../../store/db.ts";
import { isDate, tableOf, words } from "./columns.ts";
import type { Memo } from "./memo.ts";
import { conditionOf, type Predicate, type SqlPart } from "./predicates.ts";

/** Up to so many rows are fetched and sorted; more are met soon enough by walking an index in order. */
export const mostCandidates = 5000;

export interface Scope {
  readonly db: ReadDb;
  readonly connection: number;
  readonly collection: Collection;
  readonly memo: Memo;
}

/** Rows of `m` from one source; `where` holds the condition that the source serves. */
export interface Source {
  readonly from: string;
  readonly fromValues: readonly SqlValue[];
  readonly where: SqlPart;
}

export function indexOf(collection: Collection, field: string): string {
  return `${tableOf(collection)}_by_${field}`;
}

/** The collection's table, read by way of a field's index; by itself while that index is still to be built. */
export function tableBy({ db, collection, memo }: Scope, field: string): string {
  memo.deferred ??= new Set(db.all<{ name: string }>("SELECT name FROM fleet_deferred_index").map(({ name }) => name));
  const index = indexOf(collection, field);
  return `${tableOf(collection)} m${memo.deferred.has(index) ? "" : ` INDEXED BY ${index}`}`;
}

/** The source with the fewest rows among the predicates' own; undefined when all have more than it pays to collect. */
export function smallestSource(scope: Scope, predicates: readonly Predicate[]): Source | undefined {
  let best: Source | undefined;
  let fewest = mostCandidates + 1;
  for (const predicate of predicates) {
    const size = sizeOf(scope, predicate);
    if (size === undefined || size >= fewest) continue;
    fewest = size;
    best = sourceOf(scope, predicate);
    if (size <= 50) break;
  }
  return best;
}

/** Rows that the predicate's source yields; undefined when more than `mostCandidates`. */
function sizeOf(scope: Scope, predicate: Predicate): number | undefined {
  const key = JSON.stringify(predicate);
  if (scope.memo.sizes.has(key)) return scope.memo.sizes.get(key);
  const counted = countUpTo(scope, sourceOf(scope, predicate), mostCandidates + 1);
  const size = counted > mostCandidates ? undefined : counted;
  scope.memo.sizes.set(key, size);
  return size;
}

function countUpTo(scope: Scope, source: Source, most: number): number {
  const inner = `SELECT 1 FROM ${source.from} WHERE ${source.where.sql} LIMIT ${most}`;
  const row = scope.db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (${inner})`,
    ...source.fromValues,
    ...source.where.values,
  );
  return row?.n ?? 0;
}

function sourceOf(scope: Scope, predicate: Predicate): Source {
  return trigramSource(scope, predicate) ?? indexSource(scope, predicate);
}

function indexSource(scope: Scope, predicate: Predicate): Source {
  const { connection, collection, db } = scope;
  const condition = conditionOf(narrowed(db, collection, connection, predicate));
  return {
    from: tableBy(scope, predicate.field),
    fromValues: [],
    where: { sql: `m.connection = ? AND ${condition.sql}`, values: [connection, ...condition.values] },
  };
}

/**
 * A text that begins like a year and a dash can, in dates written the usual way round, stand at their beginning alone: then the
 * index finds it. Whether there are others the partial index of odd dates knows.
 */
function narrowed(db: ReadDb, collection: Collection, connection: number, predicate: Predicate): Predicate {
  if (predicate.kind !== "contains" || !isDate(predicate.field) || !/^\d{4}-/.test(predicate.text)) return predicate;
  const { field, text } = predicate;
  const table = tableOf(collection);
  const odd = db.get(
    `SELECT 1 FROM ${table} INDEXED BY ${table}_odd_${field} WHERE connection = ? AND ${oddDate(field)} LIMIT 1`,
    connection,
  );
  return odd === undefined ? { kind: "prefix", field, prefix: text } : predicate;
}

/** As the migration's partial index has it, or SQLite does not use it. */
function oddDate(field: string): string {
  return `${field} IS NOT NULL AND (${field} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' OR ${field} GLOB '?*[0-9][0-9][0-9][0-9]-*')`;
}

/** Documents that hold every trigram of the literals; the condition itself still decides. */
function trigramSource({ collection, connection }: Scope, predicate: Predicate): Source | undefined {
  if (predicate.kind !== "contains" && predicate.kind !== "pattern") return undefined;
  if (words[collection]?.includes(predicate.field) !== true) return undefined;
  const literals = predicate.kind === "contains" ? [predicate.text] : predicate.literals;
  const trigrams = new Set(literals.flatMap(trigramsOf));
  if (trigrams.size === 0) return undefined;
  const table = tableOf(collection);
  const query = [...trigrams].map((trigram) => `${predicate.field}:"${trigram.replaceAll('"', '""')}"`).join(" AND ");
  const condition = conditionOf(predicate);
  return {
    from: `(SELECT rowid AS w FROM ${table}_words WHERE ${table}_words MATCH ?) CROSS JOIN ${table} m ON m.rid = w`,
    fromValues: [query],
    where: { sql: `m.connection = ? AND ${condition.sql}`, values: [connection, ...condition.values] },
  };
}

function trigramsOf(literal: string): string[] {
  const characters = Array.from(literal);
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(""));
}
