import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createTrailSlice,
  stepTo,
  type TrailSlice,
  type TrailStep,
} from "../../../../../../renderer/features/fleet/record-detail/trail-slice.ts";

function makeTrail(): () => TrailSlice {
  let state: TrailSlice;
  const set = (change: Partial<TrailSlice> | ((before: TrailSlice) => Partial<TrailSlice>)): void => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  };
  state = createTrailSlice(set, () => state);
  return () => state;
}

const step = (from: string, to: string | undefined): TrailStep => ({
  from,
  to,
  name: from,
  scroll: from.length,
  href: `#${to ?? ""}`,
});

test("returns to the record that contained the link, only while the link's target is open", () => {
  const trail = makeTrail();
  trail().leaveDetail(step("/a", "sim:1"));
  expect(stepTo(trail().trail, "sim:1")?.name).toBe("/a");
  // Another row of the list was opened instead.
  expect(stepTo(trail().trail, "sim:2")).toBeUndefined();
  expect(trail().returnToDetail("/a")).toMatchObject({ scroll: 2 });
  expect([trail().trail, stepTo(trail().trail, "sim:1")]).toEqual([[], undefined]);
});

test("treats a link to a list as no step back to a record, but restores the position on return", () => {
  const trail = makeTrail();
  trail().leaveDetail(step("/organisation", undefined));
  expect(stepTo(trail().trail, "sim:2")).toBeUndefined();
  expect(trail().returnToDetail("/organisation")?.from).toBe("/organisation");
});

test("clears the trail when the detail is closed", () => {
  const trail = makeTrail();
  trail().leaveDetail(step("/a", "sim:1"));
  trail().clearTrail();
  expect(trail().returnToDetail("/a")).toBeUndefined();
});

test("restores every position in reverse order for any sequence of links", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1000), { minLength: 2, maxLength: 30 }), (places) => {
      const trail = makeTrail();
      const address = (place: number): string => `/fleet/sim?open=sim:${place}`;
      for (const [at, place] of places.slice(0, -1).entries()) {
        trail().leaveDetail(step(address(place), `sim:${places[at + 1]}`));
      }
      for (const place of places.slice(0, -1).toReversed()) {
        expect(trail().returnToDetail(address(place))?.scroll).toBe(address(place).length);
      }
      expect(trail().trail).toEqual([]);
    }),
  );
});
