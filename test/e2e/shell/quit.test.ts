import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { startSimulator, type Simulator } from "../../../main/simulator/simulator.ts";
import { launchFleetdesk, type Fleetdesk } from "../harness/launch-fleetdesk.ts";

async function simulated(): Promise<Simulator> {
  const simulator = await startSimulator({ endpoints: 90 });
  onTestFinished(() => simulator.close());
  return simulator;
}

interface Outcome {
  readonly ok: boolean;
  readonly value: Record<string, unknown>;
}

/** A call that must succeed. */
async function call({ page }: Fleetdesk, address: string, input: unknown): Promise<Record<string, unknown>> {
  const outcome = await page.evaluate<Outcome>(`window.fleet.call("${address}", ${JSON.stringify(input)})`);
  expect(outcome).toMatchObject({ ok: true });
  return outcome.value;
}

/** Connects, and starts a campaign that sends one SMS per second. */
async function sending(fleetdesk: Fleetdesk, simulator: Simulator): Promise<string> {
  const secret = { applicationToken: simulator.applicationToken };
  await call(fleetdesk, "connections.connect", { name: "practice", baseUrl: simulator.baseUrl, secret });
  await call(fleetdesk, "fleet.sync", { collections: ["endpoint"] });
  const plan = { name: "reboot", from: "4911", text: "REBOOT", audience: [{ source: { filter: "" } }], rate: 1 };
  const { campaignId } = await call(fleetdesk, "campaigns.plan", plan);
  await call(fleetdesk, "campaigns.start", { campaignId });
  await expect.poll(() => simulator.ledger().length).toBeGreaterThan(0);
  return String(campaignId);
}

test("quitting during a campaign asks first, and continues sending when cancelled", async () => {
  const simulator = await simulated();
  const fleetdesk = await launchFleetdesk();
  await sending(fleetdesk, simulator);
  await fleetdesk.desktop.act("close");
  await expect.poll(() => fleetdesk.desktop.dialogs()).toHaveLength(1);
  expect(fleetdesk.desktop.dialogs()).toMatchObject([
    {
      message: t(($) => $.shell.dialogs.pauseAndQuitQuestion),
      detail: expect.stringContaining("reboot") as string,
      buttons: [
        t(($) => $.shell.dialogs.pauseAndQuit),
        t(($) => $.shell.dialogs.keepRunning),
        t(($) => $.shell.dialogs.continueInTray),
      ],
    },
  ]);
  const before = simulator.ledger().length;
  await expect.poll(() => simulator.ledger().length, { timeout: 10_000 }).toBeGreaterThan(before);
});

test("quitting during a campaign can leave it running without a window", async () => {
  const simulator = await simulated();
  const fleetdesk = await launchFleetdesk();
  await sending(fleetdesk, simulator);
  await fleetdesk.desktop.answer(2);
  await fleetdesk.desktop.act("close");
  await expect.poll(async () => (await fleetdesk.desktop.window()).visible).toBe(false);
  const before = simulator.ledger().length;
  await expect.poll(() => simulator.ledger().length, { timeout: 10_000 }).toBeGreaterThan(before);
  // The question is asked in the visible window.
  await fleetdesk.desktop.answer(1);
  await fleetdesk.desktop.act("close");
  await expect.poll(async () => (await fleetdesk.desktop.window()).visible).toBe(true);
});

test("quitting pauses the campaign cleanly: no recipient is lost or sent to twice", async () => {
  const simulator = await simulated();
  const fleetdesk = await launchFleetdesk();
  const campaignId = await sending(fleetdesk, simulator);
  await fleetdesk.desktop.answer(0);
  await fleetdesk.desktop.act("close");
  expect(await fleetdesk.desktop.ended).toBe(0);
  const sent = simulator.ledger().length;
  const again = await launchFleetdesk({ dataDir: fleetdesk.dataDir });
  const { state, counts } = await call(again, "campaigns.status", { campaignId });
  expect(state).toBe("paused");
  expect(counts).toMatchObject({ accepted: sent, sending: 0, unknown: 0 });
  expect(new Set(simulator.ledger().map(({ endpointId }) => endpointId)).size).toBe(simulator.ledger().length);
});
