/** S8, the campaign: a customer's file becomes an audience row by row, rejects are returned, and exactly the others are sent to. */
import { formatText, t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstEndpointId, iccidOf, luhnDigit } from "../../../main/simulator/values.ts";
import { formatReason } from "../../../renderer/features/campaigns/recipient-filter.ts";
import { expectState, launchSending } from "../campaigns.ts";
import { callCore, goTo } from "../look-up.ts";
import { expectRows, listOf } from "../support/big-fleet.ts";
import { dropFile } from "../support/clipboard-and-files.ts";
import { expectReviewed, nextStep, nextTo } from "../wizard.ts";

const audience = t(($) => $.planning.steps.audience);
const fileName = "sims für mai.csv";

interface Line {
  readonly line: string;
  /** The exclusion reason; undefined for a row that is sent to or not a row at all. */
  readonly left?: string;
  readonly reason?: string;
}

/** Numbers of endpoints that can be sent to. */
async function enabledSlots(page: Page, many: number): Promise<readonly number[]> {
  const query = { collection: "endpoint", filter: "status:0", sort: "id", limit: many };
  const { items } = (await callCore(page, "fleet.list", query)) as {
    readonly items: readonly { readonly id: string }[];
  };
  return items.map(({ id }) => Number(id) - firstEndpointId);
}

/** As a spreadsheet writes it, with its quotation marks doubled. */
const formula = '"=HYPERLINK(""http://x.example"";""click"")"';

const lookupSkipped = codedText("endpoint-not-looked-up", { failure: codedText("looked-up-at-planning") });

function noIccid(value: string): string {
  return formatText(codedText("as-clause", { detail: codedText("no-iccid", { value }) }));
}

/** As the customer's spreadsheet numbers its lines: the header is the first. */
function customerFile(slots: readonly number[]): readonly Line[] {
  const iccid = (at: number): string => iccidOf(1, slots[at] ?? 0);
  const right = luhnDigit(iccid(3));
  const wrong = `${iccid(3)}${(Number(right) + 1) % 10}`;
  return [
    { line: "Site;ICCID;Note" },
    { line: `Lager;${iccid(0)};since May` },
    { line: `Lager Süd;${iccid(1)}${luhnDigit(iccid(1))};` },
    { line: "Halle 7;8,988303001E+18;", left: formatReason("damaged"), reason: "damaged" },
    { line: "" },
    { line: `Halle 7;${iccid(0)};once more`, left: formatReason("duplicate"), reason: "duplicate" },
    { line: `Hof;${formula};`, left: noIccid('=HYPERLINK("http://x.example";"click")'), reason: "unresolved" },
    { line: `Hof;${wrong};`, left: formatReason("check-digit"), reason: "check-digit" },
    { line: ";;" },
    { line: `Dach;${iccidOf(1, 600_000)};`, left: formatText(lookupSkipped), reason: "unresolved" },
    { line: `Dach;'${iccid(2)};` },
    { line: "Dach;@SUM(1+1);", left: noIccid("@SUM(1+1)"), reason: "unresolved" },
    { line: `=1+1;${iccid(4)};a formula as the site` },
  ];
}

test("a customer's file is checked row by row, its rejects are exported safely, and the others get their own text", async () => {
  const { page, desktop, dataDir, service } = await launchSending();
  const slots = await enabledSlots(page, 5);
  const lines = customerFile(slots);
  const expected = lines.flatMap(({ left, reason }, index) =>
    left === undefined ? [] : [{ row: index + 1, left, reason: reason ?? "" }],
  );

  await goTo(page, "/campaigns/new");
  await page.getByRole("region", { name: audience }).waitFor();
  const drop = async (text: string): Promise<void> => {
    const bytes = JSON.stringify([...Buffer.from(`\uFEFF${text}\r\n`)]);
    await dropFile(page, audience, fileName, `new Uint8Array(${bytes})`);
  };
  const file = lines.map(({ line }) => line).join("\r\n");
  // Written by hand: after a stray quotation mark every row would be a guess.
  await drop(file.replace(formula, '=HYPERLINK("http://x.example";"click")'));
  await page
    .getByText(
      formatText(
        codedText("csv-malformed", {
          source: codedText("csv-list", { name: fileName }),
          problem: codedText("csv-quote-inside"),
          line: 7,
        }),
      ),
    )
    .waitFor();
  await drop(file);
  await page.getByText(t(($) => $.planning.list.detectedKind, { column: "ICCID", kind: "ICCID" })).waitFor();
  await page.getByText(t(($) => $.planning.excluded.title, { count: expected.length })).waitFor();
  await expectRows(
    listOf(
      page,
      t(($) => $.planning.excluded.rows),
    ),
    expected.length,
  );
  const listExclusions = async (): Promise<readonly unknown[]> => {
    const rows = (
      await listOf(
        page,
        t(($) => $.planning.excluded.rows),
      )
        .getByRole("row")
        .all()
    ).slice(1);
    const cells = await Promise.all(rows.map(async (row) => await row.getByRole("gridcell").allTextContents()));
    return cells.map(([row, , reason]) => [Number(row), reason]);
  };
  await expect.poll(listExclusions).toEqual(expected.map(({ row, left }) => [row, expect.stringContaining(left)]));

  const path = join(dataDir, "..", "left out.csv");
  await desktop.saveTo(path);
  await page.getByRole("button", { name: t(($) => $.planning.excluded.export) }).click();
  await page.getByText(t(($) => $.planning.excluded.exported, { count: expected.length, file: path })).waitFor();
  const rejects = parse(readFileSync(path), { bom: true, columns: true }) as readonly Readonly<
    Record<string, string>
  >[];
  expect(rejects.map((reject) => [Number(reject["row"]), reject["reason"]])).toEqual(
    expected.map(({ row, reason }) => [row, reason]),
  );
  // No cell of it is a formula to the spreadsheet that opens it.
  const cells = rejects.flatMap((reject) => Object.values(reject));
  expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);

  await nextStep(page, "text");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.name) }).fill("May wave");
  await page
    .getByLabel(t(($) => $.planning.fields.sender))
    .first()
    .fill("4911");
  await page.getByRole("textbox", { name: t(($) => $.planning.fields.text) }).fill("OPEN {{Site}}");
  await page.getByRole("button", { name: nextTo("safety") }).click();
  // Left halfway and continued.
  await page.getByRole("button", { name: t(($) => $.planning.page.saveAndClose) }).click();
  await page
    .getByRole("region", { name: t(($) => $.campaigns.drafts.title) })
    .getByRole("link", { name: "May wave" })
    .click();
  await page.getByRole("button", { name: nextTo("review") }).click();
  expect(service.ledger()).toEqual([]);
  await expectReviewed(page);
  await page.getByRole("button", { name: t(($) => $.planning.start.startSending, { count: 4 }) }).click();
  await expectState(page, "finished");
  const sent = service.ledger().map(({ endpointId, payload, sourceAddress }) => [endpointId, payload, sourceAddress]);
  const endpoint = (at: number): number => firstEndpointId + (slots[at] ?? 0);
  expect(sent.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [endpoint(0), "OPEN Lager", "4911"],
    [endpoint(1), "OPEN Lager Süd", "4911"],
    [endpoint(2), "OPEN Dach", "4911"],
    [endpoint(4), "OPEN =1+1", "4911"],
  ]);
});
