import { expect, test } from "vitest";
import { readSort, writeSort } from "../../../../../renderer/features/fleet/sort-by.ts";

test("round-trips sort keys", () => {
  const keys = [
    { field: "name", descending: true },
    { field: "status", descending: false },
  ];
  expect(writeSort(keys)).toBe("-name,status");
  expect(readSort(" -name , +status,")).toEqual(keys);
  expect(readSort("")).toEqual([]);
});
