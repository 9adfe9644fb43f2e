import { expect, test } from "vitest";
import { allMatching, selectionOf, toggled } from "../../../../../renderer/lib/selection.ts";
import {
  audienceOfSelection,
  sourceOfSelection,
} from "../../../../../renderer/features/fleet/audience-of-selection.ts";

const question = { filter: "status:0", audience: undefined };

test("lists endpoints that were selected individually by id", () => {
  expect(audienceOfSelection(selectionOf(["7", "8"]), question)).toEqual([{ op: "add", source: { ids: ["7", "8"] } }]);
});

test("stores all that match as the filter followed by an exclusion of deselected endpoints", () => {
  const all = allMatching("any", 100);
  expect(audienceOfSelection(all, question)).toEqual([{ op: "add", source: { filter: "status:0" } }]);
  expect(audienceOfSelection(toggled(all, "9"), question)).toEqual([
    { op: "add", source: { filter: "status:0" } },
    { op: "remove", source: { ids: ["9"] } },
  ]);
});

test("stores a whole audience as that audience", () => {
  expect(audienceOfSelection(allMatching("any", 100), { filter: "", audience: 3 })).toEqual([
    { op: "add", source: { audience: 3 } },
  ]);
});

test("lists the endpoints of a filter within an audience by id", () => {
  expect(audienceOfSelection(allMatching("any", 100), { filter: "status:0", audience: 3 })).toBeUndefined();
});

const wholeSelection = allMatching("asked", 300);

test("lists rows that were selected individually by id", () => {
  expect(sourceOfSelection(selectionOf(["1", "2"]), { filter: "status:0", audience: undefined })).toEqual({
    ids: ["1", "2"],
  });
});

test("stores all that match as the query", () => {
  expect(sourceOfSelection(wholeSelection, { filter: "status:0", audience: undefined })).toEqual({
    filter: "status:0",
  });
  expect(sourceOfSelection(wholeSelection, { filter: "", audience: 4 })).toEqual({ audience: 4 });
});

test("lists ids if neither a filter nor an audience expresses the selection", () => {
  expect(sourceOfSelection(wholeSelection, { filter: "status:0", audience: 4 })).toBeUndefined();
  expect(sourceOfSelection(toggled(wholeSelection, "7"), { filter: "status:0", audience: undefined })).toBeUndefined();
});
