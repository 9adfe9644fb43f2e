import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { workbook } from "../../../make/workbook.ts";
import { maxCharacters, readListFile, sizeProblem } from "../../../../renderer/lib/file-text.ts";

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

test("decodes UTF-8 and strips the byte order mark", async () => {
  expect(await readListFile("a.csv", new TextEncoder().encode("\u{feff}Kühlbox\n"))).toEqual({ text: "Kühlbox\n" });
});

test("decodes UTF-16 with a byte order mark, as spreadsheets export Unicode text", async () => {
  expect(await readListFile("a.txt", bytes(0xff, 0xfe, 0x31, 0, 0x32, 0))).toEqual({ text: "12" });
  expect(await readListFile("a.txt", bytes(0xfe, 0xff, 0, 0x31, 0, 0x32))).toEqual({ text: "12" });
});

test("decodes Western European text and reports the encoding", async () => {
  const read = await readListFile("a.csv", bytes(0x4b, 0xfc, 0x68, 0x6c));
  expect(read).toMatchObject({ text: "Kühl" });
  expect("note" in read && read.note).toBe(t(($) => $.shell.file.windows1252));
});

test.each([
  ["photo.png", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d), t(($) => $.shell.file.image, { name: "photo.png" })],
  ["list.zip", bytes(0x50, 0x4b, 0x03, 0x04), formatText(codedText("file-is-archive", { file: "list.zip" }))],
  ["list.xls", bytes(0xd0, 0xcf, 0x11, 0xe0), formatText(codedText("workbook-old", { file: "list.xls" }))],
  ["list.pdf", bytes(0x25, 0x50, 0x44, 0x46), t(($) => $.shell.file.pdf, { name: "list.pdf" })],
  ["program", bytes(0x7f, 0x45, 0x4c, 0x46, 0x00), t(($) => $.shell.file.notText, { name: "program" })],
  ["empty.csv", bytes(), t(($) => $.shell.file.empty, { name: "empty.csv" })],
])("rejects %s with a message that names the file", async (name, content, sentence) => {
  expect(await readListFile(name, content)).toEqual({ problem: sentence });
  expect(sentence).toContain(name);
});

test("reads a workbook, and reports numbers that the spreadsheet rounded", async () => {
  const read = await readListFile("list.xlsx", workbook([["iccid"], [{ raw: "8.9490200000123453E+18" }]]));
  expect(read).toEqual({
    text: "iccid\n8.94902E+18\n",
    note: t(($) => $.shell.file.rounded, { count: 1 }),
  });
});

test("rejects a huge file before reading it, stating both sizes", () => {
  expect(sizeProblem("all.csv", maxCharacters)).toBeUndefined();
  expect(sizeProblem("all.csv", 120_000_000)).toMatch(/120 MB.*50 MB/);
});
