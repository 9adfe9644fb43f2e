import { expect, test } from "vitest";
import type { Coverage, Span } from "#shared/contract/events/event-schemas.ts";
import { t } from "../../../main/cli/text.ts";
import { describeCoverage } from "../../../main/cli/features/events/event-lines.ts";

const requested = { from: Date.UTC(2031, 0, 1), until: Date.UTC(2031, 0, 31) };
const hour = 3_600_000;

/** Complete coverage except for `gaps`, read an hour after the end by default. */
function coverage(gaps: readonly Span[] = [], readAt = requested.until + hour): Coverage {
  return {
    requested,
    spans: [{ ...requested, oldest: readAt, newest: readAt }],
    gaps: [...gaps],
    whole: gaps.length === 0,
  };
}

test("describes a complete span as covered, even if the clock of the service is slightly behind", () => {
  const expected = t(($) => $.cli.events.coverage.whole, {
    time: t(($) => $.cli.events.coverage.at, { time: "2031-01-31T01:00:00.000Z" }),
  });
  expect(describeCoverage(coverage())).toBe(expected);
  expect(describeCoverage(coverage([{ from: requested.from, until: requested.from + 1_500 }]))).toBe(expected);
});

test("describes a span that ends now as covered for a minute after the reading", () => {
  const since = { from: requested.until - 5_000, until: requested.until };
  expect(describeCoverage(coverage([since], since.from))).toBe(
    t(($) => $.cli.events.coverage.whole, {
      time: t(($) => $.cli.events.coverage.at, { time: "2031-01-30T23:59:55.000Z" }),
    }),
  );
});

test.each([
  ["five seconds at the beginning", { from: requested.from, until: requested.from + 5_000 }],
  ["five seconds at the end, long before the reading", { from: requested.until - 5_000, until: requested.until }],
  ["an hour at the end", { from: requested.until - hour, until: requested.until }],
  ["a second in between", { from: requested.from + hour, until: requested.from + hour + 1_000 }],
])("reports as unknown what was not read: %s", (_name, gap) => {
  expect(describeCoverage(coverage([gap]))).toContain(
    t(($) => $.cli.events.coverage.span, {
      from: new Date(gap.from).toISOString(),
      until: new Date(gap.until).toISOString(),
    }),
  );
});
