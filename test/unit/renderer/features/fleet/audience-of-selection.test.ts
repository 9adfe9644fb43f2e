import { expect, test } from "vitest";
import { allMatching, selectionOf, toggled } from "../../../../../renderer/lib/selection.ts";
import {
  audienceOfSelection,
  sourceOfSelection,
} from "../../../../../renderer/features/fleet/audience-of-selection.ts";

const question = { filter: "status:0", audience: undefined };

test("endpoints that were chosen one by one are named", () => {
  expect(audienceOfSelection(selectionOf(["7", "8"]), question)).toEqual([{ op: "add", source: { ids: ["7", "8"] } }]);
});

test("all that match stay the filter, and those taken out of it are taken away after it", () => {
  const all = allMatching("any", 100);
  expect(audienceOfSelection(all, question)).toEqual([{ op: "add", source: { filter: "status:0" } }]);
  expect(audienceOfSelection(toggled(all, "9"), question)).toEqual([
    { op: "add", source: { filter: "status:0" } },
    { op: "remove", source: { ids: ["9"] } },
  ]);
});

test("a whole audience stays the audience", () => {
  expect(audienceOfSelection(allMatching("any", 100), { filter: "", audience: 3 })).toEqual([
    { op: "add", source: { audience: 3 } },
  ]);
});

test("a filter within an audience has to be named endpoint by endpoint", () => {
  expect(audienceOfSelection(allMatching("any", 100), { filter: "status:0", audience: 3 })).toBeUndefined();
});

const wholeSelection = allMatching("asked", 300);

test("what was chosen row by row is named by its ids", () => {
  expect(sourceOfSelection(selectionOf(["1", "2"]), { filter: "status:0", audience: undefined })).toEqual({
    ids: ["1", "2"],
  });
});

test("all that match stay the question itself", () => {
  expect(sourceOfSelection(wholeSelection, { filter: "status:0", audience: undefined })).toEqual({
    filter: "status:0",
  });
  expect(sourceOfSelection(wholeSelection, { filter: "", audience: 4 })).toEqual({ audience: 4 });
});

test("what a filter or an audience alone cannot say has to be named one by one", () => {
  expect(sourceOfSelection(wholeSelection, { filter: "status:0", audience: 4 })).toBeUndefined();
  expect(sourceOfSelection(toggled(wholeSelection, "7"), { filter: "status:0", audience: undefined })).toBeUndefined();
});
