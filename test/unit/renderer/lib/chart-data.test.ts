import fc from "fast-check";
import { expect, test } from "vitest";
import {
  annotationsAt,
  chartCsv,
  type ChartPoint,
  moveCursor,
  pointAt,
  roundStep,
  selectedSpan,
  steadyEnd,
} from "../../../../renderer/lib/chart-data.ts";

const points: readonly ChartPoint[] = [0, 1, 2, 3].map((index) => ({
  from: index * 10,
  until: index * 10 + 10,
  label: `place ${index}`,
  values: { a: index, b: index === 2 ? undefined : index * 2 },
}));
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

test("arrow keys begin at the near end and stay inside", () => {
  expect(moveCursor(undefined, press("ArrowRight"), 4)).toEqual({ at: 0 });
  expect(moveCursor(undefined, press("ArrowLeft"), 4)).toEqual({ at: 3 });
  expect(moveCursor({ at: 3 }, press("ArrowRight"), 4)).toEqual({ at: 3 });
  expect(moveCursor({ at: 1 }, press("Home"), 4)).toEqual({ at: 0 });
  expect(moveCursor({ at: 1 }, press("End"), 4)).toEqual({ at: 3 });
  expect(moveCursor({ at: 50 }, press("PageUp"), 100)).toEqual({ at: 40 });
});

test("Shift extends a selection from where it began, and a move without it ends the selection", () => {
  const extended = moveCursor({ at: 1 }, press("ArrowRight", true), 4);
  expect(extended).toEqual({ at: 2, anchor: 1 });
  expect(moveCursor(extended, press("ArrowLeft", true), 4)).toEqual({ at: 1, anchor: 1 });
  expect(moveCursor(extended, press("ArrowRight"), 4)).toEqual({ at: 3 });
  expect(selectedSpan(points, { at: 0, anchor: 2 })).toEqual({ from: 0, until: 30 });
});

test("other keys and an empty chart move nothing", () => {
  expect([moveCursor({ at: 1 }, press("a"), 4), moveCursor(undefined, press("End"), 0)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a position belongs to its point, and outside to the nearest one", () => {
  expect([-5, 0, 9.9, 10, 39, 400].map((position) => pointAt(points, position))).toEqual([0, 0, 0, 1, 3, 3]);
  expect(pointAt([], 5)).toBeUndefined();
});

test("annotations belong to the points that they touch", () => {
  const pause = { from: 5, until: 20, kind: "paused", label: "Paused" } as const;
  const stop = { from: 30, kind: "stop", label: "Stopped" } as const;
  expect(points.map((point) => annotationsAt([pause, stop], point))).toEqual([[pause], [pause], [], [stop]]);
});

test("the axis of advancing time changes rarely and always includes the present", () => {
  const start = 1_000_000;
  const seconds = Array.from({ length: 1800 }, (_, index) => index + 1);
  const ends = seconds.map((second) => {
    const step = roundStep(second * 1000, 90);
    return steadyEnd(start, start + second * 1000, step);
  });
  expect(ends.every((end, index) => end >= start + (index + 1) * 1000)).toBe(true);
  expect(new Set(ends).size).toBeLessThan(30);
});

test("a round step divides any time into at most the number of parts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), fc.integer({ min: 1, max: 200 }), (ms, most) => {
      expect(ms / roundStep(ms, most)).toBeLessThanOrEqual(most);
    }),
  );
});

test("CSV has times in ISO 8601, empty cells for unknown values, and quoted labels", () => {
  const series = [
    { id: "a", label: "A, first", style: { color: "red" } },
    { id: "b", label: "B", style: { color: "red" } },
  ];
  const words = { from: "From", until: "Until", label: "Place" };
  expect(chartCsv(points.slice(1, 3), series, { ...words, isTime: true })).toBe(
    'From,Until,"A, first",B\n1970-01-01T00:00:00.010Z,1970-01-01T00:00:00.020Z,1,2\n1970-01-01T00:00:00.020Z,1970-01-01T00:00:00.030Z,2,',
  );
  expect(chartCsv(points.slice(1, 2), series, { ...words, isTime: false })).toBe('Place,"A, first",B\nplace 1,1,2');
});
