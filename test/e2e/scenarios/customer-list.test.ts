/** S8: a list from a customer, as spreadsheets and people leave it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { firstEndpointId, iccidOf, luhnDigit } from "../../../main/simulator/identifiers.ts";
import { goTo } from "../look-up.ts";
import { expectRows, listOf, requestLog, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus } from "../support/focus.ts";
import { dropFile, openFile, putInClipboard } from "../support/hand-over.ts";

const fleet = shareBigFleet();

const iccid = (slot: number): string => iccidOf(1, slot);
const wrongDigit = `${iccid(4)}${(Number(luhnDigit(iccid(4))) + 1) % 10}`;

/** As the customer's spreadsheet numbers its lines. */
const lines: readonly (readonly [given: string, verdict: RegExp])[] = [
  ["Site;ICCID;Note", /never shown/],
  [`Lager;${iccid(0)};since May`, /resolved/],
  [`Lager;${iccid(2)};`, /resolved/],
  ["Halle 7;8,988303001E+18;", /damaged.*rounded by a spreadsheet/],
  ["", /never shown/],
  [`Halle 7;${iccid(0)};once more`, /duplicate.*The same endpoint stands in row 2\./],
  ['Hof;=HYPERLINK("http://x.example";"click");', /unknown here/],
  [`Hof;${wrongDigit};`, /bad check digit/],
  [";;", /never shown/],
  [`Dach;${iccid(600_000)};`, /unknown here/],
  [`Dach;'${iccid(6)};`, /resolved/],
  ["Dach;@SUM(1+1);", /unknown here/],
];
const text = `\uFEFF${lines.map(([line]) => line).join("\r\n")}\r\n`;

beforeEach(async () => {
  const { page } = fleet();
  await goTo(page, "/doctor");
  await page.reload();
  await page.getByRole("heading", { name: "Identifier doctor" }).waitFor();
});

/** Row number → text, in the order of the list. */
async function verdicts(page: Page): Promise<readonly (readonly [number, string])[]> {
  const rows = listOf(page, "Verdicts by row").getByRole("row");
  const cells = await Promise.all(
    (await rows.all()).slice(1).map((row) => row.getByRole("gridcell").allTextContents()),
  );
  return cells.map(([number, ...rest]) => [Number(number), rest.join(" ")]);
}

test("a customer's file is judged row by row, becomes an audience, and what is refused goes back safely", async () => {
  const { page, desktop, dataDir, service } = fleet();
  const before = await requestLog(service);
  await openFile(page, "Open a file", "sims für mai.csv", Buffer.from(text));
  await page.getByText("sims für mai.csv").waitFor();
  await page.getByRole("button", { name: "Examine" }).click();
  const expected = lines.flatMap(([, verdict], index) =>
    verdict.source === "never shown" ? [] : [[index + 1, verdict] as const],
  );
  await expect
    .poll(() => verdicts(page))
    .toEqual(expected.map(([row, verdict]) => [row, expect.stringMatching(verdict)]));
  await page.getByText("read from column 2 “ICCID”").waitFor();

  const path = join(dataDir, "..", "refused.csv");
  await desktop.saveTo(path);
  await page.getByRole("button", { name: "Export 6 rejects" }).click();
  await page.getByText(`6 rows in ${path}.`).waitFor();
  const [head, ...rows] = parse(readFileSync(path), { bom: true }) as readonly (readonly string[])[];
  expect(head?.slice(0, 3)).toEqual(["row", "given", "verdict"]);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["4", "8,988303001E+18", "damaged"],
    ["6", iccid(0), "duplicate"],
    ["7", expect.stringMatching(/^'=HYPERLINK/), "unknown"],
    ["8", wrongDigit, "bad-check-digit"],
    ["10", iccid(600_000), "unknown"],
    ["12", "'@SUM(1+1)", "unknown"],
  ]);

  await page.getByRole("button", { name: "Save as audience" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("May wave");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Show audience" }).click();
  const list = listOf(page, "Endpoints");
  await expectRows(list, 3);
  await page.getByRole("button", { name: "Leave the audience May wave" }).waitFor();
  for (const slot of [0, 2, 6]) {
    await expect.poll(async () => (await list.getByRole("row").allTextContents()).join(" ")).toContain(iccid(slot));
  }
  // The copy alone was asked.
  expect((await requestLog(service)).total).toBe(before.total);
});

test("the same list pasted is judged the same, and resolved ones are chosen in the list", async () => {
  const { page } = fleet();
  const list = page.getByRole("textbox", { name: "List" });
  await list.focus();
  await putInClipboard(page, text);
  await expectFocus(page, list);
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => list.inputValue()).toContain("Dach;@SUM(1+1)");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect.poll(async () => (await verdicts(page)).map(([row]) => row)).toEqual([2, 3, 4, 6, 7, 8, 10, 11, 12]);
  await page.getByRole("button", { name: "Select in the list" }).click();
  await page.getByText("3 selected", { exact: true }).waitFor();
});

test("a file in UTF-16 is read; a picture, a text without its mark and one of 60 MB are refused in a sentence", async () => {
  const { page } = fleet();
  await dropFile(page, "The list", "photo.png", "new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])");
  await page.getByText("“photo.png” is a picture (PNG), not a list of text.").waitFor();
  await dropFile(page, "The list", "all.csv", "new Uint8Array(60_000_000)");
  await page.getByText("“all.csv” has 60 MB; a list may have 50 MB.").waitFor();
  await openFile(page, "Open a file", "bare.txt", Buffer.from(iccid(0), "utf16le"));
  await page.getByText("“bare.txt” is not a list of text.").waitFor();

  await openFile(
    page,
    "Open a file",
    "excel.txt",
    Buffer.from(`\uFEFF${iccid(0)}\r\n${firstEndpointId + 1}\r\n`, "utf16le"),
  );
  await page.getByText("excel.txt", { exact: true }).waitFor();
  await expect.poll(() => page.getByText("is not a list of text").count()).toBe(0);
  await page.getByRole("button", { name: "Examine" }).click();
  await expect
    .poll(async () => (await verdicts(page)).map(([row, said]) => [row, /resolved/.test(said)]))
    .toEqual([
      [1, true],
      [2, true],
    ]);
});
