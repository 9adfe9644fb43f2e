import { expect, test } from "vitest";
import type { Coverage, Span } from "#contract/event-words.ts";
import { describeCoverage } from "../../../main/cli/events-lines.ts";

const asked = { from: Date.UTC(2031, 0, 1), until: Date.UTC(2031, 0, 31) };
const readAt = Date.UTC(2031, 0, 31, 1);
const hour = 3_600_000;

/** Everything was read but the gaps. */
function coverage(...gaps: readonly Span[]): Coverage {
  return { asked, spans: [{ ...asked, oldest: readAt, newest: readAt }], gaps: [...gaps], whole: gaps.length === 0 };
}

test.each([
  ["nothing is missing", coverage()],
  ["milliseconds are missing at the beginning", coverage({ from: asked.from, until: asked.from + 8 })],
  ["seconds are missing at the end", coverage({ from: asked.until - 5_000, until: asked.until })],
])("a span is described as read when %s", (_name, given) => {
  expect(describeCoverage(given)).toBe("All of this time was read, at 2031-01-31T01:00:00.000Z.\n");
});

test.each([
  ["an hour at the beginning", { from: asked.from, until: asked.from + hour }],
  ["an hour at the end", { from: asked.until - hour, until: asked.until }],
  ["a second in between", { from: asked.from + hour, until: asked.from + hour + 1_000 }],
])("%s that was not read is unknown", (_name, gap) => {
  expect(describeCoverage(coverage(gap))).toContain(`Unknown: ${new Date(gap.from).toISOString()} to `);
});
