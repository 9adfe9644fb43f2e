import { expect, test } from "vitest";
import { followRow } from "../../../../renderer/lib/row-place.ts";

const idOf = (row: string): string => row;

test("a row keeps its place under rows inserted above it", () => {
  expect(followRow({ row: 0, id: "b" }, ["a", "b", "c"], idOf)).toEqual({ row: 1, id: "b" });
});

test("the place of a deleted row is that of the row at its index", () => {
  expect(followRow({ row: 1, id: "b" }, ["a", "c"], idOf)).toEqual({ row: 1, id: "c" });
});

test("a place takes the id of its row when the row is loaded", () => {
  expect(followRow({ row: 1, id: undefined }, ["a", "b"], idOf)).toEqual({ row: 1, id: "b" });
});

test("an unchanged place is the same object, also while its row is not loaded", () => {
  const [loaded, unloaded] = [
    { row: 1, id: "b" },
    { row: 5, id: "f" },
  ];
  expect(followRow(loaded, ["a", "b"], idOf)).toBe(loaded);
  expect(followRow(unloaded, ["a", "b"], idOf)).toBe(unloaded);
});
