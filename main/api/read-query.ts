/** Filter and sort as typed, taken apart for a filter bar. Pure. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError, textOf } from "../failure.ts";
import type { QueryCollection } from "./query-fields.ts";
import { type FilterTerm, parseFilter, parseSort, type SortKey } from "./query.ts";

/** Where a text stops making sense, counted in characters from 1. */
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

/** A text that cannot be read is told beside the other, which is read all the same. */
export function readQuery(
  collection: QueryCollection,
  { filter, sort }: { readonly filter: string; readonly sort: string },
): QueryReading {
  const conditions = read("filter-invalid", () => parseFilter(collection, filter));
  const keys = read("sort-invalid", () => parseSort(collection, sort));
  return {
    conditions: "problem" in conditions ? [] : conditions.value,
    sort: "problem" in keys ? [] : keys.value,
    ...("problem" in conditions ? { filterProblem: conditions.problem } : {}),
    ...("problem" in keys ? { sortProblem: keys.problem } : {}),
  };
}

type Read<T> = { readonly value: T } | { readonly problem: QueryProblem };

/** A text that cannot be read is an answer here; anything else that goes wrong is not. */
function read<T>(code: string, parse: () => T): Read<T> {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof AppError) || !isAppError(error, code)) throw error;
    return { problem: { position: Number(error.details?.["position"]), text: textOf(error) } };
  }
}
