import fc from "fast-check";
import { expect, test } from "vitest";
import {
  areaPath,
  deliveryBands,
  drawBands,
  outcomeBands,
  type TimePoint,
  withPresent,
} from "../../../../../renderer/features/campaigns/timeline-bands.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

const at = (time: number, accepted: number, rejected = 0, unknown = 0): TimePoint => ({
  at: time,
  counts: makeCounts({
    planned: 100,
    accepted,
    refused: rejected,
    unknown,
    pending: 100 - accepted - rejected - unknown,
  }),
  delivery: { delivered: accepted / 2 },
});

test("stacks areas up to the final counts", () => {
  const drawing = drawBands([at(0, 0), at(50, 20, 5), at(100, 40, 10, 2)], outcomeBands, 100);
  expect(drawing?.areas.map(({ id, count, upper }) => [id, count, upper.at(-1)?.y])).toEqual([
    ["accepted", 40, 0.4],
    ["unknown", 2, 0.42],
    ["refused", 10, 0.52],
  ]);
});

test("draws deliveries as a share of the accepted messages", () => {
  const drawing = drawBands([at(0, 0), at(100, 40)], deliveryBands, 40);
  expect(drawing?.areas[0]?.upper.at(-1)).toEqual({ x: 1, y: 0.5 });
});

test("draws nothing for a single moment", () => {
  expect([drawBands([], outcomeBands, 10), drawBands([at(5, 1)], outcomeBands, 10)]).toEqual([undefined, undefined]);
});

test("keeps every area inside the chart", () => {
  const point = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(1000));
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 20 }), fc.nat(500), (steps, top) => {
      const points = steps
        .map(([time, accepted, rejected, unknown]) => ({
          at: time,
          counts: makeCounts({ accepted, refused: rejected, unknown, pending: 1 }),
          delivery: {},
        }))
        .toSorted((a, b) => a.at - b.at);
      const places = drawBands(points, outcomeBands, top)?.areas.flatMap(({ upper, lower }) => [...upper, ...lower]);
      for (const { x, y } of places ?? []) {
        expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
      }
    }),
  );
});

test("extends the chart of a running campaign to now, with the current counts", () => {
  const status = makeCampaignStatus({ counts: makeCounts({ accepted: 60, pending: 40 }), delivery: { delivered: 9 } });
  const extended = withPresent([at(0, 0), at(50, 20)], status, 90);
  expect(extended.at(-1)).toEqual({ at: 90, counts: status.counts, delivery: { delivered: 9 } });
});

test("ends the chart of an ended campaign at its last point", () => {
  const status = makeCampaignStatus({ state: "finished", counts: makeCounts({ accepted: 100 }) });
  expect(withPresent([at(0, 0), at(50, 100)], status, 9_999).at(-1)?.at).toBe(50);
});

test("draws a closed path with counts upwards", () => {
  const [area] = drawBands([at(0, 0), at(100, 100)], outcomeBands, 100)?.areas ?? [];
  expect(area === undefined ? "" : areaPath(area, 200, 50)).toBe("M0.0,50.0L200.0,0.0L200.0,50.0L0.0,50.0Z");
});
