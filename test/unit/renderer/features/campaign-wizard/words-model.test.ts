import fc from "fast-check";
import { expect, test } from "vitest";
import {
  clockOf,
  exclusionPlace,
  minuteOf,
  moved,
  ringsWords,
  sourceWords,
} from "../../../../../renderer/features/campaign-wizard/words-model.ts";

const names = {
  views: new Map([[1, "North"]]),
  audiences: new Map<number, string>(),
  lists: new Map([[4, "may.csv"]]),
  campaigns: new Map([["9", "April"]]),
};
const gate = { on: "expected-reply" as const, share: 0.9, withinMinutes: 30 };

test.each([
  [{ filter: "" }, "Every endpoint"],
  [{ filter: "status:0" }, "Endpoints with status:0"],
  [{ view: 1 }, "Saved view “North”"],
  [{ audience: 3 }, "Audience “number 3”"],
  [{ list: { id: 4, by: "SIM no" } }, "List “may.csv”, by its column “SIM no”"],
  [{ ids: ["1", "2"] }, "2 chosen endpoints"],
  [{ campaign: { campaignId: "9", which: "silent" as const } }, "The silent ones of “April”"],
])("a source is told in words", (source, words) => {
  expect(sourceWords(source, names)).toBe(words);
});

test("a step is moved to its place and the others keep their order", () => {
  const audience = ["a", "b", "c", "d"].map((filter) => ({ op: "add" as const, source: { filter } }));
  const order = (from: number, to: number): string =>
    moved(audience, from, to)
      .map(({ source }) => ("filter" in source ? source.filter : ""))
      .join("");
  expect([order(0, 2), order(3, 0), order(1, 2), order(0, -1), order(3, 4)]).toEqual([
    "bcad",
    "dabc",
    "acbd",
    "abcd",
    "abcd",
  ]);
});

test("rings are one sentence", () => {
  expect(ringsWords(undefined)).toBe("Everybody in one go");
  const canary = { size: { count: 20 }, over: ["tags" as const], gate };
  const waves = { size: { share: 0.1 }, pauseMinutes: 10 };
  expect(ringsWords({ canary, waves })).toBe(
    "Canary of 20 over tags; opens at 90\u00A0% answered as expected within 30 min, then waves of 10\u00A0%, 10 min apart",
  );
  expect(ringsWords({ canary })).toMatch(/, then everybody$/);
  expect(ringsWords({ waves: { ...waves, gate } })).toBe(
    "Waves of 10\u00A0%, 90\u00A0% answered as expected within 30 min",
  );
});

test("a row is told with its step where there are several", () => {
  expect(exclusionPlace({ source: 0, sourceRow: 12 }, false)).toBe("12");
  expect(exclusionPlace({ source: 1, sourceRow: 3 }, true)).toBe("3 of step 2");
});

test("minutes of the day read back as they are written", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => minuteOf(clockOf(minute)) === minute));
  expect([minuteOf("24:00"), minuteOf("7"), minuteOf("")]).toEqual([undefined, undefined, undefined]);
});
