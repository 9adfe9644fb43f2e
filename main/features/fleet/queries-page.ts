/** Reads pages, single rows and totals of the cache. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { FilterTerm, SortKey } from "../../core/api/query.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { placeholders, type SqlPart } from "../../core/store/sql.ts";
import { contactVersion } from "../../core/store/endpoint-contacts.ts";
import {
  type Scope,
  measuredEffort,
  smallest,
  sourceOf,
  tableBy,
  memoOf,
  indexOf,
  type FacetAnswer,
} from "./candidates.ts";
import { tableOf, isDate, bound, columns } from "./columns.ts";
import { boundId } from "../../core/store/record-id.ts";
import { cachedSet, findRows, keyValuesAt, reversed, withId } from "./page-plan.ts";
import { type Predicate, both, conditionOf, predicateOf } from "./predicates.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { findField } from "../../core/api/query-fields.ts";
import { choicesOf } from "../../core/api/inputs.ts";

interface Question {
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
  /** Of the first step, where this is another one of a search. */
  readonly stamp?: number;
}

export interface RecordRow {
  readonly id: string;
  readonly raw: string;
}

export interface RecordPage {
  readonly rows: readonly RecordRow[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: readonly CursorKey[] | undefined;
  /** The step ended before the page was full: the next one continues after `next`, or from the beginning. */
  readonly isPartial: boolean;
  /** Of the first step: later steps tell by it whether rows have changed. */
  readonly stamp: number;
  /** Key values of the first row, for a page that was read backward. */
  readonly first: readonly CursorKey[] | undefined;
}

interface SingleRow extends RecordRow {
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly changedAt: number;
}

/** One step of reading a page, in order. */
export function readPage(db: WriteDb, question: PageQuestion): RecordPage {
  const { collection, limit, after } = question;
  const scope = scopeOf(db, question);
  const { stamp } = scope.memo;
  const keys = orderOf(question);
  const predicates = predicatesOf(scope, question);
  const plan = { filter: predicates, predicates, keys, after, skip: 0, limit: limit + 1 };
  // After a change of rows, the rest is walked: a sync would make the set begin again and again.
  const step = question.stamp === undefined ? "first" : question.stamp === stamp ? "next" : "walk";
  const { rows: rids, continuation } = findRows(scope, plan, step);
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
    rid === undefined ? undefined : keyValuesAt(scope, keys, rid);
  return {
    rows,
    next:
      continuation === undefined ? (rids.length > limit ? (valuesAt(last) ?? after) : undefined) : continuation.after,
    isPartial: continuation !== undefined,
    stamp: question.stamp ?? stamp,
    first: question.backward === true ? valuesAt(first) : undefined,
  };
}

/** The sort keys of a query, including the id. */
function orderOf({ sort, backward }: PageQuestion): readonly SortKey[] {
  return backward === true ? reversed(withId(sort)) : withId(sort);
}

/** The predicates of a query. */
function predicatesOf(scope: Scope, { collection, filter, within = [] }: Question): readonly Predicate[] {
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
    `SELECT m.id, r.raw, m.first_seen, m.changed_at, f.started_at AS last_seen
      FROM ${table} m INDEXED BY ${table}_by_id JOIN ${table}_raw r ON r.rid = m.rid JOIN ${table}_seen s ON s.rid = m.rid
      LEFT JOIN fleet_run f ON f.run = s.run WHERE m.connection = ? AND m.id = ?`,
    connection,
    boundId(id),
  );
  if (row === undefined) return undefined;
  const { first_seen: firstSeen, changed_at: changedAt, last_seen: lastSeen } = row;
  return { id: String(row.id), raw: row.raw, firstSeen, changedAt, lastSeen: lastSeen ?? changedAt };
}

/** Rows counted per call, so that other work runs in between. */
const rowsPerCount = 20_000;

interface CountStep {
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

interface Hop {
  /** Rows skipped; fewer than requested if more steps are needed, or if the list has ended. */
  readonly passed: number;
  /** Where the next step, or the page, begins. */
  readonly after: readonly CursorKey[] | undefined;
  readonly isEnd: boolean;
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
    if (nearest !== undefined) return { passed: nearest.position - position, after: nearest.after, isEnd: false };
  }
  const plan = { filter: predicates, predicates, keys, after: question.after, skip: count - 1, limit: 1 };
  const { rows, skipped, continuation } = findRows(scope, plan, "walk");
  const [rid] = rows;
  if (rid === undefined && continuation === undefined) return { passed: skipped, after: undefined, isEnd: true };
  const passed = rid === undefined ? skipped : count;
  const after = rid === undefined ? continuation?.after : keyValuesAt(scope, keys, rid);
  if (position !== undefined && after !== undefined && passed > 0) {
    const mark = { position: position + passed, after };
    scope.memo.anchors.set(
      name,
      [...anchors, mark].toSorted((a, b) => a.position - b.position),
    );
  }
  return { passed, after, isEnd: false };
}

// Rewrites predicates to the form that an index serves best, where the cached rows allow it.

/** Predicates for the same rows that are faster to evaluate. */
export function optimizePredicates(scope: Scope, predicates: readonly Predicate[]): readonly Predicate[] {
  return predicates.map((predicate) => {
    if (predicate.kind === "missing") return withoutWord(scope, predicate);
    if (predicate.kind === "contains") return atBeginning(scope, predicate);
    return predicate;
  });
}

/** The criterion `null` also matches the literal text "null", which hardly ever occurs. */
function withoutWord(scope: Scope, predicate: Predicate & { readonly kind: "missing" }): Predicate {
  const { field } = predicate;
  const word = scope.db.get(
    `SELECT 1 FROM ${tableBy(scope, field)} WHERE connection = ? AND ${field} = 'null' LIMIT 1`,
    scope.connection,
  );
  return word === undefined ? { ...predicate, orWord: false } : predicate;
}

/**
 * In dates written year first, a text like "2031-" can only occur at the beginning, so it becomes a prefix. The partial index of exceptions
 * tells whether there are other dates.
 */
function atBeginning(scope: Scope, predicate: Predicate & { readonly kind: "contains" }): Predicate {
  const { field, text } = predicate;
  if (!isDate(field) || !/^\d{4}-/.test(text)) return predicate;
  const table = tableOf(scope.collection);
  const odd = scope.db.get(
    `SELECT 1 FROM ${table} INDEXED BY ${table}_odd_${field} WHERE connection = ? AND ${oddDate(field)} LIMIT 1`,
    scope.connection,
  );
  return odd === undefined ? { kind: "prefix", field, prefix: text } : predicate;
}

/** Must equal the condition in the migration literally, otherwise SQLite does not use its index. */
function oddDate(field: string): string {
  return `${field} IS NOT NULL AND
      (${field} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' OR ${field} GLOB '?*[0-9][0-9][0-9][0-9]-*')`;
}

// Counts how often each value of a field occurs, in steps of a limited number of rows. Equal values are adjacent in the field's index, so
// only the most frequent ones need to be stored. Where they are not adjacent (tags, of which a row has several; an index that is not built
// yet), all values are stored, up to a limit.

export interface FacetQuestion extends Question {
  readonly field: string;
  readonly limit: number;
}

type ValueCount = readonly [value: CursorKey, count: number];

/** Progress of a count. */
interface FacetProgress {
  readonly stamp: number;
  /** Rows without a value come first, by id; then the others by value. By row number while the field's index is not built. */
  readonly phase: "missing" | "values" | "rows";
  /** The last row that was counted. */
  readonly after: readonly CursorKey[] | undefined;
  readonly counts: readonly ValueCount[];
  readonly other: number;
}

type FacetStep = { readonly answer: FacetAnswer } | { readonly next: FacetProgress };

/** Index entries per step, and rows per step where rows must be read. */
const entriesPerStep = 10_000;
const rowsPerStep = 5_000;
/** Limit of stored values where equal values are not adjacent. */
const mostValues = 5_000;

/** Runs one step of a count; pass the progress returned by the previous step. */
export function countFacet(db: WriteDb, question: FacetQuestion, before?: FacetProgress): FacetStep {
  const scope = scopeOf(db, question);
  const { memo } = scope;
  const { field, limit, filter, within } = question;
  const name = JSON.stringify([field, limit, filter, within]);
  const cached = memo.facets.get(name);
  if (cached !== undefined) return { answer: cached };
  const predicates = predicatesOf(scope, question);
  const progress = before ?? begin(scope, field);
  const few = before === undefined ? smallest(scope, predicates, scope.effort.collected) : undefined;
  const step =
    few === undefined ? advance(scope, question, predicates, progress) : all(scope, field, predicates, few.predicate);
  const next = mergeCounts(question, { ...progress, ...step, counts: [...progress.counts, ...step.counts] });
  if (step.phase !== "done") return { next: { ...next, phase: step.phase } };
  const visible = next.counts.slice(0, limit);
  const cut = next.counts.slice(limit).reduce((sum, [, count]) => sum + count, 0);
  const answer = { values: visible.map((one) => describe(scope, field, one)), other: next.other + cut };
  if (progress.stamp === memo.stamp) memo.facets.set(name, answer);
  return { answer };
}

function begin(scope: Scope, field: string): FacetProgress {
  tableBy(scope, field);
  const isIndexed = scope.memo.deferred?.has(indexOf(scope.collection, field)) !== true;
  return { stamp: scope.memo.stamp, phase: isIndexed ? "missing" : "rows", after: undefined, counts: [], other: 0 };
}

interface Step {
  readonly phase: FacetProgress["phase"] | "done";
  readonly after: readonly CursorKey[] | undefined;
  readonly counts: readonly ValueCount[];
}

function all(scope: Scope, field: string, predicates: readonly Predicate[], driver: Predicate): Step {
  const { from, fromValues, where } = sourceOf(scope, driver);
  const conditions = both(where, ...predicates.map(conditionOf));
  return { phase: "done", after: undefined, counts: count(scope, field, from, fromValues, conditions) };
}

function advance(
  scope: Scope,
  { field }: FacetQuestion,
  predicates: readonly Predicate[],
  progress: FacetProgress,
): Step {
  const { db, connection } = scope;
  const { phase, after } = progress;
  const isRows = phase === "rows";
  const from = isRows ? `${tableOf(scope.collection)} m NOT INDEXED` : tableBy(scope, field);
  const keys = { missing: ["id"], values: [field, "id"], rows: ["rid"] }[phase];
  const tuple = `(${keys.map((key) => `m.${key}`).join(", ")})`;
  const boundary = (sign: string, place: readonly CursorKey[] | undefined): SqlPart =>
    place === undefined
      ? { sql: "", values: [] }
      : { sql: `${tuple} ${sign} (${placeholders(keys)})`, values: place.map(bound) };
  const here: SqlPart = { sql: "m.connection = ?", values: [connection] };
  const kind: SqlPart = { sql: isRows ? "" : `m.${field} IS ${phase === "missing" ? "" : "NOT "}NULL`, values: [] };
  const stretch = both(here, kind, boundary(">", after));
  const names = keys.map((key, index) => `m.${key} AS k${index}`).join(", ");
  const order = keys.map((key) => `m.${key}`).join(", ");
  const stepSize = predicates.length === 0 ? entriesPerStep : rowsPerStep;
  const end = db.get<Record<string, CursorKey>>(
    `SELECT ${names} FROM ${from} WHERE ${stretch.sql} ORDER BY ${order} LIMIT 1 OFFSET ?`,
    ...stretch.values,
    stepSize - 1,
  );
  const until = end === undefined ? undefined : keys.map((_, index) => end[`k${index}`] ?? null);
  const conditions = both(stretch, boundary("<=", until), ...predicates.map(conditionOf));
  const counts = count(scope, field, from, [], conditions);
  if (until !== undefined) return { phase, after: until, counts };
  return { phase: phase === "missing" ? "values" : "done", after: undefined, counts };
}

function count(
  { db, collection }: Scope,
  field: string,
  from: string,
  fromValues: readonly SqlValue[],
  { sql, values }: SqlPart,
): readonly ValueCount[] {
  const rows = db.all<{ v: CursorKey; n: number }>(
    `SELECT m.${field} AS v, count(*) AS n FROM ${from} WHERE ${sql} GROUP BY m.${field}`,
    ...fromValues,
    ...values,
  );
  if (!isList(collection, field)) return rows.map(({ v, n }) => [v, n]);
  return rows.flatMap(({ v, n }) => tagsOf(v).map((tag): ValueCount => [tag, n]));
}

/** Merges the counts of equal values, most frequent first; values that can no longer be among the first are only added to `other`. */
function mergeCounts(
  { collection, field, limit }: FacetQuestion,
  { counts, other, ...rest }: Omit<FacetProgress, "phase"> & { readonly phase: Step["phase"] },
): Omit<FacetProgress, "phase"> {
  const sums = new Map<CursorKey, number>();
  for (const [value, n] of counts) sums.set(value, (sums.get(value) ?? 0) + n);
  // Along the index, the value of the last row may continue in the next step, so its count is stored however small it is.
  const unfinished = rest.phase === "values" ? (rest.after?.[0] ?? undefined) : undefined;
  const ordered = [...sums].toSorted(
    ([a, n], [b, m]) =>
      Number(b === unfinished) - Number(a === unfinished) || m - n || (String(a) < String(b) ? -1 : 1),
  );
  const valueLimit = rest.phase === "rows" || isList(collection, field) ? mostValues : limit + 1;
  const dropped = ordered.slice(valueLimit).reduce((sum, [, n]) => sum + n, 0);
  return { ...rest, counts: ordered.slice(0, valueLimit), other: other + dropped };
}

/** Tags are one text in the record and several values on screen. */
function isList(collection: Collection, field: string): boolean {
  return collection === "endpoint" && field === "tags";
}

function tagsOf(value: CursorKey): readonly CursorKey[] {
  if (typeof value !== "string") return [value];
  const tags = value.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
  return tags.length === 0 ? [null] : [...new Set(tags)];
}

function describe(scope: Scope, field: string, [value, n]: ValueCount): FacetAnswer["values"][number] {
  const isExact = findField(scope.collection, field)?.match?.kind === "exact";
  // The filter grammar has a criterion for "no value" only for fields compared as a whole.
  if (value === null) return { value: isExact ? "null" : "", label: t(($) => $.fleet.filter.noValue), count: n };
  const text = String(value);
  const choice = choicesOf(scope.collection, field)?.find((one) => one.value === text)?.label;
  return { value: text, label: choice ?? labelOf(scope, field, value) ?? text, count: n };
}

/** The label of a value, from one of the records that have it. */
function labelOf(scope: Scope, field: string, value: string | number): string | undefined {
  const { db, connection, collection } = scope;
  const path = columns[collection].find((column) => column.name === field)?.path;
  if (path === undefined || isList(collection, field)) return undefined;
  const raw = db.get<{ raw: string }>(
    `SELECT r.raw FROM ${tableBy(scope, field)} JOIN ${tableOf(collection)}_raw r ON r.rid = m.rid
      WHERE m.connection = ? AND m.${field} = ? LIMIT 1`,
    connection,
    bound(value),
  )?.raw;
  return raw === undefined ? undefined : nameOf(valueAt(JSON.parse(raw) as JsonRecord, path));
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  const { name, description, id } = value as JsonRecord;
  return nameOf(name) ?? nameOf(description) ?? nameOf(id);
}
