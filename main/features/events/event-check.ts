/** Checks whether the service sent the requested events: compares the filter that it reports, and its records, with the request. Pure. */
import type { EventScope, Span } from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readBoolean, readText } from "../../core/api/json.ts";
import { echoWarnings, mismatchWarning } from "../../core/api/paging.ts";
import type { FilterTerm, SortKey } from "../../core/api/query.ts";
import { alertFlags, termPaths } from "./question-sql.ts";

export interface LiveQuestion {
  readonly terms: readonly FilterTerm[];
  readonly sort: readonly SortKey[];
  /** The time span of the filter. */
  readonly span: Span | undefined;
}

interface LiveAnswer {
  readonly items: readonly JsonRecord[];
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

export interface Mismatch {
  readonly fields: readonly string[];
  /** Number of records with at least one mismatch. */
  readonly count: number;
}

/** Empty when the answer is consistent with the request. */
export function eventWarnings({ terms, sort, span }: LiveQuestion, answer: LiveAnswer): CodedText[] {
  const mismatch = findMismatch(terms, span, answer.items);
  const otherTerms = terms.filter(({ field }) => !mismatch.fields.includes(field));
  const reported = echoWarnings("event", { filter: otherTerms, sort }, answer);
  if (mismatch.count === 0) return reported;
  return [mismatchWarning(mismatch.fields, mismatch.count, answer.items.length), ...reported];
}

/** The fields that records show to be unfiltered; a record without the field proves nothing. */
export function findMismatch(
  terms: readonly FilterTerm[],
  span: Span | undefined,
  records: readonly JsonRecord[],
): Mismatch {
  const fields = new Set<string>();
  let count = 0;
  for (const record of records) {
    const odd = terms.filter((term) => !canMatch(term, record)).map(({ field }) => field);
    if (span !== undefined && isOutside(span, record)) odd.push("time");
    for (const field of odd) fields.add(field);
    if (odd.length > 0) count += 1;
  }
  return { fields: [...fields], count };
}

/** The list of one endpoint, as a filter; records of other lists do not always name the owner. */
export function scopeTerms(scope: EventScope): readonly FilterTerm[] {
  return scope.of === "endpoint" ? [{ field: "endpoint", value: scope.id }] : [];
}

function canMatch({ field, value }: FilterTerm, record: JsonRecord): boolean {
  const requested = value.toLowerCase().split("|");
  if (field === "alert") {
    const alert = readBoolean(record["alert"]);
    return alert === undefined || requested.some((one) => alertFlags[one] === Number(alert));
  }
  const paths = field === "id" ? ["$.id"] : (termPaths[field] ?? []);
  const values = paths.map((path) => readPath(record, path)).filter((one) => one !== undefined);
  // A name in the request cannot be compared with a record that has only the id.
  const needed = requested.every((one) => /^\d+$/.test(one)) ? 1 : paths.length;
  return values.length === 0 || values.length < needed || values.some((one) => requested.includes(one));
}

function readPath(record: JsonRecord, path: string): string | undefined {
  let value: unknown = record;
  for (const key of path.split(".").slice(1)) value = isRecord(value) ? value[key] : undefined;
  return readText(value)?.toLowerCase();
}

/** The service takes whole seconds and includes both ends. */
const toleranceMs = 1_000;

function isOutside({ from, until }: Span, record: JsonRecord): boolean {
  const at = parseServiceDate(record["timestamp"]);
  return at !== undefined && (at < from - toleranceMs || at > until + toleranceMs);
}
