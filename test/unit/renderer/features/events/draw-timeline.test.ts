import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { TimelineBucket } from "#shared/contract/events/events.ts";
import { formatDateTime } from "#shared/format.ts";
import { bucketSentence, drawTimeline } from "../../../../../renderer/features/events/draw-timeline.ts";

const none = { info: 0, warning: 0, critical: 0, unknown: 0 };

function bucket(at: number, counts: Partial<TimelineBucket["counts"]>, read: TimelineBucket["read"]): TimelineBucket {
  return { from: at, until: at + 1000, counts: { ...none, ...counts }, read };
}

test("draws the most severe segment at the bottom and scales to the highest bar", () => {
  const { bars, top } = drawTimeline([
    bucket(0, { info: 6, critical: 2 }, "read"),
    bucket(1000, { warning: 4 }, "read"),
  ]);
  expect(top).toBe(8);
  expect(bars.map(({ segments }) => segments)).toEqual([
    [
      { severity: "critical", from: 0, to: 0.25 },
      { severity: "info", from: 0.25, to: 1 },
    ],
    [{ severity: "warning", from: 0, to: 0.5 }],
  ]);
});

test("keeps one of a thousand visible and no bar beyond the top", () => {
  const { bars } = drawTimeline([bucket(0, { info: 999, critical: 1 }, "read")]);
  expect(bars[0]?.segments[0]).toEqual({ severity: "critical", from: 0, to: 0.04 });
  expect(bars[0]?.segments[1]?.to).toBe(1);
});

test("distinguishes unknown from none", () => {
  const span = { from: formatDateTime(0), until: formatDateTime(1000) };
  expect(bucketSentence(bucket(0, {}, "read"))).toBe(
    t(($) => $.events.timeline.interval, { ...span, events: t(($) => $.events.timeline.none) }),
  );
  expect(bucketSentence(bucket(0, {}, "unread"))).toBe(
    t(($) => $.events.timeline.intervalNotLoaded, { ...span, events: t(($) => $.events.timeline.noEvents) }),
  );
  const info = t(($) => $.events.timeline.counts.info, { count: 3 });
  expect(bucketSentence(bucket(0, { info: 3 }, "partly"))).toBe(
    t(($) => $.events.timeline.intervalPartlyLoaded, { ...span, events: info }),
  );
  const unknown = t(($) => $.events.timeline.counts.unknown, { count: 2 });
  expect(bucketSentence(bucket(0, { unknown: 2 }, "read"))).toBe(
    t(($) => $.events.timeline.interval, { ...span, events: unknown }),
  );
});

test("summarises the chart in a sentence, including its unknown part", () => {
  const { sentence } = drawTimeline([
    bucket(0, {}, "unread"),
    bucket(1000, { critical: 1 }, "read"),
    bucket(2000, { info: 2 }, "read"),
  ]);
  const events = [
    t(($) => $.events.timeline.counts.critical, { count: 1 }),
    t(($) => $.events.timeline.counts.info, { count: 2 }),
  ].join(", ");
  const values = { from: formatDateTime(0), until: formatDateTime(3000), events };
  expect(sentence).toBe(t(($) => $.events.timeline.summaryNotLoaded, { ...values, count: 1, intervals: 3 }));
  expect(drawTimeline([]).sentence).toBe(t(($) => $.events.timeline.empty));
});
