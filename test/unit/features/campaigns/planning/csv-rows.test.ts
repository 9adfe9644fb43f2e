import { codedText } from "#shared/texts/coded-text.ts";
import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCsv, type CsvRow, type CsvTable } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import { workbook } from "../../../../make/workbook.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const { signal } = new AbortController();

async function read(file: string, batch?: number): Promise<{ columns: readonly string[]; rows: CsvRow[] }> {
  const table = await openCsv(file, signal);
  return { columns: table.columns, rows: await readRows(table, batch) };
}

async function readRows(table: CsvTable, batch?: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const some of table.batches(batch)) rows.push(...some);
  return rows;
}

function readText(content: string | Uint8Array): Promise<{ columns: readonly string[]; rows: CsvRow[] }> {
  return read(folder.write("list.csv", content));
}

describe("delimiters", () => {
  test.each([
    ["a comma", "id,text\n1,a;b\n", ["1", "a;b"]],
    ["a semicolon", "id;text\n1;a,b\n", ["1", "a,b"]],
    ["a tab", "id\ttext\n1\ta,b;c\n", ["1", "a,b;c"]],
    ["a semicolon, commas in a quoted name", '"a,b,c,d";text\n1;x\n', ["1", "x"]],
    ["the one that a spreadsheet declares", "sep=|\nid|text\n1|a,b\n", ["1", "a,b"]],
  ])("finds %s", async (_, content, values) => {
    expect((await readText(content)).rows).toEqual([{ row: 2, values }]);
  });

  test("reads a single column", async () => {
    expect(await readText("iccid\n123\n")).toEqual({ columns: ["iccid"], rows: [{ row: 2, values: ["123"] }] });
  });
});

describe("encodings", () => {
  const text = "id;näme\r\n1;Grüße €\r\n";
  const expected = { columns: ["id", "näme"], rows: [{ row: 2, values: ["1", "Grüße €"] }] };
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");

  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 little endian", utf16],
    ["UTF-16 big endian", Buffer.from(utf16).swap16()],
    ["Windows-1252", Buffer.from(text.replaceAll("€", "\u0080"), "latin1")],
  ])("reads %s", async (_, bytes) => {
    expect(await readText(bytes)).toEqual(expected);
  });

  test("detects Windows-1252 even if its first non-ASCII byte is far from the start", async () => {
    const lines = `id\n${"1234567890\n".repeat(100_000)}`;
    const { rows } = await readText(Buffer.concat([Buffer.from(lines), Buffer.from("ü\n", "latin1")]));
    expect(rows.at(-1)).toEqual({ row: 100_002, values: ["ü"] });
  });
});

describe("rows", () => {
  test("are numbered as a spreadsheet shows them: blank rows count, line ends inside quotes do not", async () => {
    const { rows } = await readText('id,note\r\n\r\n1,"two\nlines"\r\n,\r\n  \r\n2,b\r\n\r\n');
    expect(rows).toEqual([
      { row: 3, values: ["1", "two\nlines"] },
      { row: 6, values: ["2", "b"] },
    ]);
  });

  test("have fewer values when they are short", async () => {
    expect((await readText("a,b,c\n1\n")).rows).toEqual([{ row: 2, values: ["1"] }]);
  });

  test("may end with delimiters, and so may the header", async () => {
    expect(await readText("a;b;;\n1;2;;\n")).toEqual({ columns: ["a", "b"], rows: [{ row: 2, values: ["1", "2"] }] });
  });

  test("are malformed with values beyond the header", async () => {
    expect((await readText("a,b\n1,2,3\n")).rows).toEqual([
      { row: 2, values: ["1", "2"], malformed: codedText("row-malformed", { values: 3, columns: 2 }) },
    ]);
  });

  test("are trimmed around unquoted values, not inside quotes", async () => {
    expect((await readText('a, b\n 1 , " x "\n')).rows).toEqual([{ row: 2, values: ["1", " x "] }]);
  });

  test("may have any mixture of line ends", async () => {
    expect((await readText("a\r\n1\n2\r3")).rows.map(({ values }) => values[0])).toEqual(["1", "2", "3"]);
  });

  test("are returned in batches of the requested size", async () => {
    const table = await openCsv(folder.write("list.csv", `a\n${"1\n".repeat(25)}`), signal);
    const sizes: number[] = [];
    for await (const batch of table.batches(10)) sizes.push(batch.length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  test("may have columns of the same name", async () => {
    expect((await readText("a,a\n1,2\n")).columns).toEqual(["a", "a"]);
  });
});

test("a workbook is read like a CSV of its sheet", async () => {
  const sheet = workbook([
    ["iccid", "pin"],
    ["08949020000012345678", { raw: "42" }],
  ]);
  expect(await readText(sheet)).toEqual({
    columns: ["iccid", "pin"],
    rows: [{ row: 2, values: ["08949020000012345678", "42"] }],
  });
});

describe("bad files", () => {
  test.each([
    ["an empty file", "", "csv-empty"],
    ["a file of blank lines", "\n\n  \n", "csv-empty"],
    ["a file with a header only", "id,name\n", "csv-empty"],
    ["a file with a header and blank rows", "id,name\n,\n\n", "csv-empty"],
    ["a file with NUL bytes", Buffer.from([105, 100, 10, 0, 1, 2]), "file-not-text"],
    ["control characters that are not UTF-8", Buffer.from([105, 100, 10, 1, 0xff, 0xfe]), "file-not-text"],
    ["an archive", Buffer.from("PK\u0003\u0004 and so on"), "file-not-text"],
    ["an older workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), "workbook-old"],
    ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 65, 0, 10]), "file-not-text"],
  ])("rejects %s", async (_, content, code) => {
    await expect(readText(content)).rejects.toMatchObject({ code });
  });

  test("reports a quotation mark that is never closed with its line", async () => {
    await expect(readText('id,name\n1,a\n2,"b\n3,c\n')).rejects.toMatchObject({
      code: "csv-malformed",
      text: codedText("csv-malformed", {
        source: codedText("csv-file", { file: folder.path("list.csv") }),
        problem: codedText("csv-quote-open"),
        line: 3,
      }),
    });
  });

  test("reports a quotation mark inside a value with its line", async () => {
    await expect(readText('id,name\n1,5" disk\n')).rejects.toMatchObject({
      code: "csv-malformed",
      details: expect.objectContaining({ line: 2 }),
    });
  });

  const cells = (count: number, cell: string): string => Array.from({ length: count }, () => cell).join(",");

  test.each([
    ["header", `${cells(1001, "a")}\n1\n`, 1],
    ["row", `a,b\n1,2\n${cells(1001, "1")}\n`, 3],
    ["header of commas with a name at its end", `${cells(900_000, "")}name\n${"1\n".repeat(1000)}`, 1],
  ])("rejects a %s of more than 1,000 columns with its line", async (_, content, line) => {
    await expect(readText(content)).rejects.toMatchObject({
      code: "csv-malformed",
      text: codedText("csv-malformed", {
        source: codedText("csv-file", { file: folder.path("list.csv") }),
        problem: codedText("csv-too-many-columns", { limit: 1000 }),
        line,
      }),
    });
  });

  test("reads 1,000 columns, and ignores empty ones beyond them", async () => {
    const { columns, rows } = await readText(`${cells(1000, "a")},,,\n${cells(1000, "1")}${",".repeat(5000)}\n`);
    expect([columns.length, rows[0]?.values.length, rows[0]?.malformed]).toEqual([1000, 1000, undefined]);
  });

  test("reports a missing file by its name", async () => {
    await expect(openCsv("/nowhere/list.csv", signal)).rejects.toMatchObject({
      code: "file-not-found",
      message: expect.stringContaining("/nowhere/list.csv"),
    });
  });

  test("reports a file that gets another header after it was opened", async () => {
    const file = folder.write("list.csv", "id;pin\n1;11\n");
    const table = await openCsv(file, signal);
    folder.write("list.csv", "id;name;pin\n1;van-1;11\n");
    const text = codedText("csv-changed", { source: codedText("csv-file", { file }) });
    await expect(readRows(table)).rejects.toMatchObject({ code: "csv-changed", text });
    folder.write("list.csv", "id ;pin;\n2;22\n");
    expect(await readRows(table)).toEqual([{ row: 2, values: ["2", "22"] }]);
  });

  test("reports a directory as unreadable", async () => {
    await expect(openCsv(folder.path("."), signal)).rejects.toMatchObject({ code: "file-unreadable" });
  });

  test("stops reading when it is aborted", async () => {
    const stop = new AbortController();
    const table = await openCsv(folder.write("list.csv", `a\n${"1234567\n".repeat(200_000)}`), stop.signal);
    const reading = (async () => {
      for await (const _ of table.batches(10)) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: "aborted" });
  });
});

test("reads back every value that a spreadsheet writes", async () => {
  const cell = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));
  const rows = fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(",", ";", "\t"), fc.boolean(), async (values, delimiter, bom) => {
      const csv = stringify([["k", "a", "b"], ...values], { delimiter, quoted_string: true, bom });
      const read = await readText(csv);
      expect(read.rows.map((row) => row.values)).toEqual(values);
    }),
    { numRuns: 60 },
  );
});
