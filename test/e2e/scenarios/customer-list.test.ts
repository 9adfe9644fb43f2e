/** A list from a customer, as spreadsheets and people write it. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { firstEndpointId, iccidOf, luhnDigit } from "../../../main/simulator/values.ts";
import { goTo } from "../look-up.ts";
import { endpointList, expectRows, listOf, requestLog, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus } from "../support/focus.ts";
import { dropFile, openFile, putInClipboard } from "../support/clipboard-and-files.ts";

const fleet = shareBigFleet();

const iccid = (slot: number): string => iccidOf(1, slot);
const wrongDigit = `${iccid(4)}${(Number(luhnDigit(iccid(4))) + 1) % 10}`;

/** These texts in this order. */
function results(...texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => RegExp.escape(text)).join(".*"));
}

/** As the customer's spreadsheet numbers its lines; a line without a result is not shown. */
const lines: readonly (readonly [line: string, result?: RegExp])[] = [
  ["Site;ICCID;Note"],
  [`Lager;${iccid(0)};since May`, results(t(($) => $.fleet.verdicts.resolved))],
  [`Lager;${iccid(2)};`, results(t(($) => $.fleet.verdicts.resolved))],
  [
    "Halle 7;8,988303001E+18;",
    results(
      t(($) => $.fleet.verdicts.damaged),
      formatText(codedText("rounded-by-spreadsheet", { value: "8,988303001E+18" })),
    ),
  ],
  [""],
  [
    `Halle 7;${iccid(0)};once more`,
    results(
      t(($) => $.fleet.verdicts.duplicate),
      t(($) => $.fleet.doctor.duplicateOf, { row: 2 }),
    ),
  ],
  ['Hof;=HYPERLINK("http://x.example";"click");', results(t(($) => $.fleet.verdicts.unknown))],
  [`Hof;${wrongDigit};`, results(t(($) => $.fleet.verdicts.badCheckDigit))],
  [";;"],
  [`Dach;${iccid(600_000)};`, results(t(($) => $.fleet.verdicts.unknown))],
  [`Dach;'${iccid(6)};`, results(t(($) => $.fleet.verdicts.resolved))],
  ["Dach;@SUM(1+1);", results(t(($) => $.fleet.verdicts.unknown))],
];
const text = `\uFEFF${lines.map(([line]) => line).join("\r\n")}\r\n`;

beforeEach(async () => {
  const { page } = fleet();
  await goTo(page, "/doctor");
  await page.reload();
  await page.getByRole("heading", { name: t(($) => $.fleet.doctor.title) }).waitFor();
});

/** An opened file is checked immediately: then the button says "Check again". */
const checkButton = (page: Page): Locator =>
  page.getByRole("button", { name: new RegExp(`^${RegExp.escape(t(($) => $.fleet.doctor.check))}`) });

/** Row number → text, in the order of the list. */
async function verdicts(page: Page): Promise<readonly (readonly [number, string])[]> {
  const rows = listOf(
    page,
    t(($) => $.fleet.doctor.resultsByRow),
  ).getByRole("row");
  const cells = await Promise.all(
    (await rows.all()).slice(1).map((row) => row.getByRole("gridcell").allTextContents()),
  );
  return cells.map(([number, ...rest]) => [Number(number), rest.join(" ")]);
}

test("a customer's file is checked row by row, becomes an audience, and its rejects are exported safely", async () => {
  const { page, desktop, dataDir, service } = fleet();
  const before = await requestLog(service);
  await openFile(
    page,
    t(($) => $.fleet.doctor.openFile),
    "sims für mai.csv",
    Buffer.from(text),
  );
  await page.getByText("sims für mai.csv").waitFor();
  await checkButton(page).click();
  const expected = lines.flatMap(([, verdict], index) =>
    verdict === undefined ? [] : [[index + 1, verdict] as const],
  );
  await expect
    .poll(() => verdicts(page))
    .toEqual(expected.map(([row, verdict]) => [row, expect.stringMatching(verdict)]));
  await page.getByText(t(($) => $.fleet.doctor.columnNamed, { number: 2, name: "ICCID" })).waitFor();

  const path = join(dataDir, "..", "refused.csv");
  await desktop.saveTo(path);
  await page.getByRole("button", { name: t(($) => $.fleet.doctor.exportRejected, { count: 6 }) }).click();
  await page.getByRole("alert").getByText(path).waitFor();
  const [head, ...rows] = parse(readFileSync(path), { bom: true }) as readonly (readonly string[])[];
  expect(head?.slice(0, 3)).toEqual(["row", "identifier", "result"]);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["4", "8,988303001E+18", "damaged"],
    ["6", iccid(0), "duplicate"],
    ["7", expect.stringMatching(/^'=HYPERLINK/), "unknown"],
    ["8", wrongDigit, "bad-check-digit"],
    ["10", iccid(600_000), "unknown"],
    ["12", "'@SUM(1+1)", "unknown"],
  ]);

  await page.getByRole("button", { name: t(($) => $.fleet.doctor.saveAudience) }).click();
  await page.getByRole("textbox", { name: t(($) => $.common.name) }).fill("May wave");
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.save), exact: true }).click();
  await page.getByRole("link", { name: t(($) => $.fleet.audiences.show) }).click();
  const list = endpointList(page);
  await expectRows(list, 3);
  await page.getByRole("button", { name: t(($) => $.fleet.audiences.clear, { name: "May wave" }) }).waitFor();
  for (const slot of [0, 2, 6]) {
    await expect.poll(async () => (await list.getByRole("row").allTextContents()).join(" ")).toContain(iccid(slot));
  }
  // Only the cache was used.
  expect((await requestLog(service)).total).toBe(before.total);
});

test("the same list pasted has the same verdicts, and resolved rows are selected in the list", async () => {
  const { page } = fleet();
  const list = page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) });
  await list.focus();
  await putInClipboard(page, text);
  await expectFocus(page, list);
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => list.inputValue()).toContain("Dach;@SUM(1+1)");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect.poll(async () => (await verdicts(page)).map(([row]) => row)).toEqual([2, 3, 4, 6, 7, 8, 10, 11, 12]);
  await page.getByRole("button", { name: t(($) => $.fleet.doctor.showInFleet) }).click();
  await page
    .getByText(
      t(($) => $.shell.table.countSelected, { count: 3 }),
      { exact: true },
    )
    .waitFor();
});

test("reads a file in UTF-16; rejects an image, a text without its byte order mark and one of 60 MB with a message", async () => {
  const { page } = fleet();
  await dropFile(
    page,
    t(($) => $.fleet.doctor.dropZone),
    "photo.png",
    "new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])",
  );
  await page.getByText(t(($) => $.shell.file.image, { name: "photo.png" })).waitFor();
  await dropFile(
    page,
    t(($) => $.fleet.doctor.dropZone),
    "all.csv",
    "new Uint8Array(60_000_000)",
  );
  await page.getByText(t(($) => $.shell.file.tooLarge, { name: "all.csv", size: 60, limit: 50 })).waitFor();
  await openFile(
    page,
    t(($) => $.fleet.doctor.openFile),
    "bare.txt",
    Buffer.from(iccid(0), "utf16le"),
  );
  await page.getByText(t(($) => $.shell.file.notText, { name: "bare.txt" })).waitFor();

  await openFile(
    page,
    t(($) => $.fleet.doctor.openFile),
    "excel.txt",
    Buffer.from(`\uFEFF${iccid(0)}\r\n${firstEndpointId + 1}\r\n`, "utf16le"),
  );
  await page.getByText("excel.txt", { exact: true }).waitFor();
  await expect.poll(() => page.getByText(t(($) => $.shell.file.notText, { name: "excel.txt" })).count()).toBe(0);
  await checkButton(page).click();
  await expect
    .poll(async () =>
      (await verdicts(page)).map(([row, verdict]) => [row, verdict.includes(t(($) => $.fleet.verdicts.resolved))]),
    )
    .toEqual([
      [1, true],
      [2, true],
    ]);
});
