/** A service that loses messages for a while: the campaign waits, also over a restart, and continues automatically. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import { createFastClock } from "../../../fakes/fast-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const connectionReset = { kind: "reset-before", rate: 1 } as const;

async function openAway(
  stopRule: { readonly outageLimitMinutes?: number } = {},
): Promise<Core & { campaignId: string }> {
  const core = await openCore({ simulator: { endpoints: 60 }, keepAlive: true });
  // The lists can be read before the first message.
  core.setFaults({ ...connectionReset, on: "sms.send" });
  const { campaignId } = await core.client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(40) } } }],
    concurrency: 1,
    stopRule,
  });
  await core.client.campaigns.start({ campaignId });
  await core.waitFor(
    "campaigns.progress",
    () => core.client.campaigns.status({ campaignId }),
    ({ counts }) => counts.unknown > 0,
  );
  core.setFaults(connectionReset);
  return Object.assign(core, { campaignId });
}

it("waits for the service, over a restart of the program, and sends to every recipient once", async () => {
  await using core = await openAway();
  const { campaignId } = core;
  const { counts, waitingSince, message } = await core.untilCampaign(campaignId, "waiting", "offline");
  expect(counts).toMatchObject({ accepted: 0, unknown: 10 });
  expect(message).toMatchObject({
    params: {
      first: { code: "offline-since", params: { since: { at: waitingSince } } },
      second: codedText("connection-lost"),
    },
  });
  await core.restart();
  expect(await core.untilCampaign(campaignId, "waiting", "offline")).toMatchObject({ waitingSince });
  core.setFaults();
  const done = await core.untilCampaign(campaignId, "finished");
  const sentTo = core.simulator.ledger().map(({ endpointId }) => endpointId);
  expect(sentTo).toHaveLength(done.counts.accepted);
  expect(new Set(sentTo).size).toBe(sentTo.length);
  const { steps } = await core.client.campaigns.steps({ campaignId });
  expect(steps.map(({ event }) => event)).not.toContain("pause");
});

it("continues immediately when an operator requests a retry and the service responds", async () => {
  await using core = await openAway();
  const { campaignId } = core;
  await core.untilCampaign(campaignId, "waiting", "offline");
  core.setFaults();
  expect(await core.client.connections.probe({})).toMatchObject({ connection: "practice", state: "online" });
  await core.untilCampaign(campaignId, "finished");
});

it("looks up after the outage the recipients that it could not look up during it", async () => {
  await using core = await openCore({ clock: createFastClock(100), simulator: { endpoints: 60 }, keepAlive: true });
  core.setFaults({ kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70_001, 70_003] });
  const { campaignId } = await core.client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(20) } } }],
    concurrency: 1,
    // A message in 0.5 s of the computer: the campaign still sends when the service is gone.
    rate: 0.02,
  });
  await core.client.campaigns.start({ campaignId });
  const progress = () => core.client.campaigns.status({ campaignId });
  await core.waitFor("campaigns.progress", progress, ({ counts }) => counts.accepted >= 3);
  core.setFaults(connectionReset);
  await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
  await core.untilCampaign(campaignId, "waiting", "offline");
  const since = core.clock.monotonic();
  await expect.poll(() => core.clock.monotonic() - since, { timeout: 10_000 }).toBeGreaterThan(6 * 60_000);
  core.setFaults();
  const { counts } = await core.untilCampaign(campaignId, "finished");
  expect(core.simulator.ledger()).toHaveLength(counts.accepted);
});

it("does not continue a campaign that Stop all sending paused during the wait", async () => {
  await using core = await openAway();
  const { campaignId } = core;
  await core.untilCampaign(campaignId, "waiting", "offline");
  const { stopped } = await core.client.campaigns.stopAll({});
  expect(stopped).toMatchObject([{ campaignId, state: "paused", reason: "user" }]);
  core.setFaults();
  await core.restart();
  expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "paused", reason: "user" });
  expect(core.simulator.ledger()).toEqual([]);
});

it("pauses immediately if the operator allows no wait", async () => {
  await using core = await openAway({ outageLimitMinutes: 0 });
  const { message } = await core.untilCampaign(core.campaignId, "paused", "offline");
  expect(message).toEqual(codedText("connection-lost"));
});

it("requests no sign-in when single messages are rejected although the token works", async () => {
  const faults = [{ kind: "unauthorized", rate: 0.3, on: "sms.send" }] as const;
  await using core = await openCore({ simulator: { endpoints: 60 }, faults });
  const { campaignId } = await core.client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(40) } } }],
  });
  await core.client.campaigns.start({ campaignId });
  const { counts } = await core.untilCampaign(campaignId, "finished");
  expect(core.simulator.ledger()).toHaveLength(counts.accepted);
  const { steps } = await core.client.campaigns.steps({ campaignId });
  expect(steps.map(({ event }) => event)).toEqual(["plan", "start", "finish"]);
});

it("waits while the service blocks the renewal of the token for a time", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 }, keepAlive: true });
  core.setFaults(
    { kind: "unauthorized", rate: 1, on: "sms.send" },
    { kind: "throttle", rate: 1, on: "authenticate", retryAfter: 2 },
  );
  const { campaignId } = await core.client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(40) } } }],
  });
  await core.client.campaigns.start({ campaignId });
  const { message } = await core.untilCampaign(campaignId, "waiting", "offline");
  expect(message).toMatchObject({ params: { second: codedText("session-locked-out") } });
  core.setFaults();
  const { counts } = await core.untilCampaign(campaignId, "finished");
  expect(core.simulator.ledger()).toHaveLength(counts.accepted);
});
