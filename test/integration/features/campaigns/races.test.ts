/** Two concurrent commands: start, stop and lookup at the worst moment. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { countRows, openCore, type Core } from "../../../make/core.ts";
import { holdMs } from "../../../make/service-client.ts";
import { soon } from "../../../make/soon.ts";

async function plan(
  core: Core,
  extra: { connection?: string; rate?: number; suppressFile?: string } = {},
): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "raced",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(100) } } }],
    concurrency: 4,
    ...extra,
  });
  return campaignId;
}

/** A few turns of the event loop, in which work that still runs would show. */
async function drainEventLoop(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

describe("a campaign that is starting", () => {
  it("obeys a pause requested before its first message", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { rate: 50 });
    const starting = core.client.campaigns.start({ campaignId }).catch(() => undefined);
    const paused = await core.client.campaigns.pause({ campaignId });
    await starting;
    expect(paused).toMatchObject({ state: "paused", reason: "user" });
    const sent = core.simulator.ledger().length;
    await drainEventLoop();
    expect(core.simulator.ledger().length).toBe(sent);
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("paused");
  });

  it("is stopped by Stop all sending", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { rate: 50, suppressFile: core.write("never.txt", "id\n70002\n") });
    const starting = core.client.campaigns.start({ campaignId }).catch(() => undefined);
    await core.client.campaigns.stopAll({});
    await starting;
    const sent = core.simulator.ledger().length;
    await drainEventLoop();
    expect(core.simulator.ledger().length).toBe(sent);
    expect((await core.client.campaigns.status({ campaignId })).state).not.toBe("running");
  });

  it("is cancelled permanently when that is requested during the start", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { rate: 50 });
    const starting = core.client.campaigns.start({ campaignId }).catch(() => undefined);
    expect((await core.client.campaigns.cancel({ campaignId })).state).toBe("cancelled");
    await starting;
    await drainEventLoop();
    const { state, counts } = await core.client.campaigns.status({ campaignId });
    expect(state).toBe("cancelled");
    expect(counts).toMatchObject({ pending: 0, sending: 0, accepted: core.simulator.ledger().length });
  });

  it("runs once regardless of how often it is started", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await Promise.all([1, 2, 3].map(() => core.client.campaigns.start({ campaignId })));
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts).toMatchObject({ unknown: 0, accepted: core.simulator.ledger().length });
  });

  it("starts again when it is started while its last run is ending", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { rate: 200 });
    await core.client.campaigns.start({ campaignId });
    const pausing = core.client.campaigns.pause({ campaignId });
    await core.client.campaigns.start({ campaignId });
    await pausing;
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts.accepted).toBe(core.simulator.ledger().length);
  });

  it("sends at the speed that was set in the meantime", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { rate: 0.1, suppressFile: core.write("never.txt", "id\n70002\n") });
    // Reading it again takes a while.
    core.write("never.txt", `id\n${Array.from({ length: 100_000 }, (_, index) => 200_000 + index).join("\n")}\n`);
    const starting = core.client.campaigns.start({ campaignId });
    await vi.waitUntil(() => countRows(core, "campaign_lease", "count(*) FILTER (WHERE released = 0)") === 1, soon);
    await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    await starting;
    await core.untilCampaign(campaignId, "finished");
  });
});

describe("a campaign whose pause waits for requests in flight", () => {
  const slow = [{ kind: "slow" as const, rate: 1, delayMs: holdMs, on: "sms.send" }];

  async function pauseInFlight(core: Core): Promise<{ campaignId: string; pausing: Promise<unknown> }> {
    const campaignId = await plan(core);
    await core.client.campaigns.start({ campaignId });
    await vi.waitUntil(() => core.simulator.ledger().length >= 4, soon);
    return { campaignId, pausing: core.client.campaigns.pause({ campaignId }) };
  }

  it("is cancelled when that is requested", async () => {
    await using core = await openCore({ faults: slow });
    const { campaignId, pausing } = await pauseInFlight(core);
    const cancelling = core.client.campaigns.cancel({ campaignId });
    core.simulator.advance(holdMs);
    expect((await cancelling).state).toBe("cancelled");
    await pausing;
  });

  const stops = [
    ["another pause", "paused", ({ client }: Core, campaignId: string) => client.campaigns.pause({ campaignId })],
    ["a cancellation", "cancelled", ({ client }: Core, campaignId: string) => client.campaigns.cancel({ campaignId })],
    ["Stop all sending", "paused", ({ client }: Core) => client.campaigns.stopAll({})],
  ] as const;
  it.each(stops)("is not resumed where %s follows", async (_case, state, stop) => {
    await using core = await openCore({ faults: slow });
    const { campaignId, pausing } = await pauseInFlight(core);
    const resuming = core.client.campaigns.start({ campaignId }).catch(() => undefined);
    const stopping = stop(core, campaignId);
    core.simulator.advance(holdMs);
    await stopping;
    const sent = core.simulator.ledger().length;
    core.setFaults();
    await Promise.all([pausing, resuming]);
    await drainEventLoop();
    expect((await core.client.campaigns.status({ campaignId })).state).toBe(state);
    expect(core.simulator.ledger().length).toBe(sent);
  });
});

describe("a campaign to recipients to which another connection sends the same text", () => {
  it("sends its own messages", async () => {
    await using core = await openCore();
    await core.connect("other");
    await core.sync("endpoint");
    const campaigns = [await plan(core, { connection: "practice" }), await plan(core, { connection: "other" })];
    await Promise.all(campaigns.map((campaignId) => core.client.campaigns.start({ campaignId })));
    const statuses = await Promise.all(campaigns.map((campaignId) => core.untilCampaign(campaignId, "finished")));
    expect(statuses.map(({ matchedByText }) => matchedByText)).toEqual([0, 0]);
    expect(core.simulator.ledger()).toHaveLength(statuses.reduce((sum, { counts }) => sum + counts.accepted, 0));
  });
});

describe("a single message that is being prepared", () => {
  it("is not sent after Stop all sending", async () => {
    await using core = await openCore();
    const sending = core.client.sms.send({ endpoint: "70001", from: "4911", text: "RESET" });
    const failing = expect(sending).rejects.toMatchObject({ code: "aborted" });
    await core.client.campaigns.stopAll({});
    await failing;
    expect(core.simulator.ledger()).toEqual([]);
  });
});

describe("a sequence of calls that Stop all sending found between two of them", () => {
  it("sends no further message", async () => {
    await using core = await openCore();
    const message = { endpoint: "70001", from: "4911", text: "RESET", sequence: randomUUID() };
    await core.client.sms.send(message);
    await core.client.campaigns.stopAll({});
    await expect(core.client.sms.send(message)).rejects.toMatchObject({ code: "aborted" });
    expect(core.simulator.ledger()).toHaveLength(1);
    await core.client.sms.send({ ...message, sequence: randomUUID() });
    expect(core.simulator.ledger()).toHaveLength(2);
  });

  it("does not start the campaign that it has retried", async () => {
    await using core = await openCore({ faults: [{ kind: "refuse", rate: 1, attempts: 1, on: "sms.send" }] });
    const campaignId = await plan(core);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "paused");
    const sequence = randomUUID();
    const { requeued } = await core.client.campaigns.retry({ campaignId, scope: "refused", sequence });
    expect(requeued).toBeGreaterThan(0);
    await core.client.campaigns.stopAll({});
    await expect(core.client.campaigns.start({ campaignId, sequence })).rejects.toMatchObject({ code: "aborted" });
    expect(core.simulator.ledger()).toEqual([]);
  });
});

describe("a lookup of unknown recipients", () => {
  it("concurrent with the run's own lookup resolves each of them once", async () => {
    const rules = [{ kind: "reset-after" as const, rate: 0.3, on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 200, faults: { seed: 3, rules } } });
    const campaignId = await plan(core, { rate: 200 });
    await core.client.campaigns.start({ campaignId });
    for (let round = 0; round < 5; round += 1) await core.client.campaigns.reconcile({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expect(counts).toMatchObject({ unknown: 0, accepted: core.simulator.ledger().length });
  });

  it("takes no message that another connection sent to the same service", async () => {
    const lost = { kind: "reset-before" as const, rate: 1, on: "sms.send" };
    await using core = await openCore({ faults: [lost], connection: { reconcileAfterMs: 5_000 } });
    await core.connect("other");
    await core.sync("endpoint");
    const campaignId = await plan(core);
    await core.client.campaigns.start({ campaignId });
    await vi.waitUntil(async () => (await core.client.campaigns.status({ campaignId })).counts.unknown > 3, soon);
    await core.client.campaigns.pause({ campaignId });
    core.setFaults();
    const other = await plan(core, { connection: "practice" });
    await core.client.campaigns.start({ campaignId: other });
    await core.untilCampaign(other, "finished");
    await core.client.campaigns.reconcile({ campaignId });
    expect((await core.client.campaigns.status({ campaignId })).counts.accepted).toBe(0);
  });

  it("matches one record to one of two messages with the same text, and sends the other", async () => {
    const rules = [{ kind: "reset-before" as const, rate: 1, attempts: 1, endpoints: [70001], on: "sms.send" }];
    await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
    const message = { endpoint: "70001", from: "4911", text: "RESET" };
    const both = await Promise.allSettled([core.client.sms.send(message), core.client.sms.send(message)]);
    const accepted = both.filter(({ status }) => status === "fulfilled");
    expect(accepted.length).toBe(core.simulator.ledger().length);
  });
});
