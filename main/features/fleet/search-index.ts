/**
 * The trigram index over all searched columns of a row, folded. It finds the rows that may contain a text; the condition of the predicate
 * decides. Without positions and columns it has 90 bytes per endpoint.
 *
 * Invariant: every row up to the last one in the index is in it, and later rows are candidates for every text. So the index of a migrated
 * database is extended in steps in the background, and answers are complete meanwhile.
 */
import type { Collection } from "#shared/records/schema.ts";
import { foldName, foldText } from "#shared/rules/fold-text.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import type { SqlPart } from "../../core/store/sql.ts";
import { searchColumns, tableOf } from "./columns.ts";
import type { Predicate } from "./predicates.ts";

/** Collections that may have a million rows; others are read. */
const indexed: ReadonlySet<Collection> = new Set<Collection>(["endpoint", "sim"]);
/** Rows per step, so that other work runs in between; at least a page of a sync, whose rows are indexed at once after the first sync. */
const rowsPerStep = 1000;
/** A text of one or two characters that begins more trigrams is in too many rows for the index to help. */
const mostTerms = 40;

/** The rows (`rid`) that may satisfy a predicate; undefined where the index cannot tell. */
export function candidatesOf(db: ReadDb, collection: Collection, predicate: Predicate): SqlPart | undefined {
  if (!indexed.has(collection)) return undefined;
  const match = matchOf(db, collection, predicate);
  if (match === undefined) return undefined;
  const table = tableOf(collection);
  return {
    sql: `SELECT rowid AS rid FROM ${table}_search WHERE ${table}_search MATCH ?
      UNION ALL SELECT rid FROM ${table} WHERE rid > ?`,
    values: [match, lastIndexed(db, collection)],
  };
}

/** The query for the index; undefined where it cannot help. */
function matchOf(db: ReadDb, collection: Collection, predicate: Predicate): string | undefined {
  switch (predicate.kind) {
    case "or": {
      const matches = predicate.parts.map((part) => matchOf(db, collection, part));
      return matches.includes(undefined) ? undefined : [...new Set(matches)].join(" OR ");
    }
    case "contains":
    case "folded":
      return matchOfTexts(db, collection, predicate.field, [predicate.text]);
    case "pattern":
      return matchOfTexts(db, collection, predicate.field, predicate.literals);
    default:
      return undefined;
  }
}

function matchOfTexts(db: ReadDb, collection: Collection, field: string, texts: readonly string[]): string | undefined {
  if (!isSearchColumn(collection, field)) return undefined;
  const fold = searchColumns[collection].names.includes(field) ? foldName : foldText;
  const folded = texts.map((text) => Array.from(fold(text)));
  const trigrams = new Set(
    folded.flatMap((text) => text.slice(2).map((_, index) => text.slice(index, index + 3).join(""))),
  );
  if (trigrams.size > 0) return `(${[...trigrams].map(quoted).join(" AND ")})`;
  const [longest = ""] = folded.map((text) => text.join("")).toSorted((a, b) => b.length - a.length);
  const terms = longest === "" ? undefined : trigramsWith(db, collection, longest);
  // The empty phrase matches no row.
  return terms && `(${(terms.length === 0 ? [""] : terms).map(quoted).join(" OR ")})`;
}

function isSearchColumn(collection: Collection, column: string): boolean {
  const { names, identifiers } = searchColumns[collection];
  return names.includes(column) || identifiers.includes(column);
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** The indexed trigrams that begin with a shorter text; undefined when there are too many. */
function trigramsWith(db: ReadDb, collection: Collection, text: string): readonly string[] | undefined {
  const terms: string[] = [];
  for (let from = text; terms.length <= mostTerms; from = `${terms.at(-1)}\0`) {
    const next = db.get<{ term: string }>(
      `SELECT term FROM ${tableOf(collection)}_search_terms WHERE term >= ? LIMIT 1`,
      from,
    );
    if (next?.term.startsWith(text) !== true) return terms;
    terms.push(next.term);
  }
  return undefined;
}

function lastIndexed(db: ReadDb, collection: Collection): number {
  const sql = `SELECT rowid FROM ${tableOf(collection)}_search ORDER BY rowid DESC LIMIT 1`;
  return db.get<{ rowid: number }>(sql)?.rowid ?? 0;
}

/** Indexes the next rows of one collection; false when all are indexed. */
export function extendSearchIndex(db: WriteDb): boolean {
  for (const collection of indexed) {
    const table = tableOf(collection);
    const next = `SELECT rid FROM ${table} WHERE rid > ? ORDER BY rid LIMIT ${rowsPerStep}`;
    const { changes } = db.run(`${insertTexts(collection)} WHERE rid IN (${next})`, lastIndexed(db, collection));
    if (changes > 0) return true;
  }
  return false;
}

/** Call for each row whose columns changed. */
export function updateSearchIndex(db: WriteDb, collection: Collection, rid: number, changed: readonly string[]): void {
  if (!changed.some((column) => isSearchColumn(collection, column))) return;
  if (removeFromSearchIndex(db, collection, rid)) db.run(`${insertTexts(collection)} WHERE rid = ?`, rid);
}

/** Call for each row that is deleted; returns whether it was indexed. */
export function removeFromSearchIndex(db: WriteDb, collection: Collection, rid: number): boolean {
  return (
    indexed.has(collection) && db.run(`DELETE FROM ${tableOf(collection)}_search WHERE rowid = ?`, rid).changes > 0
  );
}

/** One per line, and two empty lines: the last one and two characters also begin a trigram. */
function insertTexts(collection: Collection): string {
  const table = tableOf(collection);
  const { names, identifiers } = searchColumns[collection];
  const lines = (columns: readonly string[]): string => `concat_ws(char(10), ${["''", ...columns].join(", ")})`;
  return `INSERT INTO ${table}_search (rowid, text)
    SELECT rid, fold_name(${lines(names)}) || fold(${lines(identifiers)}) || char(10, 10) FROM ${table}`;
}
