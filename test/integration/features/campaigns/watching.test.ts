/** Delivery status and replies, requested over real HTTP while the clock runs fast. */
import { describe, expect, it, vi } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { PlanInput } from "#shared/contract/campaigns/campaigns.ts";
import type { FaultRule } from "../../../../main/simulator/faults.ts";
import type { SmsLife } from "../../../../main/simulator/options.ts";
import { createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { createFastClock, type FastClock } from "../../../fakes/fast-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { soon } from "../../../make/soon.ts";

const hourMs = 3_600_000;

/** Every device is online, every message is delivered after a few seconds, every command gets a reply. */
const reliable: SmsLife = { bufferedMs: [1000, 3000], failedRate: 0, expiredRate: 0, asleepRate: 0, replyRate: 1 };

/**
 * Every delivery check fails until these faults are replaced, also the first one, which is due 0.25 s of real time after an acceptance.
 * The first request for each list succeeds: a campaign of up to ten recipients reads each of their lists once before it sends.
 */
const failingChecks: readonly FaultRule[] = [
  { kind: "late", rate: 1, delayMs: 0, attempts: 1, on: "sms.list" },
  { kind: "throttle", rate: 1, retryAfter: 1, on: "sms.list" },
];
/** A read that is throttled is repeated five times. */
const requestsPerCheck = 6;

/** Hours pass quickly: deliveries and answers take their time. `keepAlive`: the program stays, as the desktop app does. */
function open(smsLife: SmsLife, keepAlive = false): Promise<Core<FastClock>> {
  return openCore({
    clock: createFastClock(60),
    simulator: { endpoints: 40, smsLife: { ...reliable, ...smsLife } },
    connection: { reconcileAfterMs: 60_000 },
    keepAlive,
  });
}

/** Sends "PING" to the first `count` endpoints and waits until sending ends. */
async function send(core: Core, count: number, extra: Partial<PlanInput> = {}): Promise<string> {
  const audience = [{ source: { csv: { file: core.writeIds(count) } } }];
  const common = { name: "watched", from: "4911", text: "PING", audience };
  const { campaignId } = await core.client.campaigns.plan({ ...common, ...extra });
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "finished");
  return campaignId;
}

/** Resolves when the campaign is no longer watched, or as soon as its status matches. */
function untilWatched(
  core: Core,
  campaignId: string,
  fits: (status: CampaignStatus) => boolean = ({ watching }) => !watching,
): Promise<CampaignStatus> {
  return core.waitFor("campaigns.watched", () => core.client.campaigns.status({ campaignId }), fits);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

describe("a program that keeps running", () => {
  it("reads delivery status and replies automatically", async () => {
    await using core = await open({}, true);
    core.setFaults(...failingChecks);
    const campaignId = await send(core, 10, { expect: { pattern: "^(ok|error) ping", withinMinutes: 60 } });
    const before = await core.client.campaigns.status({ campaignId });
    const { accepted } = before.counts;
    expect([sum(before.delivery), sum(before.replies), before.watching]).toEqual([accepted, accepted, true]);
    core.setFaults();
    const { delivery, replies } = await untilWatched(core, campaignId);
    expect({ delivery, replies }).toEqual({
      delivery: { delivered: accepted, unknown: 0 },
      replies: { "as-expected": accepted, waiting: 0 },
    });
    const [recipient] = (await core.client.campaigns.recipients({ campaignId, reply: ["as-expected"], limit: 1 }))
      .items;
    expect(recipient).toMatchObject({ delivery: "delivered", reply: "as-expected", replyText: "OK PING" });
    const thread = await core.client.sms.thread({ endpoint: recipient?.endpoint ?? "" });
    expect(thread.items.map(({ direction, answers }) => [direction, answers])).toEqual([
      ["mo", recipient?.smsId],
      ["mt", undefined],
    ]);
  });

  it("continues to watch after a restart, also after a crash", async () => {
    await using core = await open({}, true);
    core.setFaults(...failingChecks);
    const campaignId = await send(core, 8);
    await core.crash();
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ watching: true });
    await core.restart();
    core.setFaults();
    const { delivery } = await untilWatched(core, campaignId);
    expect(delivery).toEqual({ delivered: 8, unknown: 0 });
  });

  it("loses no check while the service is unreachable", async () => {
    await using core = await open({}, true);
    core.setFaults(...failingChecks);
    const campaignId = await send(core, 4, { watchHours: 1 });
    core.clock.jump(3 * hourMs);
    // Up to four checks are under way at the jump: with the requests of five, one that began after the jump has failed.
    const enough = (await core.requests("sms.list")) + 5 * requestsPerCheck;
    await vi.waitUntil(async () => (await core.requests("sms.list")) > enough, soon);
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      watching: true,
      delivery: { unknown: 4 },
    });
    core.setFaults();
    const { delivery } = await untilWatched(core, campaignId);
    expect(delivery).toEqual({ delivered: 4, unknown: 0 });
  });

  it("resolves automatically what was in flight at a crash, without sending", async () => {
    await using core = await open({}, true);
    core.setFaults({ kind: "slow", rate: 1, delayMs: 3_600_000, on: "sms.send" });
    const audience = [{ source: { csv: { file: core.writeIds(4) } } }];
    const { campaignId } = await core.client.campaigns.plan({ name: "died", from: "4911", text: "PING", audience });
    await core.client.campaigns.start({ campaignId });
    await vi.waitUntil(() => core.simulator.ledger().length >= 4, soon);
    await core.crash();
    core.setFaults();
    const status = await untilWatched(
      core,
      campaignId,
      ({ delivery, counts }) => delivery["delivered"] === counts.planned,
    );
    expect(status).toMatchObject({ state: "paused", reason: "interrupted", counts: { accepted: 4, unknown: 0 } });
    expect(core.simulator.ledger().length).toBe(4);
  });

  it("requests nothing more over a deleted connection", async () => {
    await using core = await open({ bufferedMs: [hourMs, hourMs] }, true);
    const campaignId = await send(core, 2, { expect: { pattern: "OK" } });
    await core.client.connections.delete({ connection: "practice" });
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      watching: false,
      replies: { unknown: 2 },
    });
  });

  it("resolves a single message whose response was lost", async () => {
    await using core = await open({}, true);
    const rules = [
      { kind: "reset-after", rate: 1, on: "sms.send" },
      { kind: "refuse", rate: 1, status: 404, on: "sms.list" },
    ] as const;
    core.setFaults(...rules);
    const message = { endpoint: "70001", from: "4911", text: "PING", expect: { pattern: "OK" } };
    expect(await core.client.sms.send(message)).toMatchObject({ outcome: "unknown" });
    core.setFaults();
    const cleared = await core.waitFor(
      "sms.changed",
      async () => {
        const { items } = await core.client.sms.thread({ endpoint: "70001" });
        return items.find(({ direction }) => direction === "mt")?.owned;
      },
      (owned) => owned?.reply === "as-expected",
    );
    expect(cleared).toMatchObject({ outcome: "accepted", reply: "as-expected", replyId: expect.any(String) });
    expect(core.simulator.ledger().length).toBe(1);
  });
});

describe("a program that exits after its command", () => {
  it("polls while its campaign waits at a gate, and opens the gate with the results", async () => {
    await using core = await open({});
    const gate = { on: "expected-reply", share: 1, withinMinutes: 120 } as const;
    const campaignId = await send(core, 8, {
      expect: { pattern: "ping$" },
      rollout: { canary: { size: { count: 3 }, gate } },
    });
    const { waves } = await core.client.campaigns.waves({ campaignId });
    expect(waves.map(({ phase, asExpected }) => [phase, asExpected])[0]).toEqual(["passed", 3]);
    expect(core.simulator.ledger().length).toBe(8);
  });
});

describe("a refresh on request", () => {
  it("reports every open message, and silence only after the reply window", async () => {
    await using core = await open({ replyRate: 0 });
    const { clock } = core;
    const campaignId = await send(core, 10, { expect: { pattern: "OK", withinMinutes: 60 } });
    clock.jump(hourMs / 2);
    expect(await core.client.campaigns.checkDelivery({ campaignId })).toMatchObject({ checked: 10, open: 10 });
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      delivery: { delivered: 10, unknown: 0 },
      replies: { waiting: 10 },
    });
    clock.jump(hourMs);
    expect(await core.client.campaigns.checkDelivery({ campaignId })).toEqual({ checked: 10, open: 0 });
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      replies: { silent: 10 },
      watching: false,
    });
  });

  it("distinguishes failed, expired and buffered messages", async () => {
    await using core = await open({ failedRate: 0.3, expiredRate: 0.3, asleepRate: 0.3 });
    const { clock } = core;
    const campaignId = await send(core, 40);
    clock.jump(30_000);
    await core.client.campaigns.checkDelivery({ campaignId });
    const early = await core.client.campaigns.status({ campaignId });
    expect(early.delivery).toMatchObject({ failed: expect.any(Number), buffered: expect.any(Number) });
    clock.jump(24 * hourMs);
    await core.client.campaigns.checkDelivery({ campaignId });
    const { delivery, watching, counts } = await core.client.campaigns.status({ campaignId });
    expect([sum(delivery), delivery["buffered"], watching]).toEqual([counts.accepted, undefined, false]);
    expect(delivery).toMatchObject({ delivered: expect.any(Number), expired: expect.any(Number) });
    const { total } = await core.client.campaigns.countRecipients({ campaignId, delivery: ["expired"] });
    expect(total).toBe(delivery["expired"]);
  });

  it("includes a campaign that is not watched automatically", async () => {
    await using core = await open({});
    const { clock } = core;
    const campaignId = await send(core, 3, { watchHours: 0 });
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ watching: false, notChecked: 3 });
    clock.jump(hourMs);
    expect(await core.client.campaigns.checkDelivery({ campaignId })).toEqual({ checked: 3, open: 0 });
    const { delivery, replies, notChecked } = await core.client.campaigns.status({ campaignId });
    expect({ delivery, replies, notChecked }).toEqual({
      delivery: { delivered: 3, unknown: 0 },
      replies: { answered: 3, unknown: 0 },
    });
  });

  it("looks up only what is due if that is requested", async () => {
    const clock = createAutoAdvancingClock(Date.UTC(2031, 0, 1));
    const smsLife: SmsLife = { ...reliable, bufferedMs: [hourMs, hourMs] };
    await using core = await openCore({ clock, simulator: { endpoints: 40, smsLife } });
    const campaignId = await send(core, 3);
    // The clock does not advance from here on: no message comes due between the two checks.
    clock[Symbol.dispose]();
    clock.jump(60_000);
    await core.client.campaigns.checkDelivery({ campaignId });
    const { checked, nextAt } = await core.client.campaigns.checkDelivery({ campaignId, dueOnly: true });
    expect([checked, (nextAt ?? 0) > clock.now()]).toEqual([0, true]);
  });

  it("reports why the service cannot be reached", async () => {
    await using core = await open({});
    core.setFaults(...failingChecks);
    const campaignId = await send(core, 2);
    await core.simulator.close();
    await expect(core.client.campaigns.checkDelivery({ campaignId })).rejects.toMatchObject({
      code: "connection-refused",
    });
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ watching: true });
  });

  it("rejects an invalid pattern before anything is planned or sent", async () => {
    await using core = await open({});
    const patternInvalid = { code: "pattern-invalid" };
    await expect(send(core, 2, { expect: { pattern: "(OK" } })).rejects.toMatchObject(patternInvalid);
    const message = { endpoint: "70001", from: "4911", text: "PING", expect: { pattern: "(OK" } };
    await expect(core.client.sms.send(message)).rejects.toMatchObject(patternInvalid);
    expect([core.simulator.ledger(), (await core.client.campaigns.list({})).campaigns]).toEqual([[], []]);
  });
});

describe("a reply", () => {
  it("belongs to the latest command that expects one, across campaigns and single messages", async () => {
    await using core = await open({});
    const { clock } = core;
    const first = await send(core, 1, { text: "CHK", expect: { pattern: "PING", withinMinutes: 600 } });
    clock.jump(60_000);
    const second = await send(core, 1, { text: "CHK 2", expect: { pattern: "PONG", withinMinutes: 600 } });
    clock.jump(60_000);
    await core.client.sms.send({ endpoint: "70001", from: "4911", text: "PING", expect: { pattern: "^ok ping" } });
    clock.jump(60_000);
    await core.client.sms.list({ endpoint: "70001" });
    const replies = async (campaignId: string): Promise<unknown> =>
      (await core.client.campaigns.status({ campaignId })).replies;
    expect([await replies(first), await replies(second)]).toEqual([{ waiting: 1 }, { waiting: 1 }]);
    const { items } = await core.client.sms.thread({ endpoint: "70001" });
    expect(items.map(({ owned }) => owned?.reply)).toEqual([undefined, "as-expected", "waiting", "waiting"]);
  });
});

describe("single messages of unknown outcome", () => {
  it("are looked up on request", async () => {
    await using core = await open({});
    const { clock } = core;
    const lost = { kind: "refuse", rate: 1, status: 404, on: "sms.list" } as const;
    const message = { endpoint: "70001", from: "4911", text: "PING" };
    core.setFaults({ kind: "reset-after", rate: 1, on: "sms.send" }, lost);
    expect(await core.client.sms.send(message)).toMatchObject({ outcome: "unknown" });
    core.setFaults({ kind: "reset-before", rate: 1, on: "sms.send" }, lost);
    expect(await core.client.sms.send({ ...message, text: "STATUS" })).toMatchObject({ outcome: "unknown" });
    expect(await core.client.sms.reconcile({ endpoint: "70001" })).toEqual({ accepted: 0, notSent: 0, unknown: 2 });
    core.setFaults();
    clock.jump(hourMs);
    // A wall clock change does not shorten the proof: three reads over two minutes of the fast clock.
    expect(await core.client.sms.reconcile({ endpoint: "70001" })).toEqual({ accepted: 1, notSent: 0, unknown: 1 });
    const reconcile = (): Promise<{ readonly notSent: number }> => core.client.sms.reconcile({ endpoint: "70001" });
    await vi.waitUntil(async () => (await reconcile()).notSent === 1, soon);
    expect(core.simulator.ledger().map(({ payload }) => payload)).toEqual(["PING"]);
  });
});
