/** Parses the filter and sort input of a filter bar. Pure. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import type { QueryCollection } from "./query-fields.ts";
import { type FilterTerm, parseFilter, parseSort, type SortKey } from "./query.ts";

/** Where an input becomes invalid, in characters from 1. */
export interface QueryProblem {
  readonly position: number;
  readonly text: CodedText;
}

export interface QueryReading {
  readonly conditions: FilterTerm[];
  readonly sort: SortKey[];
  readonly filterProblem?: QueryProblem;
  readonly sortProblem?: QueryProblem;
}

/** An invalid input is reported without affecting the other one. */
export function readQuery(
  collection: QueryCollection,
  { filter, sort }: { readonly filter: string; readonly sort: string },
): QueryReading {
  const conditions = read("filter-invalid", () => parseFilter(collection, filter));
  const keys = read("sort-invalid", () => parseSort(collection, sort));
  return {
    conditions: "problem" in conditions ? [] : conditions.value,
    sort: "problem" in keys ? [] : keys.value,
    filterProblem: "problem" in conditions ? conditions.problem : undefined,
    sortProblem: "problem" in keys ? keys.problem : undefined,
  };
}

type Read<T> = { readonly value: T } | { readonly problem: QueryProblem };

/** An invalid input is a result here; any other error is thrown. */
function read<T>(code: string, parse: () => T): Read<T> {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof AppError) || !isAppError(error, code)) throw error;
    return { problem: { position: Number(error.details?.["position"]), text: textOf(error) } };
  }
}
