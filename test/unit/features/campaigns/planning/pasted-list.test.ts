import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCsvText, type CsvRow } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import { columnOf } from "../../../../../main/features/campaigns/planning/table-column.ts";
import { iccidOf } from "../../../../make/cached-endpoint.ts";

const { signal } = new AbortController();

interface Read {
  readonly columns: readonly string[];
  readonly headless: boolean;
  readonly rows: readonly CsvRow[];
}

async function read(text: string): Promise<Read> {
  const table = await openCsvText("pasted", text, signal);
  const rows: CsvRow[] = [];
  for await (const some of table.batches()) rows.push(...some);
  return { columns: table.columns, headless: table.headless === true, rows };
}

async function kindOf(values: readonly string[]): Promise<string> {
  const table = await openCsvText("pasted", `${values.join("\n")}\n`, signal);
  const sample: (readonly string[])[] = [];
  for await (const rows of table.batches()) sample.push(...rows.map((row) => row.values));
  return columnOf(table, sample, undefined).by;
}

describe("a pasted list", () => {
  test.each([
    ["one identifier per line", "70001\n70002\n", [1, "70001", 2, "70002"]],
    ["blank lines, which count", "\n70001\n\n70002", [2, "70001", 4, "70002"]],
    ["a delimiter at the end of each line", "70001;\n70002;\n", [1, "70001", 2, "70002"]],
    ["a declared delimiter", "sep=;\n70001;\n70002;\n", [1, "70001", 2, "70002"]],
    ["Windows line ends and a byte order mark", "\uFEFF70001\r\n70002\r\n", [1, "70001", 2, "70002"]],
  ])("of %s has a row per line", async (_case, text, expected) => {
    const { columns, headless, rows } = await read(text);
    expect({ columns, headless }).toEqual({ columns: ["identifier"], headless: true });
    expect(rows.flatMap(({ row, values }) => [row, values[0]])).toEqual(expected);
  });

  test("with a column of a known name keeps its header out of the rows", async () => {
    expect(await read("iccid\n123\n")).toEqual({
      columns: ["iccid"],
      headless: false,
      rows: [{ row: 2, values: ["123"] }],
    });
  });

  test("of several columns is a table", async () => {
    expect((await read("id;n\n1;a\n")).rows).toEqual([{ row: 2, values: ["1", "a"] }]);
  });

  test.each([
    ["endpoint ids", ["70001", "70002"], "id"],
    ["ICCIDs", [iccidOf(1), iccidOf(2)], "iccid"],
    ["ICCIDs under a word that nobody knows", ["Seriennummer", iccidOf(1), iccidOf(2)], "iccid"],
    ["ICCIDs among which one is no number", [iccidOf(1), "unknown", iccidOf(2), iccidOf(3)], "iccid"],
    ["ICCIDs, some rounded by a spreadsheet", ["8.98830E+18", iccidOf(2)], "iccid"],
    ["ICCIDs, all rounded by a spreadsheet", ["8.98830E+18", "8.98831E+18"], "iccid"],
    ["ids under a word that nobody knows", ["Gerätekennung", "70001", "70002"], "id"],
    ["names", ["van-1", "van-2"], "name"],
    ["names with a number among them", ["north gate", "17", "south gate"], "name"],
  ])("of %s is read as that", async (_case, values, kind) => {
    expect(await kindOf(values)).toBe(kind);
  });

  test("longer than what is read at once loses no character, wherever the pieces meet", async () => {
    const smile = "\u{1F600}";
    const piece = fc.integer({ min: 65_530, max: 65_540 });
    await fc.assert(
      fc.asyncProperty(piece, fc.constantFrom("\n", "\r\n"), async (length, end) => {
        const long = `${"x".repeat(length - 1)}${smile}${smile}y`;
        const { rows } = await read(`name${end}${long}${end}z${end}`);
        expect(rows.map(({ values }) => values[0])).toEqual([long, "z"]);
      }),
      { numRuns: 30 },
    );
  });
});
