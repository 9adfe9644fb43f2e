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
])("the reference in %j reads %j", (record, text) => {
  expect(referenceText(record, "profile")).toBe(text);
});

test("tags are parted evenly, and roles are named", () => {
  expect(listText({ tags: "north,fridge , pilot" }, "tags")).toBe("north, fridge, pilot");
  expect(listText({ roles: [{ id: 1, name: "Administrator" }, { id: 2 }] }, "roles")).toBe("Administrator, 2");
  expect(listText({ tags: "" }, "tags")).toBeUndefined();
  expect(listText({ roles: [] }, "roles")).toBeUndefined();
});

test("null, empty and missing are all absent; false and zero are not", () => {
  const record = { sim: null, tags: "", lock: false, count: 0 };
  expect(["sim", "tags", "gone", "lock", "count"].map((path) => isPresent(record, path))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test("sort keys read back as they were written", () => {
  const keys = [
    { field: "name", descending: true },
    { field: "status", descending: false },
  ];
  expect(writeSort(keys)).toBe("-name,status");
  expect(readSort(" -name , +status,")).toEqual(keys);
  expect(readSort("")).toEqual([]);
});
