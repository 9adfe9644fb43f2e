/** Passes planned rows on to the writer and counts what became of them. */
import type { ExclusionReason, PlannedRow, PlanResult, PlanWriter } from "./plan.ts";
import { countSegments } from "../../../texts/segments.ts";

export type Totals = Pick<
  PlanResult,
  "planned" | "included" | "excluded" | "excludedByReason" | "segments" | "longest" | "unicode"
>;

export interface PlanTally {
  /** Writes rows, sorted by row number. */
  add(rows: readonly PlannedRow[]): Promise<void>;
  totals(): Totals;
}

export function createPlanTally(writer: PlanWriter): PlanTally {
  const reasons = new Map<ExclusionReason, number>();
  const sum = { included: 0, excluded: 0, segments: 0, longest: 0, unicode: 0 };
  const exclude = (reason: ExclusionReason): void => {
    sum.excluded += 1;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  return {
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
          if (countSegments(row.text).encoding === "ucs2") sum.unicode += 1;
        }
      }
    },
    totals: () => ({ ...sum, planned: sum.included + sum.excluded, excludedByReason: Object.fromEntries(reasons) }),
  };
}
