/** Number of events per severity, type and source, from the counts of all combinations. Pure. */
import type { EventWord, Severity } from "#shared/contract/events/event-schemas.ts";
import type { FacetCounts } from "./queries-read.ts";
import { severityOfCode } from "./stored.ts";

export interface Facets {
  readonly total: number;
  /** Each in descending order of frequency. */
  readonly severities: { readonly severity: Severity; readonly count: number }[];
  readonly types: (EventWord & { readonly count: number })[];
  readonly sources: (EventWord & { readonly count: number })[];
}

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
