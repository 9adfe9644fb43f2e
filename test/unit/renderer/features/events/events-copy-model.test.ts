import { expect, test } from "vitest";
import { loadFor } from "../../../../../renderer/features/events/events-copy-model.ts";

test("older events are read from two seconds before the gap, so that a corrected service clock leaves no gap", () => {
  const asked = { scope: { of: "all" as const } };
  const gap = { from: 1_000_000, until: 2_000_000 };
  const known = { from: 2_000_000, until: 9_000_000, oldest: 9_000_000, newest: 9_000_000 };
  const coverage = { asked: { from: gap.from, until: known.until }, spans: [known], gaps: [gap], whole: false };
  const found = { items: [], nextCursor: undefined, coverage, answeredAt: known.until };
  expect(loadFor("older", asked, found)).toMatchObject({ from: 998_000, until: 2_000_000 });
});
