/** The tray icon, hiding the window there, and desktop notifications in that state. */
import { expect, onTestFinished, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { launchFleetdesk, type Fleetdesk } from "../harness/launch-fleetdesk.ts";
import { callCore } from "../look-up.ts";

/** A program with a campaign that sends `rate` messages per second. */
async function sending(rate: number): Promise<{ fleetdesk: Fleetdesk; simulator: Simulator; campaignId: string }> {
  const simulator = await startSimulator({ endpoints: 60 });
  onTestFinished(() => simulator.close());
  const fleetdesk = await launchFleetdesk();
  const { page } = fleetdesk;
  const secret = { applicationToken: simulator.applicationToken };
  await callCore(page, "connections.connect", { name: "practice", baseUrl: simulator.baseUrl, secret });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
  const audience = [{ source: { filter: "" } }];
  const plan = { name: "reboot", from: "4911", text: "REBOOT", audience, rate, watchHours: 0 };
  const { campaignId } = (await callCore(page, "campaigns.plan", plan)) as { readonly campaignId: string };
  await callCore(page, "campaigns.start", { campaignId });
  return { fleetdesk, simulator, campaignId };
}

test("the tray icon shows what is being sent, and stops it", async () => {
  const { fleetdesk, simulator, campaignId } = await sending(2);
  const { desktop, page } = fleetdesk;
  await expect.poll(async () => (await desktop.tray()).menu.map(({ id }) => id)).toContain(`campaign-${campaignId}`);
  await expect.poll(async () => (await desktop.tray()).title).toContain("reboot");
  await desktop.clickTray("stop-all");
  await expect
    .poll(() => callCore(page, "campaigns.status", { campaignId }))
    .toMatchObject({ state: "paused", reason: "user" });
  await expect.poll(async () => (await desktop.tray()).menu.map(({ id }) => id)).toContain("idle");
  expect(await callCore(page, "campaigns.status", { campaignId })).toMatchObject({ counts: { sending: 0 } });
  expect(simulator.ledger().length).toBeLessThan(60);
});

test("a closed window stays in the tray if so configured, and a notification reports the end of the campaign", async () => {
  const { fleetdesk, campaignId } = await sending(1);
  const { desktop, page } = fleetdesk;
  await callCore(page, "settings.set", { whenClosed: "stay" });
  await expect
    .poll(async () => {
      if ((await desktop.window()).visible) await desktop.act("close");
      return (await desktop.window()).visible;
    })
    .toBe(false);
  expect(desktop.dialogs()).toEqual([]);
  // It ends while the window is hidden.
  await callCore(page, "campaigns.setSpeed", { campaignId, rate: 0 });
  await expect.poll(() => desktop.notifications().length, { timeout: 60_000 }).toBe(1);
  expect(desktop.notifications()[0]?.title).toContain("reboot");
  await desktop.clickNotification();
  await expect.poll(async () => (await desktop.window()).visible).toBe(true);
  await expect.poll(() => page.url()).toContain(`/campaigns/${campaignId}`);
});
