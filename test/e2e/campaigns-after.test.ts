/** After it was sent: stopped and recalled, proved, printed, and the silent ones written to again. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  choose,
  expectSentence,
  expectState,
  launchSending,
  ledgerFromNow,
  planAndOpen,
  recipients,
  startIt,
} from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { expectRows } from "./support/big-fleet.ts";
import { statusOf } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";

/** Nobody is reached for a minute at least, and after an hour everybody turns the message down. */
const asleep = { smsLife: { pendingMs: 0, asleepRate: 1, expiredRate: 0, failedRate: 1 } };

const sending = shareInFile(() => launchSending(asleep));

test("after the panic stop what is buffered is recalled, with a result for every message", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const campaignId = await planAndOpen(page, 90, { rate: 4 });
  await startIt(page, 90);
  // With one message the text below is in the singular.
  await page.getByRole("img", { name: /^Outcome: ([2-9]|\d\d) accepted/ }).waitFor();
  await page.keyboard.press("ControlOrMeta+.");
  const told = page.getByRole("alert").filter({ hasText: "“Night reset” was stopped" });
  await told.getByRole("link", { name: "Recall what is still buffered…" }).click();
  await expectState(page, "paused");
  await page.getByRole("button", { name: /^Recall up to \d+ messages?$/ }).click();
  const results = page.getByRole("grid", { name: "Results of the recall" });
  await results.waitFor();
  await page.getByRole("button", { name: "Copy the results" }).waitFor();
  const { counts, delivery } = await statusOf(page, campaignId);
  await expect.poll(() => results.getAttribute("aria-rowcount")).toBe(String(counts.accepted + 1));
  await page.getByText(`${counts.accepted} of ${counts.accepted} messages cancelled.`).waitFor();
  expect(delivery).toMatchObject({ cancelled: counts.accepted });
  expect(sent()).toHaveLength(counts.accepted);
  // The service says so too, not only we.
  for (const { endpointId } of sent().slice(0, 5)) {
    const { items } = (await ask(page, "sms.list", { endpoint: String(endpointId) })) as { readonly items: unknown[] };
    expect(items).toMatchObject([{ delivery: "cancelled" }]);
  }
});

test("evidence is exported, holds on screen, and does not when one sign of it was changed", async () => {
  const { page, desktop, dataDir } = sending();
  await planAndOpen(page, 12);
  const evidence = page.getByRole("button", { name: "Evidence…" });
  await startIt(page, 12);
  await expectState(page, "finished");
  const file = join(dataDir, "proof.jsonl");
  await desktop.saveTo(file);
  await evidence.click();
  await page.getByText("12 recipients written.").waitFor();
  // The head stays in full until it is dismissed.
  const { head = "" } = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "{}") as {
    head?: string;
  };
  await page.getByRole("button", { name: "Copy the head" }).waitFor();
  const note = page.getByText(/^[\da-f]{64}$/);
  await expect.poll(() => note.count()).toBe(1);
  if (head !== "") expect(await note.textContent()).toBe(head);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => note.count()).toBe(0);

  await goTo(page, "/campaigns/verify");
  await desktop.openFrom(file);
  const check = page.getByRole("button", { name: "Choose a file…" });
  await check.click();
  await page.getByText("The chain is intact").waitFor();
  await page.getByText("12 accepted", { exact: true }).waitFor();

  const lines = readFileSync(file, "utf8").split("\n");
  lines[4] = (lines[4] ?? "").replace("accepted", "refused");
  writeFileSync(file, lines.join("\n"));
  await check.click();
  await page.getByText("The chain is broken").waitFor();
  await page.getByText("Line 5 of the file.").waitFor();
});

test("the summary fits one sheet of paper, without the window around it", async () => {
  const { page } = sending();
  const campaignId = await planAndOpen(page, 12, { text: `RESET {{endpoint.id}} ${"and a long text ".repeat(9)}` });
  await startIt(page, 12);
  await expectState(page, "finished");
  await goTo(page, `/campaigns/${campaignId}/summary`);
  await page.getByRole("article").getByRole("heading", { name: "Night reset" }).waitFor();
  await page.getByText("12 rows = 12 recipients + 0 left out.", { exact: false }).waitFor();
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  // A4 at 96 dots an inch, less its margins of 14 mm; Letter is wider, and shorter by 69.
  await page.setViewportSize({ width: 688, height: 900 });
  await page.emulateMedia({ media: "print" });
  const seen = async (): Promise<object> => ({
    rail: await page.locator('[data-pane="rail"]').isVisible(),
    strip: await page.locator('[data-pane="work"]').isVisible(),
    print: await page.getByText("Print or save as PDF…").isVisible(),
    text: await page.getByRole("article").isVisible(),
  });
  await expect.poll(seen).toEqual({ rail: false, strip: false, print: false, text: true });
  await expect.poll(() => page.evaluate("document.documentElement.scrollHeight <= 1017 - 69")).toBe(true);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
});

test("recipients are found by filter and search, which the address remembers, and each tells its steps", async () => {
  const { page, service } = sending();
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", endpoints: [70_004] }] });
  const campaignId = await planAndOpen(page, 15);
  await startIt(page, 15);
  await expectState(page, "finished");
  await goTo(page, `/campaigns/${campaignId}?outcome=refused`);
  await expectRows(recipients(page), 1);
  await recipients(page).focus();
  await expectFocus(page, recipients(page));
  await page.keyboard.press("Enter");
  const steps = page.getByRole("complementary", { name: /^What happened to recipient/ });
  await steps.getByText(/^refused/).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => steps.count()).toBe(0);

  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await expectRows(recipients(page), 15);
  await page.getByRole("searchbox", { name: "Search recipients" }).fill("RESET 70012");
  await expect.poll(() => page.evaluate("location.hash")).toContain("search=RESET");
  await expectRows(recipients(page), 1);
  await page.reload();
  await expectRows(recipients(page), 1);
});

test("the silent ones become the audience of the next campaign", async () => {
  const { page, service } = sending();
  const campaignId = await planAndOpen(page, 6, { expect: { pattern: "OK", withinMinutes: 60 } });
  await startIt(page, 6);
  await expectState(page, "finished");
  await expectSentence(page, "6 accepted.");
  service.advance(3_700_000);
  await choose(page, "Ask for delivery now");
  await expect.poll(async () => (await statusOf(page, campaignId)).replies["silent"]).toBe(6);
  await choose(page, "Continue with the 6 silent ones");
  await expect.poll(() => page.evaluate("location.hash")).toMatch(/^#\/campaigns\/new\/\d+/);
  await page
    .getByText(/silent/i)
    .first()
    .waitFor();
});
