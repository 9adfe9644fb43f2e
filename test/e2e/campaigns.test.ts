/** A campaign under way: confirmed, held, sped up, resumed, its refused and unknown ones looked after. */
import { expect, onTestFinished, test } from "vitest";
import {
  choose,
  expectSentence,
  expectState,
  launchSending,
  ledgerFromNow,
  plan,
  planAndOpen,
  recipients,
  startIt,
  resumeButton,
  resumeIt,
} from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { statusOf } from "./support/campaign-runs.ts";
import { expectFocus } from "./support/focus.ts";

const sending = shareInFile(() => launchSending({ smsLife: { asleepRate: 1 } }));

test("a campaign is started by its number, held, sped up, resumed, and ends as the service says", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  // Slow enough that it is held before its end, however busy this computer is.
  const campaignId = await planAndOpen(page, 120, { rate: 2 });
  await page.getByRole("button", { name: "Start…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start “Night reset”?" });
  await dialog
    .getByText("One message goes to each of 120 endpoints over “Acme”, at 120/min.", { exact: false })
    .waitFor();
  await dialog.getByRole("textbox", { name: "Type 120 to send to that many endpoints" }).fill("12");
  expect(await dialog.getByRole("button", { name: "Start sending" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Leave it" }).click();
  expect(sent()).toEqual([]);

  await startIt(page, 120);
  await expectState(page, "running");
  await page.getByRole("img", { name: /^Outcome: [1-9]\d* accepted/ }).waitFor();
  await page.getByRole("button", { name: "Pause", exact: true }).first().click();
  await expectState(page, "paused");
  const { counts } = await statusOf(page, campaignId);
  expect(sent()).toHaveLength(counts.accepted);
  expect(counts.pending).toBeGreaterThan(0);

  await page.getByRole("button", { name: "120/min" }).click();
  await page.getByRole("textbox", { name: "Messages a minute" }).fill("");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByRole("button", { name: "As fast as allowed" }).waitFor();
  // From the bar below it is seen from anywhere, and asks with number and connection.
  const bar = page.getByRole("contentinfo", { name: "Running work" });
  await bar.getByText(/^over “Acme” · /).waitFor();
  await bar.getByRole("button", { name: "Resume…" }).click();
  const resume = page.getByRole("dialog", { name: "Resume “Night reset”?" });
  await resume.getByText(`${counts.pending} messages not started will be sent over “Acme”`, { exact: false }).waitFor();
  await resume.getByRole("button", { name: `Send to ${counts.pending} recipients` }).click();
  await expectState(page, "finished");
  await expectSentence(page, "120 accepted.");
  expect(sent()).toHaveLength(120);
  // What is over has nothing to start.
  await expect.poll(() => resumeButton(page).count()).toBe(0);
});

test("the refused are found by a press, put back by a person, and sent to", async () => {
  const refused = [70_003, 70_007];
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  onTestFinished(() => service.setFaults({}));
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "sms.send", attempts: 1, endpoints: refused }] });
  const campaignId = await planAndOpen(page, 20);
  await startIt(page, 20);
  await expectState(page, "finished");
  await expectSentence(page, "18 accepted, 2 refused.");
  await page
    .getByRole("group", { name: "Show recipients by outcome" })
    .getByRole("button", { name: /refused/ })
    .click();
  await expect.poll(() => recipients(page).getAttribute("aria-rowcount")).toBe("3");
  expect(await page.evaluate("location.hash")).toContain("outcome=refused");

  await choose(page, "Retry 2 refused…");
  await page
    .getByRole("dialog", { name: "Retry 2 refused recipients?" })
    .getByRole("button", { name: "Put them back" })
    .click();
  await page.getByText("2 recipients put back.").waitFor();
  await expectState(page, "paused");
  await resumeIt(page);
  await expectState(page, "finished");
  await expectSentence(page, "20 accepted.");
  expect((await statusOf(page, campaignId)).counts).toMatchObject({ accepted: 20, refused: 0 });
  expect(sent()).toHaveLength(20);
});

test("a lost answer is unknown, a retry of it warns, and looking it up finds it", async () => {
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
  const campaignId = await planAndOpen(page, 30, { rate: 1 });
  await startIt(page, 30);
  await expectSentence(page, /1 unknown/);
  await page.getByRole("button", { name: "Pause", exact: true }).first().click();
  await expectState(page, "paused");
  await choose(page, /^Retry 1 unknown…/);
  const dialog = page.getByRole("dialog", { name: "Retry 1 unknown recipient?" });
  await dialog.getByText(/A device that has its message already gets it a second time/).waitFor();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  service.setFaults({});
  await choose(page, /^Look up 1 unknown now/);
  await expectSentence(page, /^(?!.*unknown)/);
  await ask(page, "campaigns.setSpeed", { campaignId, rate: 0 });
  await resumeIt(page);
  await expectState(page, "finished");
  await expectSentence(page, "30 accepted.");
  expect(sent()).toHaveLength(30);
});

test("rings are a row of steps, and a person opens the next one", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const gate = { on: "delivered", share: 1, withinMinutes: 60 };
  await planAndOpen(page, 20, { rings: { canary: { size: { count: 4 }, gate } } });
  await startIt(page, 20);
  const rings = page.getByRole("region", { name: "Rings, 2 of them" });
  await rings.getByText("4 of 4 sent").waitFor();
  await rings.getByText("waits", { exact: true }).waitFor();
  expect(sent()).toHaveLength(4);
  // At its gate the bar leads to it, and offers no resuming.
  const bar = page.getByRole("contentinfo", { name: "Running work" });
  await bar.getByRole("link", { name: "Open the campaign" }).first().waitFor();
  await rings.getByRole("button", { name: "Open the next ring…" }).click();
  const dialog = page.getByRole("dialog", { name: "Open the next ring?" });
  await dialog.getByText("16 messages will be sent over “Acme”. Ring 2 of 2 opens", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Send 16 messages" }).click();
  await expectState(page, "finished");
  expect(sent()).toHaveLength(20);
});

test("who looks elsewhere is told that a campaign has finished, keeps the focus, and is led there", async () => {
  const { page } = sending();
  const campaignId = await plan(page, 10, { name: "Morning reset" });
  await goTo(page, "/doctor");
  const list = page.getByRole("textbox", { name: "List" });
  await list.focus();
  await expectFocus(page, list);
  await page.evaluate(`window.fleet.call("campaigns.start", { campaignId: ${JSON.stringify(campaignId)} })`);
  const told = page.getByRole("alert").filter({ hasText: "Campaign “Morning reset” has finished" });
  await told.waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await told.getByRole("link", { name: "Open the campaign" }).click();
  await expectState(page, "finished");
  await expect.poll(() => told.count()).toBe(0);
});
