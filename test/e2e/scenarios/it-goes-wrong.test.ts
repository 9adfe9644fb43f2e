/** S7: a campaign goes wrong in every way that people fear, and what was sent can be proved afterwards; the service's ledger decides. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choose, expectSentence, expectState, launchSending, planAndOpen, startIt } from "../campaigns.ts";
import { runCommandLine } from "../harness/command-line.ts";
import { goTo } from "../look-up.ts";
import { statusOf } from "../support/campaign-runs.ts";

/** Every device is reached at once and turns its message down. */
const turnedDown = { pendingMs: 0, bufferedMs: [0, 1], failedRate: 1, expiredRate: 0, asleepRate: 0 } as const;
/** No device is reached: everything stays in the service's buffer. */
const asleep = { pendingMs: 0, expiredRate: 0, failedRate: 0, asleepRate: 1 } as const;

test("a canary whose messages fail keeps the rest unsent, until a person opens the next ring", async () => {
  const { page, service } = await launchSending({ smsLife: turnedDown });
  const gate = { on: "delivered", share: 0.8, withinMinutes: 0.05 };
  const campaignId = await planAndOpen(page, 40, { rings: { canary: { size: { count: 5 }, gate } } });
  await startIt(page, 40);
  const rings = page.getByRole("region", { name: "Rings, 2 of them" });
  // The devices are asked about now and then only.
  await rings.getByText("failed", { exact: true }).waitFor({ timeout: 120_000 });
  await expectState(page, "gate failed");
  expect(service.ledger()).toHaveLength(5);
  expect(await statusOf(page, campaignId)).toMatchObject({
    state: "paused",
    reason: "canary-gate",
    counts: { accepted: 5, pending: 35 },
  });
  // A start does not get round the gate.
  await expect.poll(() => page.getByRole("button", { name: "Resume", exact: true }).isDisabled()).toBe(true);
  expect(service.ledger()).toHaveLength(5);

  await rings.getByRole("button", { name: "Open the next ring…" }).click();
  await page.getByRole("dialog", { name: "Open the next ring?" }).getByRole("button", { name: "Open it" }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await expectState(page, "finished");
  expect(service.ledger()).toHaveLength(40);
});

test("too many refusals stop it; only the refused are retried, and nobody gets a second message", async () => {
  const rules = [{ kind: "refuse" as const, rate: 0.6, on: "sms.send" }];
  const { page, service } = await launchSending({ faults: { seed: 3, rules } });
  const campaignId = await planAndOpen(page, 90, { concurrency: 4 });
  await startIt(page, 90);
  await expectState(page, "paused");
  const stopped = await statusOf(page, campaignId);
  expect(stopped.reason).toBe("errors");
  const { accepted, refused, pending } = stopped.counts;
  expect(pending).toBeGreaterThan(0);
  expect(accepted).toBeGreaterThan(0);
  expect(service.ledger()).toHaveLength(accepted);
  const before = service.ledger();

  service.setFaults({});
  await choose(page, `Retry ${refused} refused…`);
  await page
    .getByRole("dialog", { name: `Retry ${refused} refused recipients?` })
    .getByRole("button", { name: "Put them back" })
    .click();
  await page.getByText(`${refused} recipients put back.`).waitFor();
  // Nothing is sent by putting them back.
  expect(service.ledger()).toEqual(before);
  expect((await statusOf(page, campaignId)).counts).toMatchObject({ accepted, refused: 0, pending: pending + refused });
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await expectState(page, "finished");
  await expectSentence(page, "90 accepted.");
  const entries = service.ledger();
  expect(entries.slice(0, before.length)).toEqual(before);
  expect(new Set(entries.map(({ endpointId }) => endpointId)).size).toBe(90);
  expect(entries).toHaveLength(90);
});

test("the panic stop, a recall with a result for every message, and evidence that holds on screen and off it", async () => {
  const { page, desktop, dataDir, service } = await launchSending({ smsLife: asleep });
  // Slow enough that it is stopped before its end, however busy this computer is.
  const campaignId = await planAndOpen(page, 90, { rate: 2 });
  await startIt(page, 90);
  await expect.poll(() => service.ledger().length).toBeGreaterThan(4);
  await expect.poll(() => page.getByRole("button", { name: /^Stop everything/ }).isEnabled()).toBe(true);
  // From another page: it is at hand everywhere.
  await goTo(page, "/fleet/endpoint");
  await page.keyboard.press("ControlOrMeta+.");
  const told = page.getByRole("alert").filter({ hasText: "“Night reset” was stopped" });
  await told.getByRole("link", { name: "Recall what is still buffered…" }).click();
  await expectState(page, "paused");
  // What was under way is looked up before anybody is asked to cancel it.
  await page.getByRole("button", { name: /^Recall \d+ messages?$/ }).click();
  await page.getByRole("button", { name: "Copy the results" }).waitFor();
  const { counts, delivery } = await statusOf(page, campaignId);
  const sent = service.ledger();
  expect(sent).toHaveLength(counts.accepted + counts.unknown);
  expect(counts.pending).toBe(90 - sent.length);
  const results = page.getByRole("grid", { name: "Results of the recall" });
  await expect.poll(() => results.getAttribute("aria-rowcount")).toBe(String(sent.length + 1));
  await page.getByText(`${sent.length} of ${sent.length} messages cancelled.`).waitFor();
  expect(delivery).toMatchObject({ cancelled: sent.length });

  const file = join(dataDir, "..", "night-reset.evidence.jsonl");
  await desktop.saveTo(file);
  await page.getByRole("button", { name: "Evidence…" }).click();
  await page.getByText("90 recipients written.").waitFor();
  await goTo(page, "/campaigns/verify");
  await desktop.openFrom(file);
  const check = page.getByRole("button", { name: "Choose a file…" });
  await check.click();
  await page.getByText("The evidence holds").waitFor();
  const sound = await runCommandLine(dataDir, ["verify", file, "--json"]);
  expect([sound.code, JSON.parse(sound.out)]).toMatchObject([0, { valid: true, entries: 90 }]);
  const { head } = JSON.parse(sound.out) as { readonly head: string };
  await page.getByText(head, { exact: true }).waitFor();

  // One recipient's outcome is embellished.
  const lines = readFileSync(file, "utf8").split("\n");
  const at = lines.findIndex((line, index) => index > 0 && line.includes('"accepted"'));
  lines[at] = (lines[at] ?? "").replace('"accepted"', '"pending"');
  writeFileSync(file, lines.join("\n"));
  await check.click();
  await page.getByText("The evidence does not hold").waitFor();
  await page.getByText(`Line ${at + 1} of the file.`).waitFor();
  const broken = await runCommandLine(dataDir, ["verify", file]);
  expect(broken.code).not.toBe(0);
  expect(broken.err).toContain(`line ${at + 1}`);
});
