import { expect, test } from "vitest";
import { reasonCounts, reasonWords } from "../../../../../renderer/features/campaigns/exclusion-reasons-model.ts";

test("reasons are labels with a number, whatever the number", () => {
  const counts = { disabled: 23, "text-too-long": 1, "missing-variable": 1_200 };
  expect(reasonCounts(counts)).toBe("Endpoint disabled: 23 · Text too long: 1 · Variable without a value: 1,200");
});

test("a reason of a later version is told by its code", () => {
  expect(reasonWords("too-new")).toBe("too new");
});
