/** A campaign that waits, in the window: for a service that is away, and at a gate when somebody panics. */
import { expect, test } from "vitest";
import { launchSending, ledgerFromNow, expectState, planAndOpen, startIt } from "./campaigns.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { connectForSending, statusOf } from "./support/campaign-runs.ts";

const gate = { on: "delivered", share: 1, withinMinutes: 60 };
const sending = shareInFile(() => launchSending());

test("the panic stop reaches a campaign at a gate, and answers when nothing is left to stop", async () => {
  const { page, service } = sending();
  const sent = ledgerFromNow(service);
  const campaignId = await planAndOpen(page, 20, { rings: { canary: { size: { count: 4 }, gate } } });
  await startIt(page, 20);
  await expectState(page, "at a gate");
  await page.keyboard.press("ControlOrMeta+.");
  await page.getByRole("alert").filter({ hasText: "“Night reset” was stopped" }).waitFor();
  await expectState(page, "paused");
  expect(await statusOf(page, campaignId)).toMatchObject({ state: "paused", reason: "user" });
  await page.getByRole("button", { name: /^Stop everything/ }).click();
  await page.getByRole("alert").filter({ hasText: "Nothing was sending." }).waitFor();
  expect(sent()).toHaveLength(4);
});

test("an outage is said in the head, in the strip and at the badge, and ends with a retry", async () => {
  const service = await startService({ endpoints: 60 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  await planAndOpen(page, 40, { rate: 2 });
  await startIt(page, 40);
  await expect.poll(() => service.ledger().length).toBeGreaterThan(1);
  await service.close();
  await expectState(page, "waiting: offline");
  const said = page.getByText(/Waiting: offline since \d\d:\d\d(:\d\d)?, retrying\./);
  await expect.poll(() => said.count()).toBeGreaterThan(0);
  await page.getByText(/^offline: no answer/).waitFor();
  await startService({ endpoints: 60, port: Number(new URL(service.baseUrl).port) });
  await page.getByRole("button", { name: "Retry now" }).click();
  await page.getByText(/^offline: no answer/).waitFor({ state: "hidden" });
  await expectState(page, "running");
});
