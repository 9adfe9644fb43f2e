import { t } from "#shared/texts/text.ts";
import { describe, expect, test } from "vitest";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import {
  isFieldPrefix,
  completeChoice,
  filterText,
  matchLabel,
  searchTextOf,
  valueLabel,
} from "../../../../../renderer/ui/filter-bar/filter-text.ts";
import { currentField, suggestions } from "../../../../../renderer/ui/filter-bar/suggestions.ts";

const choices = [
  { value: "0", label: "Enabled" },
  { value: "1", label: "Disabled" },
];
const endpoint: readonly Field[] = [
  { name: "id", match: "exact", hint: "Exactly this id.", sortable: true },
  { name: "name", match: "wildcard", hint: "Anywhere.", sortable: true },
  { name: "ip_address", match: "starts-with", hint: "Starts with.", sortable: true },
  { name: "imei", match: "starts-with", hint: "Starts with.", sortable: true },
  { name: "iccid", match: "exact-or-starts-with", hint: "Exact from 20 characters.", sortable: true },
  { name: "status", match: "exact", hint: "Exactly.", sortable: true, choices },
  { name: "model", hint: "For sorting only.", sortable: true },
];
test("recognizes the beginning of a field name", () => {
  expect(isFieldPrefix("sta", endpoint)).toBe(true);
  expect(isFieldPrefix("mod", endpoint)).toBe(false);
  expect(isFieldPrefix("", endpoint)).toBe(false);
});

test("formats conditions in the grammar of the specification", () => {
  const conditions = [
    { field: "status", value: "0" },
    { field: "name", value: "*meter*" },
  ];
  expect(filterText(conditions)).toBe("status:0,name:*meter*");
  expect(filterText([])).toBe("");
});

test("shows the label of a closed value, and how an open one compares", () => {
  expect(valueLabel({ field: "status", value: "1" }, endpoint)).toBe("Disabled");
  expect(valueLabel({ field: "status", value: "7" }, endpoint)).toBe("7");
  expect(matchLabel({ field: "iccid", value: "8988" }, endpoint)).toBe(t(($) => $.shell.filter.startsWith));
  expect(matchLabel({ field: "iccid", value: "8988303000000163051" }, endpoint)).toBeUndefined();
  expect(matchLabel({ field: "name", value: "meter" }, endpoint)).toBe(t(($) => $.shell.filter.contains));
  expect(matchLabel({ field: "name", value: "*meter" }, endpoint)).toBeUndefined();
});

test("suggests fields with the prefix, but never fields that can only be sorted by", () => {
  expect(suggestions("n", endpoint).map(({ text }) => text)).toEqual(["name:"]);
  expect(suggestions("mod", endpoint)).toEqual([]);
  expect(suggestions("", endpoint)).toHaveLength(6);
});

test("suggests closed values after the colon, matched by number and by label", () => {
  expect(suggestions("status:dis", endpoint).map(({ text }) => text)).toEqual(["status:1"]);
  expect(suggestions("status:", endpoint).map(({ label }) => label)).toEqual(["Enabled", "Disabled"]);
  expect(currentField("status:", endpoint)?.hint).toBe("Exactly.");
  expect(currentField("status", endpoint)).toBeUndefined();
});

test.each([
  ["status:ena", "status:0"],
  ["status: Enabled", "status:0"],
  ["status:1", "status:1"],
  ["status:broken", "status:broken"],
  ["status:", "status:"],
  ["name:ena", "name:ena"],
])("completes %j to %j", (text, whole) => {
  expect(completeChoice(text, endpoint)).toBe(whole);
});

test("suggests choices by label only, since a code next to them looks like a count", () => {
  expect(suggestions("status:", endpoint).map(({ label, hint }) => [label, hint])).toEqual([
    ["Enabled", ""],
    ["Disabled", ""],
  ]);
});

describe("with the criteria of the cache", () => {
  const fields: readonly Field[] = [
    ...endpoint,
    { name: "any", match: "criterion", hint: "everything", sortable: false },
    { name: "not", match: "criterion", hint: "none of it", sortable: false },
    { name: "or", match: "criterion", hint: "one of it", sortable: false },
  ];

  test.each([
    ["van 17", "van 17"],
    [" 8988303 ", "8988303"],
    ["10.64.", "10.64."],
    ["model", "model"],
    ["status", undefined],
    ["any", undefined],
    ["", undefined],
    ["name:x", undefined],
    ["a,b", undefined],
  ])("%j searches all identifiers for %j", (draft, text) => {
    expect(searchTextOf(draft, fields)).toBe(text);
    expect(searchTextOf(draft, endpoint)).toBeUndefined();
  });

  test("the search for a text without a field is suggested after the fields that begin so", () => {
    expect(suggestions("n", fields).map(({ text }) => text)).toEqual(["name:", "not:", "any:n"]);
    expect(suggestions("elan", fields)).toEqual([
      { text: "any:elan", label: "Any: elan", hint: "everything", complete: true },
    ]);
  });

  test("recent filters are suggested first, while nothing is typed", () => {
    const recent = ["status:1", "any:elan"];
    expect(
      suggestions("", fields, { recent })
        .slice(0, 2)
        .map(({ text }) => text),
    ).toEqual(recent);
    expect(suggestions("s", fields, { recent }).map(({ text }) => text)).not.toContain("status:1");
  });

  test("values have the number of rows beside them, and fields without closed values those of the rows", () => {
    const counts = [
      { value: "0", label: "Enabled", count: 1200 },
      { value: "a,b", label: "a,b", count: 1 },
    ];
    expect(suggestions("status:", fields, { counts }).map(({ label, hint }) => [label, hint])).toEqual([
      ["Enabled", "1,200"],
      ["Disabled", ""],
    ]);
    expect(suggestions("name:", fields, { counts }).map(({ text }) => text)).toEqual(["name:0"]);
  });

  test("a condition within another one has the label of its value", () => {
    expect(valueLabel({ field: "not", value: "status:1" }, fields)).toBe("status: Disabled");
    expect(valueLabel({ field: "or", value: "status:0|name:van" }, fields)).toBe("status: Enabled | name: van");
    expect(valueLabel({ field: "any", value: "a|b" }, fields)).toBe("a|b");
  });
});
