/** After sending: stopped and recalled, exported as evidence, printed, and silent recipients reused for another campaign. */
import { t } from "#shared/texts/text.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  choose,
  countsText,
  expectSentence,
  expectState,
  launchSending,
  ledgerFromNow,
  planAndOpen,
  recipients,
  startCampaign,
} from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { expectRows } from "./support/big-fleet.ts";
import { statusOf } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";

/** No message is delivered for at least a minute, and after an hour all have failed. */
const asleep = { smsLife: { pendingMs: 0, asleepRate: 1, expiredRate: 0, failedRate: 1 } };

const sending = shareInFile(() => launchSending(asleep));

test("after Stop all sending buffered messages are recalled, with a result for each", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const campaignId = await planAndOpen(page, 90, { rate: 4 });
  await startCampaign(page, 90);
  await expect.poll(async () => (await statusOf(page, campaignId)).counts.accepted).toBeGreaterThan(1);
  await page.keyboard.press("ControlOrMeta+.");
  const stopAlert = page
    .getByRole("alert")
    .filter({ hasText: t(($) => $.shell.stopped.work, { name: "Night reset" }) });
  await stopAlert.getByRole("link", { name: t(($) => $.shell.stopped.recall) }).click();
  await expectState(page, "paused");
  await page.getByRole("dialog").locator('button[type="submit"]').click();
  const results = page.getByRole("grid", { name: t(($) => $.campaigns.recall.results) });
  await results.waitFor();
  await page.getByRole("button", { name: t(($) => $.campaigns.recall.copyResults) }).waitFor();
  const { counts, delivery } = await statusOf(page, campaignId);
  await expect.poll(() => results.getAttribute("aria-rowcount")).toBe(String(counts.accepted + 1));
  const cancelled = { cancelled: counts.accepted, count: counts.accepted };
  await page
    .getByText(
      t(($) => $.campaigns.recall.cancelledOf, cancelled),
      { exact: true },
    )
    .waitFor();
  expect(delivery).toMatchObject({ cancelled: counts.accepted });
  expect(sent()).toHaveLength(counts.accepted);
  // The service reports the same, not only Fleetdesk.
  for (const { endpointId } of sent().slice(0, 5)) {
    const { items } = (await callCore(page, "sms.list", { endpoint: String(endpointId) })) as {
      readonly items: unknown[];
    };
    expect(items).toMatchObject([{ delivery: "cancelled" }]);
  }
});

test("evidence is exported, verifies on screen, and does not after one character was changed", async () => {
  const { page, desktop, dataDir } = sending();
  await planAndOpen(page, 12);
  const evidence = page.getByRole("button", { name: t(($) => $.campaigns.actions.exportEvidence) });
  await startCampaign(page, 12);
  await expectState(page, "finished");
  const file = join(dataDir, "proof.jsonl");
  await desktop.saveTo(file);
  await evidence.click();
  await page.getByText(t(($) => $.campaigns.done.exported, { count: 12 })).waitFor();
  // The head is shown until it is dismissed.
  const { hash } = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "") as { hash: string };
  await page.getByRole("button", { name: t(($) => $.campaigns.evidence.copyHead) }).waitFor();
  const note = page.getByText(/^[\da-f]{64}$/);
  await expect.poll(() => note.count()).toBe(1);
  expect(await note.textContent()).toBe(hash);
  await page.getByRole("button", { name: t(($) => $.campaigns.evidence.dismiss) }).click();
  await expect.poll(() => note.count()).toBe(0);

  await goTo(page, "/campaigns/verify");
  await desktop.openFrom(file);
  const check = page.getByRole("button", { name: t(($) => $.campaigns.verify.chooseFile) });
  await check.click();
  await page.getByText(t(($) => $.campaigns.verify.intact)).waitFor();
  await page.getByText(countsText({ accepted: 12 }), { exact: true }).waitFor();
  const stored = page.getByLabel(t(($) => $.campaigns.verify.storedHead));
  await stored.fill("0".repeat(64));
  await page.getByText(t(($) => $.campaigns.verify.otherHead)).waitFor();
  await stored.fill(` ${hash.toUpperCase()} `);
  await page.getByText(t(($) => $.campaigns.verify.sameHead)).waitFor();

  const lines = readFileSync(file, "utf8").split("\n");
  lines[4] = (lines[4] ?? "").replace("accepted", "refused");
  writeFileSync(file, lines.join("\n"));
  await check.click();
  await page
    .getByText(
      t(($) => $.campaigns.verify.broken),
      { exact: true },
    )
    .waitFor();
  await page.getByText(t(($) => $.campaigns.verify.line, { line: 5 })).waitFor();

  writeFileSync(file, "ICCID;Name\n8988303000001234567;one\n");
  await check.click();
  await page.getByText(t(($) => $.campaigns.verify.notEvidence)).waitFor();
});

test("the summary fits on one sheet of paper, without the frame of the window", async () => {
  const { page } = sending();
  const campaignId = await planAndOpen(page, 12, { text: `RESET {{endpoint.id}} ${"and a long text ".repeat(9)}` });
  await startCampaign(page, 12);
  await expectState(page, "finished");
  await goTo(page, `/campaigns/${campaignId}/summary`);
  await page.getByRole("article").getByRole("heading", { name: "Night reset" }).waitFor();
  await page
    .getByText(
      t(($) => $.campaigns.summary.footer, { count: 12, recipients: 12, excluded: 0, time: "" }).replace(/ \.$/, ""),
    )
    .waitFor();
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  // A4 at 96 dots per inch, minus its margins of 14 mm; Letter is wider, and shorter by 69.
  await page.setViewportSize({ width: 688, height: 900 });
  await page.emulateMedia({ media: "print" });
  const seen = async (): Promise<object> => ({
    rail: await page.locator('[data-pane="rail"]').isVisible(),
    statusBar: await page.locator('[data-pane="work"]').isVisible(),
    print: await page.getByText(t(($) => $.campaigns.summary.print)).isVisible(),
    text: await page.getByRole("article").isVisible(),
  });
  await expect.poll(seen).toEqual({ rail: false, statusBar: false, print: false, text: true });
  await expect.poll(() => page.evaluate("document.documentElement.scrollHeight <= 1017 - 69")).toBe(true);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
});

test("recipients are found by filter and search, which the URL contains, and each shows its steps", async () => {
  const { page, service } = sending();
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", endpoints: [70_004] }] });
  const campaignId = await planAndOpen(page, 15);
  await startCampaign(page, 15);
  await expectState(page, "finished");
  await goTo(page, `/campaigns/${campaignId}/recipients?outcome=refused`);
  await expectRows(recipients(page), 1);
  await recipients(page).focus();
  await expectFocus(page, recipients(page));
  const name = (await recipients(page).getByRole("link").textContent()) ?? "";
  await page
    .getByRole("toolbar", { name: t(($) => $.shell.rows.toolbar) })
    .getByText(name, { exact: true })
    .waitFor();
  await page.keyboard.press("Enter");
  const steps = page.getByRole("complementary", { name: t(($) => $.campaigns.recipients.history, { row: "" }).trim() });
  await steps
    .getByText(t(($) => $.campaigns.recipientEvents.refused))
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => steps.count()).toBe(0);

  await page.getByRole("button", { name: t(($) => $.campaigns.recipients.showAll), exact: true }).click();
  await expectRows(recipients(page), 15);
  await page.getByRole("searchbox", { name: t(($) => $.campaigns.recipients.search) }).fill("RESET 70012");
  await expect.poll(() => page.evaluate("location.hash")).toContain("search=RESET");
  await expectRows(recipients(page), 1);
  await page.reload();
  await expectRows(recipients(page), 1);
});

test("silent recipients become the audience of the next campaign", async () => {
  const { page, service } = sending();
  const campaignId = await planAndOpen(page, 6, { expect: { pattern: "OK", withinMinutes: 60 } });
  await startCampaign(page, 6);
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 6 }));
  service.advance(3_700_000);
  await choose(
    page,
    t(($) => $.campaigns.actions.checkDelivery),
  );
  await expect.poll(async () => (await statusOf(page, campaignId)).replies["silent"]).toBe(6);
  await choose(
    page,
    t(($) => $.campaigns.actions.followUp, { count: 6 }),
  );
  await expect.poll(() => page.evaluate("location.hash")).toMatch(/^#\/campaigns\/new\/\d+/);
  const { drafts } = (await callCore(page, "drafts.list", {})) as {
    readonly drafts: readonly { readonly body: object }[];
  };
  const audience = [{ op: "add", source: { campaign: { campaignId, part: "silent" } } }];
  expect(drafts).toMatchObject([{ body: { audience } }]);
});
