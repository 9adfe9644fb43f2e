/** Whether the service sent the events that were requested: its reports are read, and its records compared with the filter. Pure. */
import type { EventScope, Span } from "#contract/event-schemas.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { parseServiceDate } from "../../api/dates.ts";
import { isRecord, readBoolean, readText } from "../../api/json.ts";
import { echoWarnings, mismatchWarning } from "../../api/list-echo.ts";
import type { FilterTerm, SortKey } from "../../api/query.ts";
import { alertFlags, termPaths } from "./question-sql.ts";

export interface LiveQuestion {
  readonly terms: readonly FilterTerm[];
  readonly sort: readonly SortKey[];
  /** What the filter says of the time. */
  readonly span: Span | undefined;
}

interface LiveAnswer {
  readonly items: readonly JsonRecord[];
  readonly filterEcho?: string | undefined;
  readonly sortEcho?: string | undefined;
}

export interface Mismatch {
  readonly fields: readonly string[];
  /** Records with at least one of them. */
  readonly count: number;
}

/** None when nothing speaks against the answer. */
export function eventWarnings({ terms, sort, span }: LiveQuestion, answer: LiveAnswer): CodedText[] {
  const mismatch = findMismatch(terms, span, answer.items);
  const otherTerms = terms.filter(({ field }) => !mismatch.fields.includes(field));
  const reported = echoWarnings("event", { filter: otherTerms, sort }, answer);
  if (mismatch.count === 0) return reported;
  return [mismatchWarning(mismatch.fields, mismatch.count, answer.items.length), ...reported];
}

/** The fields by which records were not filtered; a record without the field says nothing against it. */
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

/** The list of one endpoint as a filter; of other lists the records do not always name the owner. */
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
  // A name cannot be compared with an id alone.
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
