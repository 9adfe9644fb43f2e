import fc from "fast-check";
import { expect, test } from "vitest";
import type { IncludedRow } from "../../../../../main/features/campaigns/planning/plan.ts";
import { createFirstExclusions, createSampler } from "../../../../../main/features/campaigns/planning/preview.ts";
import { placeOf } from "../../../../../main/features/campaigns/planning/plan-table.ts";

const included = (row: number, text = "x"): IncludedRow => ({
  row,
  identifier: String(row),
  endpointId: String(row),
  text,
  segments: 1,
});

test("keeps the exclusions of the first rows, in any order of evaluation", () => {
  const numbers = fc.uniqueArray(fc.nat(10_000), { maxLength: 200 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 20 }), (rows, most) => {
      const first = createFirstExclusions(most);
      for (const row of rows) first.add({ row, ...placeOf(row), identifier: "", reason: "unresolved" });
      expect(first.rows().map(({ row }) => row)).toEqual(rows.toSorted((a, b) => a - b).slice(0, most));
    }),
  );
});

test("samples at most five rows and the longest text, each once, from the whole audience", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(2999), (size, at) => {
      const longest = at % size;
      const sampler = createSampler();
      for (let row = 0; row < size; row += 1) sampler.add(included(row, row === longest ? "longest" : "x"));
      const rows = sampler.rows().map(({ row }) => row);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows).toContain(longest);
      expect(rows.length).toBeLessThanOrEqual(6);
      expect(rows.length).toBeGreaterThanOrEqual(Math.min(size, 5));
      // The last of five is in the last part of the audience.
      expect(Math.max(...rows)).toBeGreaterThanOrEqual(Math.floor(size / 2));
    }),
  );
});
