import { expect, test } from "vitest";
import { ago, count, counted, lasting, when } from "../../../../renderer/lib/format.ts";

const noon = new Date(2026, 4, 12, 12, 0, 0).getTime();
const minute = 60_000;
const hour = 60 * minute;

test.each([
  [noon, "just now"],
  [noon - 5 * minute, "5 min ago"],
  [noon - 2 * hour, "2 h ago"],
  [noon - 20 * hour, "yesterday 16:00"],
  [noon - 120 * 24 * hour, "12 Jan"],
  [noon - 500 * 24 * hour, "28 Dec 2024"],
])("a moment is told by its distance (%d → %s)", (at, words) => {
  expect(ago(at, noon)).toBe(words);
});

test("a moment of another day carries its day", () => {
  expect([when(noon - hour, noon), when(noon - 24 * hour, noon)]).toEqual(["11:00", "11 May, 12:00"]);
});

test.each([
  [0, "0 s"],
  [45_000, "45 s"],
  [12 * minute, "12 min"],
  [3 * hour, "3 h"],
  [3 * hour + 20 * minute, "3 h 20 min"],
])("%d ms last %s", (ms, words) => {
  expect(lasting(ms)).toBe(words);
});

test("numbers are grouped and agree with their noun", () => {
  expect([count(1_234_567), counted(1, "endpoint"), counted(0, "endpoint")]).toEqual([
    "1,234,567",
    "1 endpoint",
    "0 endpoints",
  ]);
});
