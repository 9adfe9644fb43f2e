import { expect, test } from "vitest";
import type { TimelineBucket } from "#contract/events.ts";
import { bucketSentence, drawTimeline } from "../../../../../renderer/features/events/timeline-model.ts";

const none = { info: 0, warning: 0, critical: 0, unknown: 0 };

function bucket(at: number, counts: Partial<TimelineBucket["counts"]>, read: TimelineBucket["read"]): TimelineBucket {
  return { from: at, until: at + 1000, counts: { ...none, ...counts }, read };
}

test("the gravest stands at the ground, and the fullest bar reaches the top", () => {
  const { bars, top } = drawTimeline([
    bucket(0, { info: 6, critical: 2 }, "read"),
    bucket(1000, { warning: 4 }, "read"),
  ]);
  expect(top).toBe(8);
  expect(bars.map(({ parts }) => parts)).toEqual([
    [
      { severity: "critical", from: 0, to: 0.25 },
      { severity: "info", from: 0.25, to: 1 },
    ],
    [{ severity: "warning", from: 0, to: 0.5 }],
  ]);
});

test("one of a thousand is still to be seen, and nothing grows beyond the top", () => {
  const { bars } = drawTimeline([bucket(0, { info: 999, critical: 1 }, "read")]);
  expect(bars[0]?.parts[0]).toEqual({ severity: "critical", from: 0, to: 0.04 });
  expect(bars[0]?.parts[1]?.to).toBe(1);
});

test("nothing known is not the same as nothing", () => {
  expect(bucketSentence(bucket(0, {}, "read"))).toMatch(/: no events$/);
  expect(bucketSentence(bucket(0, {}, "unread"))).toMatch(/: none known; not read, so unknown$/);
  expect(bucketSentence(bucket(0, { info: 3 }, "partly"))).toMatch(/: 3 info; partly read, the rest is unknown$/);
  expect(bucketSentence(bucket(0, { unknown: 2 }, "read"))).toMatch(/: 2 of unknown severity$/);
});

test("the picture is told in a sentence with what of it is unknown", () => {
  const { sentence } = drawTimeline([
    bucket(0, {}, "unread"),
    bucket(1000, { critical: 1 }, "read"),
    bucket(2000, { info: 2 }, "read"),
  ]);
  expect(sentence).toMatch(/: 1 critical, 2 info; 1 part of 3 not read, so unknown$/);
  expect(drawTimeline([]).sentence).toBe("Events over time: nothing yet");
});
