import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { type ExaminedRow, verdictSchema } from "#shared/contract/fleet/doctor.ts";
import {
  detailOf,
  lineCount,
  rejects,
  resolvedIds,
  rowsWith,
  verdicts,
} from "../../../../../../renderer/features/fleet/doctor/verdict-labels.ts";

const rows: readonly ExaminedRow[] = [
  { row: 1, identifier: "a", verdict: "resolved", endpoint: { id: "17", name: "van-17" } },
  { row: 2, identifier: "b", verdict: "duplicate", endpoint: { id: "17" }, firstRow: 1 },
  { row: 4, identifier: "c", verdict: "unknown" },
  { row: 5, identifier: "d", verdict: "resolved", endpoint: { id: "9" } },
];

test("has a label for every verdict of the contract", () => {
  expect([...verdicts].toSorted()).toEqual([...verdictSchema.options].toSorted());
});

test("returns each resolved endpoint once, in the order of the list", () => {
  expect(resolvedIds(rows)).toEqual(["17", "9"]);
});

test("counts every row without an endpoint of its own as a reject, including duplicates", () => {
  expect(rejects(rows).map(({ row }) => row)).toEqual([2, 4]);
});

test("shows all rows if no verdict is selected", () => {
  expect(rowsWith(rows, [])).toBe(rows);
  expect(rowsWith(rows, ["unknown", "duplicate"]).map(({ row }) => row)).toEqual([2, 4]);
});

test("names the first row of a duplicate unless there is a more specific detail", () => {
  const [, duplicate] = rows;
  if (duplicate === undefined) throw new Error("there is one");
  expect(detailOf(duplicate)).toBe(t(($) => $.fleet.doctor.duplicateOf, { row: 1 }));
  const detail = codedText("identifier-ends-rounded");
  expect(detailOf({ ...duplicate, detail })).toBe(formatText(detail));
});

test.each([
  ["", 0],
  ["a", 1],
  ["a\n", 1],
  ["a\nb", 2],
  ["a\n\nb\n", 3],
])("counts the lines of %j: %i", (text, lines) => {
  expect(lineCount(text)).toBe(lines);
});
