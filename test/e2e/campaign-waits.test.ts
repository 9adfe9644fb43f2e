/** A waiting campaign in the window: for a service that is unreachable, and at a gate during “Stop all sending”. */
import { formatText, t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { launchSending, ledgerFromNow, expectState, planAndOpen, startCampaign } from "./campaigns.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { connectForSending, statusOf } from "./support/campaign-runs.ts";

const gate = { on: "delivered", share: 1, withinMinutes: 60 };
const sending = shareInFile(() => launchSending());

test("Stop all sending stops a campaign at a gate, and reports when nothing is left to stop", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const campaignId = await planAndOpen(page, 20, { rollout: { canary: { size: { count: 4 }, gate } } });
  await startCampaign(page, 20);
  await expectState(page, "waiting", "canary-gate");
  await page.keyboard.press("ControlOrMeta+.");
  await page
    .getByRole("alert")
    .filter({ hasText: t(($) => $.shell.stopped.work, { name: "Night reset" }) })
    .waitFor();
  await expectState(page, "paused");
  expect(await statusOf(page, campaignId)).toMatchObject({ state: "paused", reason: "user" });
  await page.getByRole("button", { name: t(($) => $.shell.commands.stopSending.title) }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: t(($) => $.shell.stopped.nothingTitle) })
    .waitFor();
  expect(sent()).toHaveLength(4);
});

test("an outage is shown in the header, in the bar and on the badge, and ends with a retry", async () => {
  const service = await startService({ endpoints: 60 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  const campaignId = await planAndOpen(page, 40, { rate: 2 });
  await startCampaign(page, 40);
  await expect.poll(() => service.ledger().length).toBeGreaterThan(1);
  await service.close();
  await expectState(page, "waiting", "offline");
  const countMessages = async (): Promise<number> => {
    const { message } = await statusOf(page, campaignId);
    return message === undefined ? 0 : await page.getByText(formatText(message, Date.now())).count();
  };
  await expect.poll(countMessages).toBeGreaterThan(0);
  const since = t(($) => $.connections.offline.noResponseSince, { time: "" }).trim();
  const offline = page.getByText(t(($) => $.shell.reachability.offline, { reason: since }));
  await offline.waitFor();
  const retry = page.getByRole("button", { name: t(($) => $.shell.reachability.retry) });
  await retry.click({ trial: true });
  await startService({ endpoints: 60, port: Number(new URL(service.baseUrl).port) });
  // The campaign probes as well: if it is first, the button has gone.
  await retry.evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  await offline.waitFor({ state: "hidden" });
  await expectState(page, "running");
});
