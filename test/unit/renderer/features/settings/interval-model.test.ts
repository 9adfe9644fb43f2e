import { expect, test } from "vitest";
import { intervalChoices, intervalWords } from "../../../../../renderer/features/settings/interval-model.ts";

test("intervals read as a person says them", () => {
  expect([0, 15, 60, 240, 1440, 4320].map(intervalWords)).toEqual([
    "Only when asked",
    "Every 15 min",
    "Every hour",
    "Every 4 h",
    "Every day",
    "Every 3 days",
  ]);
});

test("an interval that somebody set elsewhere is among the choices, in its place", () => {
  expect(intervalChoices(30).map(({ value }) => value)).toEqual(["0", "15", "30", "60", "240", "1440"]);
  expect(intervalChoices(60)).toHaveLength(5);
});
