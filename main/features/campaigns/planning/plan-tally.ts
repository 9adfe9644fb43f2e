/** Passes planned rows to the writer and counts the results. */
import type { CachedEndpoint, ExclusionReason, PlanDeps, PlannedRow, PlanResult, PlanWriter } from "./plan.ts";
import { countSegments } from "#shared/rules/segments.ts";

export type Totals = Pick<
  PlanResult,
  "planned" | "included" | "excluded" | "excludedByReason" | "segments" | "longest" | "segmentsExact" | "unicode"
>;

export interface PlanTally {
  /** Called with the endpoint of a row that is to be included; undefined when it is not needed. */
  readonly onMatch: ((row: number, endpoint: CachedEndpoint) => void) | undefined;
  /** Writes rows, sorted by row number. */
  add(rows: readonly PlannedRow[]): Promise<void>;
  totals(): Totals;
}

export function createPlanTally(writer: PlanWriter, onIncluded?: PlanDeps["onIncluded"]): PlanTally {
  /** Held until the row is written, because only then is it known whether it is a duplicate. */
  const endpoints = new Map<number, CachedEndpoint>();
  const reasons = new Map<ExclusionReason, number>();
  const sum = { included: 0, excluded: 0, segments: 0, longest: 0, segmentsExact: true, unicode: 0 };
  const exclude = (reason: ExclusionReason): void => {
    sum.excluded += 1;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  const reportIncluded = (row: number, included: boolean): void => {
    const endpoint = endpoints.get(row);
    endpoints.delete(row);
    if (included && endpoint !== undefined) onIncluded?.(row, endpoint);
  };
  return {
    onMatch: onIncluded === undefined ? undefined : (row, endpoint) => void endpoints.set(row, endpoint),
    add: async (rows) => {
      if (rows.length === 0) return;
      const sorted = [...rows].sort((a, b) => a.row - b.row);
      const { duplicates } = await writer.add(sorted);
      for (const row of sorted) {
        if (row.excluded !== undefined) exclude(row.excluded);
        else if (duplicates.has(row.row)) exclude("duplicate");
        else {
          sum.included += 1;
          sum.segments += row.segments;
          sum.longest = Math.max(sum.longest, row.segments);
          const { encoding, segmentsExact } = countSegments(row.text);
          if (encoding === "ucs2") sum.unicode += 1;
          sum.segmentsExact &&= segmentsExact;
        }
        reportIncluded(row.row, row.excluded === undefined && !duplicates.has(row.row));
      }
    },
    totals: () => ({ ...sum, planned: sum.included + sum.excluded, excludedByReason: Object.fromEntries(reasons) }),
  };
}
