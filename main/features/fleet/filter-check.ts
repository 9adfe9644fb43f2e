/**
 * Checks whether a page of the service matches the request: compares the filter that it reports with the requested one, and its records
 * with the matching rules of the cache.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { echoWarnings, mismatchWarning } from "../../core/api/paging.ts";
import type { FilterTerm, SortKey } from "../../core/api/query.ts";
import { columns, readKey } from "./columns.ts";
import type { ColumnValue } from "./columns.ts";
import { predicateOf } from "./predicates.ts";
import type { Predicate } from "./predicates.ts";

export interface LiveQuestion {
  readonly collection: Collection;
  readonly filter: readonly FilterTerm[];
  readonly sort: readonly SortKey[];
}

interface LiveAnswer {
  readonly records: readonly JsonRecord[];
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

/** Empty when the answer is consistent with the request. */
export function liveWarnings({ collection, filter, sort }: LiveQuestion, answer: LiveAnswer): CodedText[] {
  const { records } = answer;
  const odd = filter.filter((term) => records.some((record) => !canMatch(collection, term, record)));
  // A field that records prove to be unfiltered is reported once, with the number of those records.
  const otherTerms = filter.filter((term) => !odd.includes(term));
  const reported = echoWarnings(collection, { filter: otherTerms, sort }, answer);
  if (odd.length === 0) return reported;
  const count = records.filter((record) => odd.some((term) => !canMatch(collection, term, record))).length;
  const fields = odd.map(({ field }) => field);
  return [mismatchWarning(fields, count, records.length), ...reported];
}

/** Whether a record may match; a record without the field proves nothing. */
function canMatch(collection: Collection, term: FilterTerm, record: JsonRecord): boolean {
  const value = valueOf(collection, term.field, record);
  const predicate = predicateOf(collection, term);
  if (value === null || value === undefined) return true;
  return matches(predicate, value);
}

function valueOf(collection: Collection, field: string, record: JsonRecord): ColumnValue | undefined {
  if (field === "id") return readKey(record["id"]);
  return columns[collection].find(({ name }) => name === field)?.read(record);
}

/** Evaluates the predicate on one value, equivalent to the SQL of `conditionOf`. */
function matches(predicate: Predicate, value: string | number): boolean {
  const text = String(value).toLowerCase();
  switch (predicate.kind) {
    case "equal":
      return text === String(predicate.value);
    case "missing":
      return predicate.orWord && text === "null";
    case "prefix":
      return text.startsWith(predicate.prefix);
    case "contains":
      return text.includes(predicate.text);
    case "pattern":
      return matchesGlob(predicate.glob, text);
    // Of the cache only: they never reach the service.
    case "contact":
    case "member":
    case "folded":
    case "between":
    case "digits":
    case "or":
    case "not":
      return true;
  }
}

/**
 * Matches a pattern of `predicateOf`: stars, and brackets around the other special characters of GLOB. Each run is searched after the one
 * before.
 */
function matchesGlob(glob: string, text: string): boolean {
  const [first = "", ...runs] = glob.replaceAll(/\[([[?])\]/g, "$1").split("*");
  const last = runs.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const run of runs) {
    const at = text.indexOf(run, from);
    if (at < 0) return false;
    from = at + run.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
