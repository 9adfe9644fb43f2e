/**
 * The grammar of `q` and `sort` (docs/service-facts.md#lists): parser and formatter, shared by the cache and the
 * service calls. Blanks around names, criteria and commas are ignored.
 */
import { type TextCode, type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { recordFields } from "#shared/records/fields.ts";
import type { FieldKind, RecordField } from "#shared/records/schema.ts";
import { foldText } from "#shared/rules/fold-text.ts";
import { choicesOf, findChoice } from "./inputs.ts";
import {
  type CacheOnly,
  type QueryCollection,
  type QueryField,
  findField,
  isCacheOnly,
  queryFields,
} from "./query-fields.ts";

/** `field` is the name of a `QueryField`; `value` has no comma and no blank at its ends, and is a code where the field has choices. */
export interface FilterTerm {
  readonly field: string;
  readonly value: string;
  /** Set by the cache for a field with the match rule `age` (`main/features/fleet/contacts.ts`). */
  readonly contact?: ContactTerm;
}

/**
 * Endpoints with a contact since a time; without one, where all events since then were read; or neither, which is unknown. `endpoints` is
 * JSON: where not all events were read, the ids for which they were.
 */
export interface ContactTerm {
  /** "none": without any contact. */
  readonly state: "seen" | "silent" | "unknown" | "none";
  readonly since: number;
  readonly all: boolean;
  readonly endpoints: string;
  /** Of the contacts, so that cached counts are dropped when it changes. */
  readonly version: number;
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Which set of field names to use. */
export type FieldNames = "spec" | "live";

interface Piece {
  readonly text: string;
  /** Number of characters before it, leading blanks included. */
  readonly offset: number;
}

/**
 * The terms of a filter; none for an empty text. Throws `filter-invalid`: the text and the details name the position
 * (the first character is 1); and `filter-too-many`.
 */
export function parseFilter(collection: QueryCollection, text: string): FilterTerm[] {
  if (text.trim() === "") return [];
  const terms = pieces(text).map((piece) => parsePair(collection, piece));
  if (collection === "event") rejectHalfRange(terms, text);
  rejectTooMany(collection, terms, text);
  return terms;
}

/** The database combines 500 alternatives in one query at most. */
const mostConditions = 400;

function rejectTooMany(collection: QueryCollection, terms: readonly FilterTerm[], text: string): void {
  let count = 0;
  let first: number | undefined;
  for (const [index, term] of terms.entries()) {
    count += conditionsIn(collection, term);
    if (count > mostConditions) first ??= index;
  }
  if (first === undefined) return;
  const position = (pieces(text)[first]?.offset ?? 0) + 1;
  const message = codedText("filter-too-many", { count, limit: mostConditions });
  throw new AppError("filter-too-many", message, { details: { position } });
}

/** A text in any field counts once for each field that is searched. */
function conditionsIn(collection: QueryCollection, term: FilterTerm): number {
  if (collection === "event" || term.field === "range" || !isCacheOnly(term.field)) return 1;
  if (term.field === "any") return recordFields[collection].filter(({ kind }) => searchedKinds.has(kind)).length;
  return nestedTerms(term).reduce((sum, nested) => sum + conditionsIn(collection, nested), 0);
}

const searchedKinds: ReadonlySet<FieldKind> = new Set(["text", "tags", "identifier"]);

/**
 * The keys of a sort, without repetitions; none for an empty text. Throws `sort-invalid` in the same way. `isOpen`: an unknown property
 * is passed on, since the specification lists none and only the service can check it.
 */
export function parseSort(collection: QueryCollection, text: string, isOpen = false): SortKey[] {
  if (text.trim() === "") return [];
  const keys = pieces(text).map((piece) => parseKey(collection, piece, isOpen));
  return keys.filter((key, index) => keys.findIndex(({ field }) => field === key.field) === index);
}

/**
 * The filter for the request, not yet percent-encoded. Fields that the specification lacks have their live name. Throws `filter-invalid`
 * for a criterion of the cache in a request.
 */
export function formatFilter(collection: QueryCollection, terms: readonly FilterTerm[], names: FieldNames): string {
  if (names === "spec") rejectCacheOnly(collection, terms);
  return terms.map(({ field, value }) => `${wireName(collection, field, names)}:${value}`).join(",");
}

/** The sort for the request, not yet percent-encoded. Throws `sort-invalid` for a field of the cache in a request. */
export function formatSort(collection: QueryCollection, keys: readonly SortKey[], names: FieldNames): string {
  const own = names === "spec" ? keys.find(({ field }) => isAge(collection, field)) : undefined;
  if (own !== undefined) throw new AppError("sort-invalid", codedText("sort-cache-only", { name: own.field }));
  return keys.map(({ field, descending }) => (descending ? "-" : "") + wireName(collection, field, names)).join(",");
}

function wireName(collection: QueryCollection, name: string, names: FieldNames): string {
  const field = findField(collection, name);
  return (names === "spec" ? field?.spec : undefined) ?? field?.name ?? name;
}

function pieces(text: string, separator = ","): Piece[] {
  let offset = 0;
  return text.split(separator).map((piece) => {
    const lead = piece.length - piece.trimStart().length;
    const start = piece.trim() === "" ? offset : offset + lead;
    offset += piece.length + 1;
    return { text: piece.trim(), offset: start };
  });
}

function parsePair(collection: QueryCollection, { text, offset }: Piece): FilterTerm {
  const filterable = queryFields[collection].filter(({ match }) => match !== undefined);
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  if (name === "") throw filterError(offset, "filter-field-missing", { fields: names(filterable) });
  if (collection !== "event" && isCacheOnly(name)) return parseCacheOnly(collection, name, { text, offset });
  const field = findField(collection, name);
  if (colon < 0 && field?.match === undefined && collection !== "event") return parseAny(text, offset);
  if (field?.match === undefined)
    throw filterError(offset, "filter-field-unknown", { name, fields: names(filterable) });
  if (colon < 0) throw filterError(offset + text.length, "filter-colon-missing", { name });
  const rest = text.slice(colon + 1);
  const value = rest.trim();
  const start = offset + colon + 1 + (value === "" ? 0 : rest.length - rest.trimStart().length);
  if (value === "") throw filterError(start, "filter-value-missing", { name });
  const second = value.indexOf(":");
  if (second >= 0 && !field.colons) {
    throw filterError(start + second, "filter-value-with-colon", { name });
  }
  if (field.match.kind === "age" && ageOf(value) === undefined)
    throw filterError(start, "filter-age-invalid", { name });
  return { field: field.name, value: codeOf(collection, field.name, value, start) };
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The meaning of `<24h` (seen within 24 hours), `>7d` (silent for longer), `unknown` (for 24 hours) and `null` (no contact). */
export function ageOf(
  value: string,
): { readonly state: ContactTerm["state"]; readonly durationMs: number } | undefined {
  if (value.toLowerCase() === "unknown") return { state: "unknown", durationMs: 86_400_000 };
  if (value.toLowerCase() === "null") return { state: "none", durationMs: 0 };
  const [, sign, count, unit = ""] = /^([<>])\s*(\d{1,4})\s*([mhd])$/i.exec(value) ?? [];
  if (sign === undefined || Number(count) === 0) return undefined;
  return { state: sign === "<" ? "seen" : "silent", durationMs: Number(count) * (unitsMs[unit.toLowerCase()] ?? 0) };
}

/** Throws `filter-invalid` for a term that only the cache can evaluate. */
function rejectCacheOnly(collection: QueryCollection, terms: readonly FilterTerm[]): void {
  const term = terms.find(({ field }) => isCacheOnly(field) || isAge(collection, field));
  if (term !== undefined) throw new AppError("filter-invalid", codedText("filter-cache-only", { name: term.field }));
}

function isAge(collection: QueryCollection, name: string): boolean {
  return findField(collection, name)?.match?.kind === "age";
}

/** A criterion of the cache; those within it are pairs of the grammar, of which only `any` is one of the cache itself. */
function parseCacheOnly(collection: QueryCollection, name: CacheOnly, { text, offset }: Piece): FilterTerm {
  const colon = text.indexOf(":");
  if (colon < 0) throw filterError(offset + text.length, "filter-colon-missing", { name });
  const start = offset + colon + 1;
  const rest = text.slice(colon + 1);
  if (name === "any") return parseAny(rest, start);
  if (rest.trim() === "") throw filterError(start, "filter-value-missing", { name });
  const nested = pieces(rest, name === "or" ? "|" : ",").map((piece): FilterTerm => {
    const at = { ...piece, offset: start + piece.offset };
    const inner = piece.text.slice(0, Math.max(0, piece.text.indexOf(":"))).trim();
    if (isAge(collection, inner) || (inner !== "any" && isCacheOnly(inner) && !(name === "or" && inner === "not")))
      throw filterError(at.offset, "filter-nested", { name, inner });
    return name === "range" ? parseRange(collection, at) : parsePair(collection, at);
  });
  return { field: name, value: nested.map(({ field, value }) => `${field}:${value}`).join("|") };
}

/** A text in any name, tag or identifier: the meaning of a text without a field. */
function parseAny(text: string, offset: number): FilterTerm {
  // A text of accents alone would match every record.
  if (foldText(text).trim() === "") throw filterError(offset, "filter-value-missing", { name: "any" });
  return { field: "any", value: text.trim() };
}

/** The beginning of a time (UTC) as the service writes it; any other text would be before or after all of them. */
const timePattern = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(t\d\d(:\d\d(:\d\d(\.\d+)?)?)?)?)?)?$/i;
/** Ids beyond are texts in the cache, which have no order as numbers. */
const longestId = 15;

/**
 * "created:2024-01..2024-06", "id:70001..70020", "iccid:8988303001000000001..8988303001000000999": both ends included; one may be missing.
 * Ids are compared as numbers; other digits with the values of the same length, so both ends have that length.
 */
function parseRange(collection: QueryCollection, { text, offset }: Piece): FilterTerm {
  const name = (text.split(":", 1)[0] ?? "").trim();
  const field = rangedFields(collection).find((one) => one.name === (findField(collection, name)?.name ?? name));
  const [, from = "", until = ""] = /^[^:]*:\s*(\S*?)\s*\.\.\s*(\S*)$/.exec(text) ?? [];
  if (field === undefined || `${from}${until}` === "")
    throw filterError(offset, "filter-range-invalid", {
      fields: rangedFields(collection)
        .map((one) => one.name)
        .join(", "),
    });
  const [startOfFrom, startOfUntil] = [text.indexOf(":") + 1, text.indexOf("..") + 2];
  const ends = [
    readRangeEnd(field, from, offset + text.indexOf(from, startOfFrom)),
    readRangeEnd(field, until, offset + text.indexOf(until, startOfUntil)),
  ] as const;
  if (ends[0] !== "" && ends[1] !== "") checkOrder(field, ends, offset);
  return { field: field.name, value: ends.join("..") };
}

/** An end as it is compared; "" is open. Throws for a text that could only be before or after every value. */
function readRangeEnd({ name, digits }: RecordField, text: string, offset: number): string {
  if (text === "") return "";
  if (digits === true) {
    const isNumber = /^\d{1,40}$/.test(text) && (name !== "id" || text.replace(/^0+/, "").length <= longestId);
    if (!isNumber) throw filterError(offset, "filter-range-digits", { name, value: text });
    return text;
  }
  const time = text.replace(/z$/i, "");
  if (!timePattern.test(time)) throw filterError(offset, "filter-range-time", { name, value: text });
  return time;
}

function checkOrder({ name, digits }: RecordField, [from, until]: readonly [string, string], offset: number): void {
  if (digits === true && name !== "id" && from.length !== until.length)
    throw filterError(offset, "filter-range-lengths", { name, from, until });
  const [first, last] = [from.toLowerCase(), until.toLowerCase()];
  const isReversed = name === "id" ? Number(from) > Number(until) : first > last && !first.startsWith(last);
  if (isReversed) throw filterError(offset, "filter-range-reversed", { from, until });
}

/** Times, whose texts are in the order of time, and digits. */
function rangedFields(collection: QueryCollection): readonly RecordField[] {
  if (collection === "event") return [];
  return recordFields[collection].filter(
    ({ name, kind, digits, stored }) => (stored !== undefined || name === "id") && (kind === "time" || digits === true),
  );
}

/** The terms within `not`, `or` and `range`, as `parseFilter` wrote them. */
export function nestedTerms({ field: name, value }: FilterTerm): readonly FilterTerm[] {
  return (name === "or" ? value.split("|") : [value]).map((pair) => {
    const colon = pair.indexOf(":");
    return { field: pair.slice(0, colon), value: pair.slice(colon + 1) };
  });
}

/** The code of a choice or of its label; `null` means "no value" in every cached collection. */
function codeOf(collection: QueryCollection, field: string, value: string, offset: number): string {
  const choices = choicesOf(collection, field);
  if (choices === undefined || (collection !== "event" && value.toLowerCase() === "null")) return value;
  const choice = findChoice(choices, value);
  if (choice !== undefined) return choice.value;
  const labels = choices.map(({ label }) => label).join(", ");
  // The beginning of a label is an unfinished value, so the error points to its end.
  const isPrefix = choices.some(({ label }) => label.toLowerCase().startsWith(value.toLowerCase()));
  throw filterError(isPrefix ? offset + value.length : offset, "filter-value-unknown", {
    name: field,
    value,
    values: labels,
  });
}

function parseKey(collection: QueryCollection, { text, offset }: Piece, isOpen: boolean): SortKey {
  const sortableFields = queryFields[collection].filter(({ sortable }) => sortable);
  const signed = text.startsWith("-") || text.startsWith("+");
  const name = (signed ? text.slice(1) : text).trim();
  const start = offset + (signed ? 1 : 0);
  if (name === "") throw sortError(start, "sort-field-missing", { fields: names(sortableFields) });
  const field = findField(collection, name);
  if (isOpen && /^[a-z_][\w.]*$/i.test(name)) return { field: field?.name ?? name, descending: text.startsWith("-") };
  if (field?.sortable !== true) throw sortError(start, "sort-field-unknown", { name, fields: names(sortableFields) });
  return { field: field.name, descending: text.startsWith("-") };
}

/** The service accepts both ends of a range or none (docs/service-facts.md#lists). */
function rejectHalfRange(terms: readonly FilterTerm[], text: string): void {
  const has = (name: string): boolean => terms.some(({ field }) => field === name);
  if (has("from") === has("until")) return;
  throw filterError(text.length, has("from") ? "filter-until-missing" : "filter-from-missing", {});
}

function names(fields: readonly QueryField[]): string {
  return fields.map(({ name, spec }) => spec ?? name).join(", ");
}

type GrammarCode = Extract<TextCode, `filter-${string}` | `sort-${string}`>;
type Params = Readonly<Record<string, string>>;

function filterError(offset: number, code: GrammarCode, params: Params): AppError {
  return grammarError("filter-invalid", offset, code, params);
}

function sortError(offset: number, code: GrammarCode, params: Params): AppError {
  return grammarError("sort-invalid", offset, code, params);
}

function grammarError(failure: string, offset: number, code: GrammarCode, params: Params): AppError {
  const position = offset + 1;
  return new AppError(failure, { code, params: { position, ...params } }, { details: { position } });
}

// Parses the filter input of a filter bar. Pure.

interface QueryReading {
  readonly conditions: FilterTerm[];
  /** Where the input becomes invalid, in characters from 1. */
  readonly filterProblem?: { readonly position: number; readonly text: CodedText };
}

/** An invalid input is a result here; any other error is thrown. */
export function readQuery(collection: QueryCollection, filter: string): QueryReading {
  try {
    return { conditions: parseFilter(collection, filter) };
  } catch (error) {
    if (!(error instanceof AppError) || !["filter-invalid", "filter-too-many"].includes(error.code)) throw error;
    const position = Number(error.details?.["position"]);
    return { conditions: [], filterProblem: { position, text: textOf(error) } };
  }
}
