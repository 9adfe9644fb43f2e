/** A running campaign: confirmed, paused, accelerated, resumed, its rejected and unknown recipients handled. */
import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  choose,
  countsText,
  expectSentence,
  expectState,
  launchSending,
  ledgerFromNow,
  plan,
  planAndOpen,
  recipients,
  startCampaign,
  resumeButton,
  resumeCampaign,
} from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo } from "./look-up.ts";
import { statusOf } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";

const sending = shareInFile(() => launchSending({ smsLife: { asleepRate: 1 } }));

test("a campaign is started with its number, paused, accelerated, resumed, and ends with the service's counts", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  // Slow enough to be paused before its end, on a busy computer too.
  const campaignId = await planAndOpen(page, 120, { rate: 2 });
  await page.getByRole("button", { name: t(($) => $.campaigns.actions.start) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.startTitle, { name: "Night reset" }) });
  const rate = t(($) => $.campaigns.counts.perMinute, { value: 120 });
  const sends = t(($) => $.campaigns.confirm.startAtRateText, { count: 120, connection: "Acme", rate });
  await dialog.getByText(sends, { exact: false }).waitFor();
  await dialog.getByRole("textbox", { name: t(($) => $.common.typeNumber, { number: 120 }) }).fill("12");
  expect(await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.startYes) }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  expect(sent()).toEqual([]);

  await startCampaign(page, 120);
  await expectState(page, "running");
  const outcome = t(($) => $.campaigns.counts.segments, {
    label: t(($) => $.campaigns.cards.outcome),
    parts: t(($) => $.common.accepted),
  });
  await page.getByRole("img", { name: new RegExp(`^${RegExp.escape(outcome)} [1-9]`) }).waitFor();
  await page
    .getByRole("button", { name: t(($) => $.campaigns.actions.pause), exact: true })
    .first()
    .click();
  await expectState(page, "paused");
  const { counts } = await statusOf(page, campaignId);
  expect(sent()).toHaveLength(counts.accepted);
  expect(counts.pending).toBeGreaterThan(0);

  const rateField = page.getByRole("textbox", { name: t(($) => $.campaigns.speed.rate) });
  const apply = page.getByRole("button", { name: t(($) => $.campaigns.speed.apply) });
  await page.getByRole("button", { name: rate }).click();
  await rateField.fill("0");
  await rateField.press("Enter");
  expect(await apply.isDisabled()).toBe(true);
  await rateField.fill("1,000");
  await rateField.press("Enter");
  // The label changes before the menu closes.
  await rateField.waitFor({ state: "detached" });
  await page.getByRole("button", { name: t(($) => $.campaigns.counts.perSecond, { value: 17 }) }).click();
  expect(await rateField.inputValue()).toBe("1000");
  await rateField.fill("");
  await apply.click();
  await page.getByRole("button", { name: t(($) => $.campaigns.speed.maximum) }).waitFor();
  // The bottom bar shows it on every page, and asks with number and connection.
  const bar = page.getByRole("contentinfo", { name: t(($) => $.shell.work.label) });
  await bar.getByText(/Acme/).waitFor();
  await bar.getByRole("button", { name: t(($) => $.campaigns.actions.resume) }).click();
  const resume = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.resumeTitle, { name: "Night reset" }) });
  await resume.getByText(new RegExp(`\\b${counts.pending}\\b.*Acme`)).waitFor();
  await resume
    .getByRole("button", { name: t(($) => $.campaigns.confirm.resumeYes, { count: counts.pending }) })
    .click();
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 120 }));
  expect(sent()).toHaveLength(120);
  // A finished campaign cannot be started.
  await expect.poll(() => resumeButton(page).count()).toBe(0);
});

test("rejected recipients are filtered with one click, and retried with two", async () => {
  const rejectedIds = [70_003, 70_007];
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", attempts: 1, endpoints: rejectedIds }] });
  const campaignId = await planAndOpen(page, 20);
  await startCampaign(page, 20);
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 18, refused: 2 }));
  await page
    .getByRole("group", { name: t(($) => $.campaigns.cards.filterByOutcome) })
    .getByRole("button", { name: t(($) => $.common.rejected) })
    .click();
  await expect.poll(() => recipients(page).getAttribute("aria-rowcount")).toBe("3");
  expect(await page.evaluate("location.hash")).toContain("outcome=refused");

  await page.getByRole("button", { name: t(($) => $.campaigns.actions.retryRejected, { number: 2 }) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.retryRejectedTitle, { count: 2 }) });
  await dialog
    .getByText(t(($) => $.campaigns.confirm.retryRejectedNowText, { count: 2, connection: "Acme" }))
    .waitFor();
  await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.retryYes, { count: 2 }) }).click();
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 20 }));
  expect((await statusOf(page, campaignId)).counts).toMatchObject({ accepted: 20, refused: 0 });
  expect(sent()).toHaveLength(20);
});

test("a lost response is unknown, its retry shows a warning, and a lookup finds the message", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  // It stays unknown until the list of its messages can be read.
  service.setFaults({
    rules: [
      { kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70_002] },
      { kind: "refuse", rate: 1, on: "sms.list" },
    ],
  });
  await planAndOpen(page, 30);
  await startCampaign(page, 30);
  // Two rejected readings end the automatic lookups, which could otherwise find it before the operator's.
  await expectState(page, "paused", "unknown-recipients");
  await expectSentence(page, countsText({ accepted: 29, unknown: 1 }));
  await choose(
    page,
    t(($) => $.campaigns.actions.retryUnknown, { number: 1 }),
  );
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.retryUnknownTitle, { count: 1 }) });
  await dialog.getByText(t(($) => $.campaigns.confirm.retryUnknownText, { count: 1 })).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  service.setFaults({});
  await choose(
    page,
    t(($) => $.campaigns.actions.lookUpUnknown, { count: 1 }),
  );
  await expectSentence(page, new RegExp(`^(?!.*${RegExp.escape(t(($) => $.common.outcomeUnknown))})`, "i"));
  await resumeCampaign(page);
  await expectState(page, "finished");
  await expectSentence(page, countsText({ accepted: 30 }));
  expect(sent()).toHaveLength(30);
});

test("waves are shown as a row of steps, and the operator opens the next one", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const gate = { on: "delivered", share: 1, withinMinutes: 60 };
  await planAndOpen(page, 20, { rollout: { canary: { size: { count: 4 }, gate } } });
  await startCampaign(page, 20);
  const waves = page.getByRole("region", { name: t(($) => $.campaigns.waves.title, { count: 2 }) });
  await waves.getByText(t(($) => $.campaigns.waves.sentOf, { sent: 4, size: 4 })).waitFor();
  await waves
    .getByText(
      t(($) => $.campaigns.waves.waiting),
      { exact: true },
    )
    .waitFor();
  expect(sent()).toHaveLength(4);
  // At a gate the bar links to the campaign, and offers no resume.
  const bar = page.getByRole("contentinfo", { name: t(($) => $.shell.work.label) });
  await bar.getByRole("link", { name: "Night reset" }).waitFor();
  expect(await bar.getByRole("button", { name: t(($) => $.campaigns.actions.resume) }).count()).toBe(0);
  await waves.getByRole("button", { name: t(($) => $.campaigns.actions.openWave) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.campaigns.confirm.openWaveTitle) });
  const opens = { count: 16, connection: "Acme", wave: 2, waves: 2 };
  await dialog.getByText(t(($) => $.campaigns.confirm.openWaveText, opens)).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.campaigns.confirm.openWaveYes, { count: 16 }) }).click();
  await expectState(page, "finished");
  expect(sent()).toHaveLength(20);
});

test("on another page a notification reports that a campaign has finished, without moving the focus, and links to it", async () => {
  const { page } = sending();
  const campaignId = await plan(page, 10, { name: "Morning reset" });
  await goTo(page, "/doctor");
  const list = page.getByRole("textbox", { name: t(($) => $.fleet.list.label) });
  await list.focus();
  await expectFocus(page, list);
  await page.evaluate(`window.fleet.call("campaigns.start", { campaignId: ${JSON.stringify(campaignId)} })`);
  const finishedAlert = page
    .getByRole("alert")
    .filter({ hasText: t(($) => $.campaigns.notice.finishedTitle, { name: "Morning reset" }) });
  await finishedAlert.waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await finishedAlert.getByRole("link", { name: t(($) => $.shell.stopped.openCampaign) }).click();
  await expectState(page, "finished");
  await expect.poll(() => finishedAlert.count()).toBe(0);
});
