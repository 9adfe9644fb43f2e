import { expect, test } from "vitest";
import { tableText } from "../../../../renderer/lib/table-text.ts";

const titles = ["Name", "Note"];
const cells = [
  ["Meter 1", 'with "quotes", and a comma'],
  ["=1+1", "two\nlines\tand a tab"],
];

test("text is what spreadsheets paste: tabs between cells, one line per row", () => {
  expect(tableText("text", titles, cells, [])).toBe(
    'Name\tNote\nMeter 1\twith "quotes", and a comma\n=1+1\ttwo lines and a tab',
  );
});

test("CSV quotes every cell and escapes what a spreadsheet would run as a formula", () => {
  expect(tableText("csv", titles, cells, [])).toBe(
    '"Name","Note"\r\n"Meter 1","with ""quotes"", and a comma"\r\n"\'=1+1","two\nlines\tand a tab"',
  );
});

test("JSON is the data: one object for one row, a list for several", () => {
  expect(JSON.parse(tableText("json", titles, cells, [{ id: "1" }]))).toEqual({ id: "1" });
  expect(JSON.parse(tableText("json", titles, cells, [{ id: "1" }, { id: "2" }]))).toEqual([{ id: "1" }, { id: "2" }]);
});
