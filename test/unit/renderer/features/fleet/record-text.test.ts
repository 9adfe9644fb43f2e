import { expect, test } from "vitest";
import { isPresent, listText, referenceText } from "../../../../../renderer/features/fleet/record-text.ts";
import { readSort, writeSort } from "../../../../../renderer/features/fleet/sort-by.ts";

test.each([
  [{ profile: { id: 901, name: "Trackers" } }, "Trackers"],
  [{ profile: { id: 2, description: "Industrial" } }, "Industrial"],
  [{ profile: { id: "901" } }, "901"],
  [{ profile: 901 }, "901"],
  [{ profile: null }, undefined],
  [{}, undefined],
])("formats the reference in %j as %j", (record, text) => {
  expect(referenceText(record, "profile")).toBe(text);
});

test("separates tags uniformly and names roles", () => {
  expect(listText({ tags: "north,fridge , pilot" }, "tags")).toBe("north, fridge, pilot");
  expect(listText({ roles: [{ id: 1, name: "Administrator" }, { id: 2 }] }, "roles")).toBe("Administrator, 2");
  expect(listText({ tags: "" }, "tags")).toBeUndefined();
  expect(listText({ roles: [] }, "roles")).toBeUndefined();
});

test("treats null, empty and missing as absent, but not false and zero", () => {
  const record = { sim: null, tags: "", lock: false, count: 0 };
  expect(["sim", "tags", "gone", "lock", "count"].map((path) => isPresent(record, path))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test("round-trips sort keys", () => {
  const keys = [
    { field: "name", descending: true },
    { field: "status", descending: false },
  ];
  expect(writeSort(keys)).toBe("-name,status");
  expect(readSort(" -name , +status,")).toEqual(keys);
  expect(readSort("")).toEqual([]);
});
