/** Steering a campaign while it runs: pause, speed, cancel, stop all, recall, retry, leases, schedule. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it, vi } from "vitest";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { holdMs } from "../../../make/service-client.ts";
import { soon } from "../../../make/soon.ts";
import { startConfirmed } from "../../../make/start-confirmed.ts";

interface PlanExtra {
  readonly rate?: number;
  readonly concurrency?: number;
  readonly schedule?: Partial<Schedule>;
  readonly whenNotListed?: "send" | "ask";
}

async function plan(core: Core, count: number, extra: PlanExtra = {}): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "steered",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(count) } } }],
    ...extra,
  });
  return campaignId;
}

/** With a service that holds every SMS for a minute, and whose clock a test advances. */
function openBuffered(): Promise<Core> {
  const smsLife = { pendingMs: 0, bufferedMs: [60_000, 120_000] as const, asleepRate: 1 };
  return openCore({ simulator: { endpoints: 50, smsLife, clock: "stopped" } });
}

/** Sends a campaign to its end; its messages are buffered. */
async function sendAll(core: Core, count: number): Promise<string> {
  const campaignId = await plan(core, count);
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "finished");
  core.simulator.advance(1_000);
  return campaignId;
}

/** Resolves once the simulator accepted that many SMS. */
async function sent(core: Core, count: number): Promise<void> {
  await vi.waitUntil(() => core.simulator.ledger().length >= count, soon);
}

describe("a running campaign", () => {
  it("pauses, keeps accepted recipients, and continues from there", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 100, { rate: 100 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 10);
    const paused = await core.client.campaigns.pause({ campaignId });
    expect(paused).toMatchObject({ state: "paused", reason: "user" });
    expect(paused.counts.sending).toBe(0);
    expect(core.simulator.ledger().length).toBe(paused.counts.accepted);
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(core.simulator.ledger().length).toBe(counts.accepted);
  });

  it("applies a new rate without a pause", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 100, { rate: 0.5 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 1);
    const status = await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    expect(status.setRate).toBeUndefined();
    await core.untilCampaign(campaignId, "finished");
  });

  it("is cancelled permanently: pending recipients are never sent to", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 100, { rate: 50 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 5);
    const { state, counts } = await core.client.campaigns.cancel({ campaignId });
    expect(state).toBe("cancelled");
    expect(counts).toMatchObject({ pending: 0, sending: 0 });
    expect((await core.client.campaigns.start({ campaignId })).state).toBe("cancelled");
    expect(core.simulator.ledger().length).toBe(counts.accepted);
  });

  it("stops immediately when all sending is stopped; messages in flight become unknown, and the next run resolves them", async () => {
    const rules = [{ kind: "slow" as const, rate: 1, delayMs: holdMs, on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 200 }, faults: rules });
    const campaignId = await plan(core, 100, { concurrency: 8 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 8);
    const { stopped } = await core.client.campaigns.stopAll({});
    expect(stopped).toMatchObject([{ state: "paused", reason: "user", counts: { unknown: 8 } }]);
    core.setFaults();
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(core.simulator.ledger().length).toBe(counts.accepted);
  });

  it("aborts its messages in flight when a pause is to abort them, and leaves other campaigns unchanged", async () => {
    const rules = [{ kind: "slow" as const, rate: 1, delayMs: holdMs, on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 200 }, faults: rules });
    const campaignId = await plan(core, 100, { concurrency: 8 });
    const later = await plan(core, 5, { schedule: { at: core.clock.now() + 3_600_000 } });
    await core.client.campaigns.start({ campaignId: later });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 8);
    // The second request arrives while the first one waits for the requests in flight.
    const [paused, aborted] = await Promise.all([
      core.client.campaigns.pause({ campaignId }),
      core.client.campaigns.pause({ campaignId, abort: true }),
    ]);
    expect(paused).toMatchObject({ state: "paused", reason: "user", counts: { unknown: 8 } });
    expect(aborted).toMatchObject({ state: "paused", reason: "user", message: undefined });
    expect(await core.client.campaigns.status({ campaignId: later })).toMatchObject({ state: "scheduled" });
  });

  it("waits for an operator with recipients proven not sent, if planned so", async () => {
    const rules = [{ kind: "reset-before" as const, rate: 1, attempts: 1, endpoints: [70001], on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 50 }, faults: rules });
    const campaignId = await plan(core, 5, { whenNotListed: "ask" });
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "paused", "unknown-recipients");
    expect(counts.unknown).toBe(1);
    const { items } = await core.client.campaigns.recipients({ campaignId, outcome: ["unknown"] });
    expect(items).toMatchObject([{ endpoint: "70001", code: "proven-not-sent" }]);
    expect(await core.client.campaigns.retry({ campaignId, scope: "unknown" })).toMatchObject({ requeued: 1 });
    await core.client.campaigns.start({ campaignId });
    expect((await core.untilCampaign(campaignId, "finished")).counts.unknown).toBe(0);
  });

  it("continues after an orderly exit of the program", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 100, { rate: 100 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 5);
    await core.restart();
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      state: "paused",
      reason: "interrupted",
    });
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(core.simulator.ledger().length).toBe(counts.accepted);
  });
});

describe("a campaign without recipients", () => {
  it("is not started, and reports why", async () => {
    await using core = await openCore();
    await core.client.suppression.add({ values: ["70001", "70002"] });
    const campaignId = await plan(core, 2);
    await expect(core.client.campaigns.start({ campaignId })).rejects.toMatchObject({
      code: "no-recipients",
      text: codedText("campaign-without-recipients", { campaign: Number(campaignId) }),
    });
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("planned");
  });
});

describe("the suppression list", () => {
  it("is read again at the start: endpoints added since planning are not sent to", async () => {
    await using core = await openCore();
    const suppressFile = core.write("never.csv", "iccid\n");
    const { campaignId } = await core.client.campaigns.plan({
      name: "suppressed",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(5) } } }],
      suppressFile,
    });
    core.write("never.csv", "id\n70002\n");
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts).toMatchObject({ accepted: 4, cancelled: 1 });
    expect(core.simulator.ledger().map(({ endpointId }) => endpointId)).not.toContain(70002);
  });
});

describe("a campaign that has ended", () => {
  it("recalls buffered messages, with a result for each", async () => {
    const smsLife = {
      pendingMs: 0,
      bufferedMs: [60_000, 120_000] as const,
      failedRate: 0,
      expiredRate: 0,
      asleepRate: 1,
    };
    await using core = await openCore({ simulator: { endpoints: 50, smsLife, clock: "stopped" } });
    const campaignId = await plan(core, 10);
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    core.simulator.advance(1_000);
    const { cancelled, results } = await core.client.campaigns.recall({ campaignId });
    expect(results.length).toBe(counts.accepted);
    expect(cancelled).toBe(counts.accepted);
    const status = await core.client.campaigns.status({ campaignId });
    expect(status.delivery).toEqual({ cancelled: counts.accepted, unknown: 0 });
  });

  it("recalls none of the messages that a resume sends during the recall", async () => {
    const rules = [{ kind: "slow" as const, rate: 1, delayMs: 50, on: "sms.cancel" }];
    await using core = await openCore({ simulator: { endpoints: 500 }, faults: rules });
    const campaignId = await plan(core, 500);
    await startConfirmed(core.client, campaignId);
    await sent(core, 210);
    const paused = await core.client.campaigns.pause({ campaignId });
    let resumed: Promise<unknown> | undefined;
    core.app.on("campaigns.recallProgress", () => {
      resumed ??= core.client.campaigns.start({ campaignId });
    });
    const { results } = await core.client.campaigns.recall({ campaignId });
    await resumed;
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts.accepted).toBeGreaterThan(paused.counts.accepted);
    expect(results).toHaveLength(paused.counts.accepted);
  });

  it("is not recalled when a resume sent messages while unknown recipients were looked up", async () => {
    const slow = { kind: "slow" as const, rate: 1, delayMs: holdMs };
    await using core = await openCore({ faults: [{ ...slow, on: "sms.send" }] });
    const campaignId = await plan(core, 100, { concurrency: 8 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 8);
    await core.client.campaigns.stopAll({});
    const lists = await core.requests("sms.list");
    core.setFaults({ ...slow, on: "sms.list" });
    const recall = expect(core.client.campaigns.recall({ campaignId })).rejects.toMatchObject({
      code: "campaign-state",
    });
    await vi.waitUntil(async () => (await core.requests("sms.list")) > lists, soon);
    core.setFaults();
    await core.client.campaigns.start({ campaignId });
    await sent(core, 9);
    core.simulator.advance(holdMs);
    await recall;
    expect(await core.requests("sms.cancel")).toBe(0);
  });

  it.each([
    ["repeats a cancellation that is throttled", { kind: "throttle", attempts: 1 }, undefined, 10],
    ["ends a recall without a session, and stores what was cancelled", { kind: "unauthorized" }, "sign-in-required", 7],
    ["ends a recall that is throttled for an hour", { kind: "throttle", retryAfter: 3600 }, "throttled", undefined],
  ] as const)("%s", async (_name, fault, code, cancelled) => {
    await using core = await openBuffered();
    const campaignId = await sendAll(core, 10);
    core.setFaults({ ...fault, rate: 1, endpoints: [70_003], on: "sms.cancel" });
    const recall = core.client.campaigns.recall({ campaignId });
    if (code === undefined) expect(await recall).toMatchObject({ requested: 10, cancelled: 10 });
    else await expect(recall).rejects.toMatchObject({ code });
    const { delivery } = await core.client.campaigns.status({ campaignId });
    if (cancelled !== undefined) expect(delivery).toMatchObject({ cancelled });
  });

  it("counts a cancellation that cannot be read back as not confirmed", async () => {
    await using core = await openBuffered();
    const campaignId = await sendAll(core, 3);
    core.setFaults({ kind: "refuse", rate: 1, on: "sms.get" });
    expect(await core.client.campaigns.recall({ campaignId })).toMatchObject({ requested: 3, cancelled: 0 });
  });

  it("requests only messages without a known final status", async () => {
    const smsLife = { pendingMs: 0, bufferedMs: [0, 0] as const, failedRate: 0, expiredRate: 0, asleepRate: 0.5 };
    await using core = await openCore({ simulator: { endpoints: 50, smsLife, clock: "stopped" } });
    const campaignId = await plan(core, 10);
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    core.simulator.advance(60_000);
    await core.client.campaigns.checkDelivery({ campaignId });
    const { delivery } = await core.client.campaigns.status({ campaignId });
    const delivered = delivery["delivered"] ?? 0;
    expect(delivered).toBeGreaterThan(0);
    expect(delivered).toBeLessThan(counts.accepted);
    const processed: number[] = [];
    core.app.on("campaigns.recallProgress", (progress) => processed.push(progress.processed));
    const { requested, results } = await core.client.campaigns.recall({ campaignId });
    expect(processed).toEqual([8, 10]);
    expect(requested).toBe(counts.accepted - delivered);
    const left = results.filter((result) => !result.requested);
    expect(left).toHaveLength(delivered);
    expect(new Set(left.map(({ message }) => message.code))).toEqual(new Set(["recall-already-delivered"]));
  });

  it("sends again to rejected recipients when an operator requests it", async () => {
    const rules = [{ kind: "refuse" as const, rate: 1, endpoints: [70001], on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 50 }, faults: rules });
    const campaignId = await plan(core, 5);
    await core.client.campaigns.start({ campaignId });
    expect((await core.untilCampaign(campaignId, "finished")).counts.refused).toBe(1);
    core.setFaults();
    expect(await core.client.campaigns.retry({ campaignId, scope: "refused" })).toEqual({ requeued: 1 });
    await core.client.campaigns.start({ campaignId });
    expect((await core.untilCampaign(campaignId, "finished")).counts.refused).toBe(0);
  });
});

describe("a copy of the data directory", () => {
  it("does not send until an operator takes the campaign over", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, 20, { rate: 50 });
    await core.client.campaigns.start({ campaignId });
    await sent(core, 2);
    await core.client.campaigns.pause({ campaignId });
    const copy = await core.openCopy();
    await expect(copy.client.campaigns.start({ campaignId })).rejects.toMatchObject({ code: "lease-held" });
    expect((await copy.client.campaigns.start({ campaignId, takeOver: true })).state).toBe("running");
    await copy.client.campaigns.pause({ campaignId });
  });
});
