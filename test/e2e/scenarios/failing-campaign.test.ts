/** A campaign fails in several ways, and evidence shows afterwards what was sent; the service's ledger decides. */
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
  startCampaign,
  resumeButton,
  resumeCampaign,
} from "../campaigns.ts";
import { runCommandLine } from "../harness/command-line.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { goTo } from "../look-up.ts";
import { statusOf } from "../support/campaign-runs.ts";

/** Every message stays in the service's buffer for at least a minute, and has failed after an hour. */
const smsLife = { pendingMs: 0, expiredRate: 0, failedRate: 1, asleepRate: 1 } as const;

const sending = shareInFile(() => launchSending({ smsLife }));

test("a canary with failed messages blocks the rest, until the operator opens the next wave", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const gate = { on: "delivered", share: 0.8, withinMinutes: 0.05 };
  const campaignId = await planAndOpen(page, 40, { rollout: { canary: { size: { count: 5 }, gate } } });
  await startCampaign(page, 40);
  // They have failed before the time limit of the gate; a busy computer detects it a moment later.
  await expect.poll(() => sent().length).toBe(5);
  service.advance(3_700_000);
  const waves = page.getByRole("region", { name: t(($) => $.campaigns.waves.title, { count: 2 }) });
  // Delivery status is only polled at intervals.
  await waves
    .getByText(
      t(($) => $.campaigns.waves.failed),
      { exact: true },
    )
    .waitFor({ timeout: 120_000 });
  await expectState(page, "paused", "canary-gate");
  expect(sent()).toHaveLength(5);
  expect(await statusOf(page, campaignId)).toMatchObject({
    state: "paused",
    reason: "canary-gate",
    counts: { accepted: 5, pending: 35 },
  });
  await expect.poll(async () => (await statusOf(page, campaignId)).delivery["failed"]).toBe(5);
  // A start does not bypass the gate.
  await expect.poll(() => resumeButton(page).isDisabled()).toBe(true);
  expect(sent()).toHaveLength(5);

  await waves.getByRole("button", { name: t(($) => $.campaigns.actions.openWave) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.openWaveTitle) });
  const opens = { count: 35, connection: "Acme", wave: 2, waves: 2 };
  await dialog.getByText(t(($) => $.campaigns.confirm.openWavePausedText, opens)).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.openWavePausedYes, { count: 35 }) }).click();
  await resumeCampaign(page);
  await expectState(page, "finished");
  expect(sent()).toHaveLength(40);
});

test("too many rejections stop the campaign; only rejected recipients are retried, and none gets a second message", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ seed: 3, rules: [{ kind: "refuse", rate: 0.6, on: "sms.send" }] });
  const campaignId = await planAndOpen(page, 90, { concurrency: 4 });
  await startCampaign(page, 90);
  await expectState(page, "paused");
  const stopped = await statusOf(page, campaignId);
  expect(stopped.reason).toBe("errors");
  const { accepted, refused: rejected, pending } = stopped.counts;
  expect(pending).toBeGreaterThan(0);
  expect(accepted).toBeGreaterThan(0);
  expect(sent()).toHaveLength(accepted);
  const before = sent();

  service.setFaults({});
  await choose(
    page,
    t(($) => $.campaigns.actions.retryRejected, { number: rejected }),
  );
  await page
    .getByRole("dialog", { name: t(($) => $.campaigns.confirm.retryRejectedTitle, { count: rejected }) })
    .getByRole("button", { name: t(($) => $.campaigns.confirm.retryYes, { count: rejected }) })
    .click();
  await page.getByText(t(($) => $.campaigns.done.retried, { count: rejected })).waitFor();
  // Requeueing sends nothing.
  expect(sent()).toEqual(before);
  expect((await statusOf(page, campaignId)).counts).toMatchObject({
    accepted,
    refused: 0,
    pending: pending + rejected,
  });
  await resumeCampaign(page);
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 90 }));
  const entries = sent();
  expect(entries.slice(0, before.length)).toEqual(before);
  expect(new Set(entries.map(({ endpointId }) => endpointId)).size).toBe(90);
  expect(entries).toHaveLength(90);
});

test("Stop all sending, a recall with a result for every message, and evidence that verifies on screen and on the command line", async () => {
  const { page, desktop, dataDir, service } = sending();
  const ledger = ledgerFromNow(service);
  // Slow enough to be stopped before its end, on a busy computer too.
  const campaignId = await planAndOpen(page, 90, { rate: 2 });
  await startCampaign(page, 90);
  await expect.poll(() => ledger().length).toBeGreaterThan(4);
  // From another page: “Stop all sending” is available everywhere.
  await goTo(page, "/fleet/endpoint");
  await page.keyboard.press("ControlOrMeta+.");
  const stopAlert = page
    .getByRole("alert")
    .filter({ hasText: t(($) => $.shell.stopped.work, { name: "Night reset" }) });
  await stopAlert.getByRole("link", { name: t(($) => $.shell.stopped.recall) }).click();
  await expectState(page, "paused");
  // Messages in flight are looked up before they are cancelled.
  await page.getByRole("dialog").locator('button[type="submit"]').click();
  await page.getByRole("button", { name: t(($) => $.campaigns.recall.copyResults) }).waitFor();
  const { counts, delivery } = await statusOf(page, campaignId);
  const sent = ledger();
  expect(sent).toHaveLength(counts.accepted + counts.unknown);
  expect(counts.pending).toBe(90 - sent.length);
  const results = page.getByRole("grid", { name: t(($) => $.campaigns.recall.results) });
  await expect.poll(() => results.getAttribute("aria-rowcount")).toBe(String(sent.length + 1));
  const cancelled = { cancelled: sent.length, count: sent.length };
  await page
    .getByText(
      t(($) => $.campaigns.recall.cancelledOf, cancelled),
      { exact: true },
    )
    .waitFor();
  expect(delivery).toMatchObject({ cancelled: sent.length });

  const file = join(dataDir, "..", "night-reset.evidence.jsonl");
  await desktop.saveTo(file);
  await page.getByRole("button", { name: t(($) => $.campaigns.actions.exportEvidence) }).click();
  await page.getByText(t(($) => $.campaigns.done.exported, { count: 90 })).waitFor();
  await goTo(page, "/campaigns/verify");
  await desktop.openFrom(file);
  const check = page.getByRole("button", { name: t(($) => $.campaigns.verify.chooseFile) });
  await check.click();
  await page.getByText(t(($) => $.campaigns.verify.intact)).waitFor();
  const sound = await runCommandLine(dataDir, ["verify", file, "--json"]);
  expect([sound.code, JSON.parse(sound.out)]).toMatchObject([0, { valid: true, entries: 90 }]);
  const { head } = JSON.parse(sound.out) as { readonly head: string };
  await page.getByText(head, { exact: true }).waitFor();

  // One recipient's outcome is falsified.
  const lines = readFileSync(file, "utf8").split("\n");
  const at = lines.findIndex((line, index) => index > 0 && line.includes('"accepted"'));
  lines[at] = (lines[at] ?? "").replace('"accepted"', '"pending"');
  writeFileSync(file, lines.join("\n"));
  await check.click();
  await page
    .getByText(
      t(($) => $.campaigns.verify.broken),
      { exact: true },
    )
    .waitFor();
  await page.getByText(t(($) => $.campaigns.verify.line, { line: at + 1 })).waitFor();
  const broken = await runCommandLine(dataDir, ["verify", file]);
  expect(broken.code).not.toBe(0);
  expect(broken.err).toMatch(new RegExp(`evidence-broken: .*\\b${at + 1}\\b`));
});
