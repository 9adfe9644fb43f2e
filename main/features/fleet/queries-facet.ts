/**
 * Counts how often each value of a field occurs, in steps of a limited number of rows. Equal values are adjacent in the field's index, so
 * only the most frequent ones need to be stored. Where they are not adjacent (tags, of which a row has several; an index that is not built
 * yet), all values are stored, up to a limit.
 */
import { valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { findField } from "../../core/api/query-fields.ts";
import type { SqlValue, WriteDb } from "../../core/store/db.ts";
import { indexOf, type Scope, smallest, sourceOf, tableBy } from "./candidates.ts";
import { choicesOf } from "../../core/api/inputs.ts";
import { columns, tableOf } from "./columns.ts";
import type { FacetAnswer } from "./memo.ts";
import { both, conditionOf, type Predicate, type SqlPart } from "./predicates.ts";
import { predicatesOf, type Question, scopeOf } from "./queries-page.ts";
import type { CursorKey } from "../../core/store/cursor.ts";
import { bound } from "./row-writer.ts";

export interface FacetQuestion extends Question {
  readonly field: string;
  readonly limit: number;
}

type ValueCount = readonly [value: CursorKey, count: number];

/** Progress of a count. */
export interface FacetProgress {
  readonly stamp: number;
  /** Rows without a value come first, by id; then the others by value. By row number while the field's index is not built. */
  readonly phase: "missing" | "values" | "rows";
  /** The last row that was counted. */
  readonly after: readonly CursorKey[] | undefined;
  readonly counts: readonly ValueCount[];
  readonly other: number;
}

export type FacetStep = { readonly answer: FacetAnswer } | { readonly next: FacetProgress };

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
  const marks = `(${keys.map(() => "?").join(", ")})`;
  const boundary = (sign: string, place: readonly CursorKey[] | undefined): SqlPart =>
    place === undefined ? { sql: "", values: [] } : { sql: `${tuple} ${sign} ${marks}`, values: place.map(bound) };
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
