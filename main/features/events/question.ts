/** Prepares incoming queries: parses filters and sets the time span. Pure. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import type { EventScope, Severity, Span, EventWord } from "#shared/contract/events/event-schemas.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import { type FilterTerm, parseFilter } from "../../core/api/query.ts";
import { AppError } from "#shared/failure.ts";
import { serviceRetentionMs } from "./deps.ts";
import { type StoredQuestion, severityCode, storedScope, severityOfCode } from "./stored.ts";
import type { FacetCounts } from "./queries-read.ts";

export interface EventQuery {
  readonly scope: EventScope;
  readonly severity?: readonly Severity[];
  readonly type?: readonly string[];
  readonly source?: readonly string[];
  readonly alert?: boolean;
  readonly endpoint?: string;
  readonly search?: string;
  readonly filter: string;
  readonly from?: number;
  readonly until?: number;
}

export interface ReadFilter {
  /** The terms other than `from` and `until`. */
  readonly terms: readonly FilterTerm[];
  readonly from: number | undefined;
  /** Exclusive. */
  readonly until: number | undefined;
}

/** Throws `filter-invalid`, also for a value that no event can have. */
export function readFilter(filter: string): ReadFilter {
  const terms = parseFilter("event", filter);
  const dates = (name: string): number[] => terms.filter(({ field }) => field === name).map(dateOf);
  const starts = dates("from");
  const ends = dates("until");
  const rest = terms.filter(({ field }) => field !== "from" && field !== "until");
  rest.forEach(checkValue);
  return {
    terms: rest,
    from: starts.length === 0 ? undefined : Math.max(...starts),
    // The service includes the end; here it is exclusive.
    until: ends.length === 0 ? undefined : Math.min(...ends) + 1,
  };
}

/** The intersection of the filter's span and the caller's. Throws `invalid-input` for a span that ends before it begins. */
export function narrowed(filter: ReadFilter, { from, until }: Pick<EventQuery, "from" | "until">): Partial<Span> {
  const latest = [filter.from, from].filter((one) => one !== undefined);
  const earliest = [filter.until, until].filter((one) => one !== undefined);
  const span = {
    from: latest.length === 0 ? undefined : Math.max(...latest),
    until: earliest.length === 0 ? undefined : Math.min(...earliest),
  };
  if (span.from !== undefined && span.until !== undefined && span.until <= span.from) {
    throw invalidInput("until", codedText("period-ends-before-start"));
  }
  return span;
}

/** A query of the cache. `now` is the service's time. */
export function storedQuestion(query: EventQuery, connection: number, now: number): StoredQuestion {
  checkScope(query.scope);
  const filter = readFilter(query.filter);
  const span = narrowed(filter, query);
  const until = span.until ?? Math.max(now, (span.from ?? Number.NEGATIVE_INFINITY) + 1);
  const from = span.from ?? until - serviceRetentionMs;
  return {
    connection,
    scope: storedScope(query.scope),
    requested: { from, until },
    from,
    // The service's clock is only estimated, so events may be slightly ahead of `now`: rows have no upper limit.
    until: span.until ?? Number.MAX_SAFE_INTEGER,
    severity: query.severity?.map(severityCode),
    type: query.type,
    source: query.source,
    alert: query.alert,
    endpoint: query.endpoint,
    search: (query.search ?? "").trim().toLowerCase(),
    terms: filter.terms,
  };
}

const idCodes = {
  endpoint: "event-endpoint-id-invalid",
  sim: "event-sim-id-invalid",
  organisation: "event-organisation-id-invalid",
  user: "event-user-id-invalid",
} as const;

/** Throws `invalid-input` for an id that no record can have, such as a name; the field is the value of `scope.of`. */
export function checkScope(scope: EventScope): void {
  if (scope.of === "all" || /^[1-9]\d{0,17}$/.test(scope.id)) return;
  const { of, id } = scope;
  const shortId = id.length > 40 ? `${id.slice(0, 40)}…` : id;
  throw invalidInput(of, codedText(idCodes[of], { id: shortId }));
}

function dateOf({ field, value }: FilterTerm): number {
  const at = parseServiceDate(value.toUpperCase());
  if (at !== undefined) return at;
  throw filterProblem(field, codedText("event-filter-date", { value }));
}

const several = new Set(["iccid", "iccid_with_luhn", "endpoint", "type", "network", "rat", "country"]);
const mostAlternatives = 6;

/** Rejects what the service would reject, before a request is made (docs/service-facts.md#lists). */
function checkValue({ field, value }: FilterTerm): void {
  const alternatives = value.split("|");
  if (alternatives.some((one) => one.trim() === ""))
    throw filterProblem(field, codedText("event-filter-empty", { field }));
  if (alternatives.length > 1 && !several.has(field))
    throw filterProblem(field, codedText("event-filter-single", { field }));
  if (alternatives.length > mostAlternatives) {
    throw filterProblem(field, codedText("event-filter-values", { field, limit: mostAlternatives }));
  }
  if (field === "type" && !alternatives.every((one) => /^\d+$/.test(one))) {
    throw filterProblem(field, codedText("event-filter-number", { field, value }));
  }
  if (field === "ip_address" && !isAddress(value))
    throw filterProblem(field, codedText("event-filter-address", { value }));
}

function isAddress(text: string): boolean {
  return z.union([z.ipv4(), z.ipv6()]).safeParse(text).success;
}

function filterProblem(field: string, text: CodedText): AppError {
  return new AppError("filter-invalid", text, { details: { field } });
}

/** The parts of a query that a cursor must match. */
export function identityOf(
  { from: _from, until: _until, requested: _requested, ...question }: StoredQuestion,
  order: string,
): string {
  return JSON.stringify([order, question]);
}

interface Facets {
  readonly total: number;
  /** Each in descending order of frequency. */
  readonly severities: { readonly severity: Severity; readonly count: number }[];
  readonly types: (EventWord & { readonly count: number })[];
  readonly sources: (EventWord & { readonly count: number })[];
}

/** Number of events per severity, type and source, from the counts of all combinations. Pure. */
export function facetsOf({ kinds, labels }: FacetCounts): Facets {
  const called = new Map(labels.map(({ kind, key, label }) => [`${kind} ${key}`, label]));
  const labelCounts = (kind: "type" | "source"): (EventWord & { readonly count: number })[] =>
    tally(kinds.map((one) => [one[kind], one.count])).map(([key, count]) => ({
      key,
      label: called.get(`${kind} ${key}`) ?? key,
      count,
    }));
  return {
    total: kinds.reduce((sum, { count }) => sum + count, 0),
    severities: tally(kinds.map(({ severity, count }) => [severity, count])).map(([severity, count]) => ({
      severity: severityOfCode(severity),
      count,
    })),
    types: labelCounts("type"),
    sources: labelCounts("source"),
  };
}

/** Sums the counts per key; rows without a key are omitted. */
function tally<K extends string | number>(counts: readonly (readonly [K | null, number])[]): [K, number][] {
  const sums = new Map<K, number>();
  for (const [key, count] of counts) if (key !== null) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
