import { expect, test } from "vitest";
import { readIdentifier } from "#shared/rules/identifier.ts";
import { readWorkbook, workbookKind } from "#shared/rules/workbook.ts";
import { workbook } from "../../../make/workbook.ts";

test("reads text, numbers, dates and results of formulas as CSV", async () => {
  const rows = [
    ["name", "imei", "since", "pin"],
    ['Pump; "north"', { raw: "490154203237518" }, { date: 46_143 }, { formula: "0042" }],
    ["", { raw: "4.9015420323751E+13" }, { date: 46_143.5 }, { raw: "0.30000000000000004" }],
  ];
  expect(await readWorkbook("list.xlsx", workbook(rows))).toEqual({
    text: 'name,imei,since,pin\n"Pump; ""north""",490154203237518,2026-05-01,0042\n,49015420323751,2026-05-01 12:00:00,0.3\n',
    sheet: "Devices",
    sheets: 1,
    rounded: 0,
  });
});

test("keeps identifiers as text, and leaves rounded numbers recognisable as rounded", async () => {
  const rows = [["iccid"], ["08949020000012345678"], [{ raw: "8.9490200000123453E+18" }]];
  expect(await readWorkbook("list.xlsx", workbook(rows))).toMatchObject({
    text: "iccid\n08949020000012345678\n8.94902E+18\n",
    rounded: 1,
  });
  expect(readIdentifier("iccid", "8.94902E+18")).toMatchObject({ kind: "damaged" });
});

const old = [0xd0, 0xcf, 0x11, 0xe0];
const encrypted = Uint8Array.from([...old, ...Buffer.from("E EncryptedPackage", "utf16le")]);

test.each([
  ["an encrypted workbook", encrypted, "workbook-encrypted"],
  ["an older workbook", Uint8Array.from([...old, 1, 2, 3]), "workbook-old"],
  ["a workbook without data", workbook([]), "workbook-empty"],
  ["a workbook that unpacks to gigabytes", workbook([["a"]], { claimed: 4_000_000_000 }), "workbook-too-large"],
  ["another packed file", new Uint8Array(Buffer.from("PK\u0003\u0004 and so on")), "file-is-archive"],
])("rejects %s", async (_name, bytes, code) => {
  expect(workbookKind(bytes)).toBeDefined();
  expect(await readWorkbook("list.xlsx", bytes)).toMatchObject({ problem: { code, params: { file: "list.xlsx" } } });
});
