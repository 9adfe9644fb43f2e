/** A plan writer in memory that, like the ledger, includes an endpoint only once. */
import type { PlannedRow, PlanWriter } from "../../main/features/campaigns/planning/plan.ts";

export interface FakePlanWriter extends PlanWriter {
  /** Written rows, by row number. */
  rows(): readonly PlannedRow[];
}

export function createFakePlanWriter(): FakePlanWriter {
  const written: PlannedRow[] = [];
  const included = new Set<string>();
  return {
    rows: () => [...written].sort((a, b) => a.row - b.row),
    add: (rows) => {
      const duplicates = new Set<number>();
      for (const row of rows) {
        if (row.excluded === undefined && included.has(row.endpointId)) {
          duplicates.add(row.row);
          written.push({ row: row.row, identifier: row.identifier, endpointId: row.endpointId, excluded: "duplicate" });
          continue;
        }
        if (row.excluded === undefined) included.add(row.endpointId);
        written.push(row);
      }
      return Promise.resolve({ duplicates });
    },
  };
}
