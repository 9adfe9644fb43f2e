import { expect, test } from "vitest";
import { loadFor } from "../../../../../renderer/features/events/events-queries.ts";

test("reads older events from two seconds before the gap, so that a corrected service clock leaves no gap", () => {
  const query = { scope: { of: "all" as const } };
  const gap = { from: 1_000_000, until: 2_000_000 };
  const loadedSpan = { from: 2_000_000, until: 9_000_000, oldest: 9_000_000, newest: 9_000_000 };
  const coverage = {
    requested: { from: gap.from, until: loadedSpan.until },
    spans: [loadedSpan],
    gaps: [gap],
    whole: false,
  };
  const page = { items: [], nextCursor: undefined, coverage, answeredAt: loadedSpan.until };
  expect(loadFor("older", query, page)).toMatchObject({ from: 998_000, until: 2_000_000 });
});
