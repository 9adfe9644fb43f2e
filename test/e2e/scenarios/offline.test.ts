/** With the network gone everything that reads goes on reading, what needs the service says so at once, and nobody is asked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { goTo } from "../look-up.ts";
import { cellsOf, expectRows, expectSomeRows, listOf, requestLog } from "../support/big-fleet.ts";
import { cableFleetSize, shareCableFleet } from "../support/cable-fleet.ts";
import { expectFocus, expectFocusAbove } from "../support/focus.ts";

const fleet = shareCableFleet();

afterEach(async () => {
  const { page, desktop, wire } = fleet();
  wire.mend();
  await desktop.setOnline(true);
  await expect.poll(() => page.getByText(/^offline: /).count()).toBe(0);
});

async function goOffline(): Promise<void> {
  const { page, desktop, wire } = fleet();
  await goTo(page, "/fleet/endpoint");
  await desktop.setOnline(false);
  await page.getByText("offline: this computer has no network").waitFor();
  wire.cut();
}

const detailOf = (page: Page): Locator => page.getByRole("complementary", { name: "Detail" });

const lists = [
  ["Endpoints", cableFleetSize],
  ["SIMs", undefined],
  ["IMSIs", undefined],
  ["Organisations", undefined],
  ["Users", undefined],
  ["Tariff plans", undefined],
] as const;

test("without a network every page reads from the copy, says how old it is, and not one request is tried", async () => {
  const { page, desktop, dataDir, service, wire } = fleet();
  const before = await requestLog(service);
  await goOffline();
  for (const [name, count] of lists) {
    await page.getByRole("link", { name, exact: true }).click();
    const rows = await expectSomeRows(listOf(page, name));
    if (count !== undefined) expect(rows).toBe(count);
    await page.getByText(/^as of \d\d:\d\d$/).waitFor();
    await page.getByText(/^complete /).waitFor();
  }

  await page.getByRole("link", { name: "What changed" }).click();
  await expectRows(listOf(page, "Changes"), 3);
  await page.getByText(/endpoints as of \d\d:\d\d/).waitFor();
  await listOf(page, "Changes").getByRole("row").nth(1).click();
  const detail = detailOf(page);
  await detail.getByText(/as of \d\d:\d\d/).waitFor();
  await detail.getByRole("tab", { name: "History" }).click();
  await detail.getByText("disabled", { exact: true }).waitFor();
  await detail.getByRole("tab", { name: "Raw" }).click();
  await detail.getByText('"id": 70001').waitFor();
  await goTo(page, "/changes/endpoint?open=endpoint:70003");
  await detail.getByText("was in the copy and is gone from it").waitFor();

  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("textbox", { name: "Find a verb or an endpoint" }).fill("70012");
  await page.getByRole("dialog").getByText("Endpoint 70012").waitFor();
  await page.keyboard.press("Enter");
  await detail.getByText("Endpoint 70012").first().waitFor();

  await page.getByRole("link", { name: "Identifier doctor" }).click();
  await page.getByRole("textbox", { name: "List" }).fill("70012\n70003\nhello");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expectRows(listOf(page, "Verdicts by row"), 3);
  await page.getByRole("button", { name: "Save as audience" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Cut off");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show audience" }).click();
  await expectRows(listOf(page, "Endpoints"), 1);
  await page.getByRole("button", { name: "Leave the audience Cut off" }).click();
  await expectRows(listOf(page, "Endpoints"), cableFleetSize);

  const path = join(dataDir, "..", "offline.csv");
  await desktop.saveTo(path);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /^What is shown: / }).click();
  await page.getByText(path, { exact: true }).waitFor();
  expect(parse(readFileSync(path), { bom: true })).toHaveLength(cableFleetSize + 1);

  expect(wire.tried()).toBe(0);
  expect((await requestLog(service)).total).toBe(before.total);
});

test("without a network what needs the service says so at once, and not one request is tried", async () => {
  const { page, wire } = fleet();
  await goOffline();
  const service = async (item: string): Promise<void> => {
    await page.getByRole("button", { name: "Service", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const noNetwork = /This computer has no network/;
  await page.getByRole("button", { name: "Sync", exact: true }).click();
  await page.getByText("Synchronise Endpoints: not done").waitFor();
  await page.getByText(noNetwork).first().waitFor();
  await page.getByRole("button", { name: "Close" }).first().click();
  await service("Compare the copy with the service");
  const comparison = page.getByRole("dialog", { name: "The copy and the service" });
  await comparison.getByText(noNetwork).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await comparison.waitFor({ state: "detached" });
  await service("Ask the service this question");
  await page.getByText(noNetwork).first().waitFor();
  await page.getByRole("button", { name: "Back to the copy" }).click();
  await expectRows(listOf(page, "Endpoints"), cableFleetSize);

  await goTo(page, "/fleet/endpoint?open=endpoint:70003");
  await detailOf(page).getByRole("button", { name: "Look on the service" }).click();
  await detailOf(page).getByText(noNetwork).waitFor();
  expect(wire.tried()).toBe(0);
});

test("behind a wall that swallows every request reading waits for nobody, and a sync that waits can be ended", async () => {
  const { page, wire } = fleet();
  await goTo(page, "/fleet/endpoint");
  const list = listOf(page, "Endpoints");
  await expectRows(list, cableFleetSize);
  wire.cut();
  await page.getByRole("button", { name: "Sync", exact: true }).click();
  const running = page.getByRole("contentinfo").getByRole("button", { name: "Cancel" });
  await running.waitFor();
  await expect.poll(() => wire.tried()).toBeGreaterThan(0);

  await page.getByRole("combobox", { name: "Filter" }).fill("id:70012,");
  await expectRows(list, 1);
  const [name] = await cellsOf(list, "Name", 1);
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Enter");
  await detailOf(page)
    .getByRole("heading", { name: name ?? "" })
    .waitFor();
  await page.getByRole("link", { name: "What changed" }).click();
  await expectRows(listOf(page, "Changes"), 3);
  // All of that while the request was still waiting.
  await running.click();
  await page.getByText("Nothing is running").waitFor();
});
