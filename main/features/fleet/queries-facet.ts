/**
 * How often each value of a field occurs, counted in steps of a bearable number of rows. Along the field's index equal values stand
 * together, so that of any number of values only the most frequent need be kept. Where that is not so (tags, of which a row has
 * several; an index that is still to be built) all values are kept, up to a bound.
 */
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { findField } from "../../api/query-fields.ts";
import type { SqlValue, WriteDb } from "../../store/db.ts";
import { indexOf, type Scope, smallest, sourceOf, tableBy } from "./candidates.ts";
import { choicesOf } from "../../api/choices.ts";
import { at, columns, tableOf } from "./columns.ts";
import type { FacetAnswer } from "./memo.ts";
import { both, conditionOf, type Predicate, type SqlPart } from "./predicates.ts";
import { predicatesOf, type Question, scopeOf } from "./queries-page.ts";
import type { KeyValue } from "./row-order.ts";
import { bound } from "./row-writer.ts";

export interface FacetQuestion extends Question {
  readonly field: string;
  readonly limit: number;
}

type ValueCount = readonly [value: KeyValue, count: number];

/** How far a count has come. */
export interface FacetProgress {
  readonly stamp: number;
  /** Rows without a value come first, by id; then the values. By row number where there is no index yet. */
  readonly phase: "missing" | "values" | "rows";
  /** The last row that was counted. */
  readonly after: readonly KeyValue[] | undefined;
  readonly counts: readonly ValueCount[];
  readonly other: number;
}

export type FacetStep = { readonly answer: FacetAnswer } | { readonly next: FacetProgress };

/** Index entries looked at in one step, and the same where rows must be read. */
const entriesPerStep = 10_000;
const rowsPerStep = 5_000;
/** Values kept where they do not stand together. */
const mostValues = 5_000;

/** One step of a count; pass what the step before came to. */
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
  readonly after: readonly KeyValue[] | undefined;
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
  const boundary = (sign: string, place: readonly KeyValue[] | undefined): SqlPart =>
    place === undefined ? { sql: "", values: [] } : { sql: `${tuple} ${sign} ${marks}`, values: place.map(bound) };
  const here: SqlPart = { sql: "m.connection = ?", values: [connection] };
  const kind: SqlPart = { sql: isRows ? "" : `m.${field} IS ${phase === "missing" ? "" : "NOT "}NULL`, values: [] };
  const stretch = both(here, kind, boundary(">", after));
  const names = keys.map((key, index) => `m.${key} AS k${index}`).join(", ");
  const order = keys.map((key) => `m.${key}`).join(", ");
  const stepSize = predicates.length === 0 ? entriesPerStep : rowsPerStep;
  const end = db.get<Record<string, KeyValue>>(
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
  const rows = db.all<{ v: KeyValue; n: number }>(
    `SELECT m.${field} AS v, count(*) AS n FROM ${from} WHERE ${sql} GROUP BY m.${field}`,
    ...fromValues,
    ...values,
  );
  if (!isList(collection, field)) return rows.map(({ v, n }) => [v, n]);
  return rows.flatMap(({ v, n }) => tagsOf(v).map((tag): ValueCount => [tag, n]));
}

/** Values met several times as one, most frequent first; what cannot be among the first any more is only counted. */
function mergeCounts(
  { collection, field, limit }: FacetQuestion,
  { counts, other, ...rest }: Omit<FacetProgress, "phase"> & { readonly phase: Step["phase"] },
): Omit<FacetProgress, "phase"> {
  const sums = new Map<KeyValue, number>();
  for (const [value, n] of counts) sums.set(value, (sums.get(value) ?? 0) + n);
  // Along the index the value of the last row may go on in the next step: it stays, however rare it is by now.
  const goesOn = rest.phase === "values" ? (rest.after?.[0] ?? undefined) : undefined;
  const ordered = [...sums].toSorted(
    ([a, n], [b, m]) => Number(b === goesOn) - Number(a === goesOn) || m - n || (String(a) < String(b) ? -1 : 1),
  );
  const valueLimit = rest.phase === "rows" || isList(collection, field) ? mostValues : limit + 1;
  const dropped = ordered.slice(valueLimit).reduce((sum, [, n]) => sum + n, 0);
  return { ...rest, counts: ordered.slice(0, valueLimit), other: other + dropped };
}

/** Tags are one text in the service and several values to a person. */
function isList(collection: Collection, field: string): boolean {
  return collection === "endpoint" && field === "tags";
}

function tagsOf(value: KeyValue): readonly KeyValue[] {
  if (typeof value !== "string") return [value];
  const tags = value.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
  return tags.length === 0 ? [null] : [...new Set(tags)];
}

function describe(scope: Scope, field: string, [value, n]: ValueCount): FacetAnswer["values"][number] {
  const isExact = findField(scope.collection, field)?.match?.kind === "exact";
  // Only where values are compared as a whole has the grammar a word for "none".
  if (value === null) return { value: isExact ? "null" : "", label: t(($) => $.fleet.filter.noValue), count: n };
  const text = String(value);
  const choice = choicesOf(scope.collection, field)?.find((one) => one.value === text)?.label;
  return { value: text, label: choice ?? labelOf(scope, field, value) ?? text, count: n };
}

/** What one of the records with that value calls it. */
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
  return raw === undefined ? undefined : nameOf(at(JSON.parse(raw) as JsonRecord, path));
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  const { name, description, id } = value as JsonRecord;
  return nameOf(name) ?? nameOf(description) ?? nameOf(id);
}
