/** Rejected recipients are retried while the campaign runs, and something else changes the campaign at the same moment. */
import { describe, expect, it } from "vitest";
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { PlanInput } from "#shared/contract/campaigns/campaigns.ts";
import { type AutoAdvancingClock, createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const minute = 60_000;
const noon = Date.UTC(2031, 2, 3, 12);

const lenient: PlanInput["stopRule"] = { refusedShare: 1, minimumAttempts: 1_000, consecutive: 1_000 };
/** Messages are delivered after 20 hours: a gate that waits for deliveries stays closed. */
const asleep = {
  pendingMs: 0,
  bufferedMs: [20 * 60 * minute, 21 * 60 * minute] as [number, number],
  failedRate: 0,
  expiredRate: 0,
  asleepRate: 0,
  replyRate: 0,
};
const canary: NonNullable<PlanInput["rollout"]> = {
  canary: { size: { count: 15 }, over: [], gate: { on: "delivered", share: 0.1, withinMinutes: 10_000 } },
};
const ids = Array.from({ length: 20 }, (_, index) => 70_001 + index);

/** 20 recipients, of which one is disabled; the first message to each of `rejected` is rejected. */
async function openStage(
  extra: Partial<PlanInput>,
  rejected = ids.filter((id) => id % 2 === 1),
): Promise<{ core: Core<AutoAdvancingClock>; campaignId: string }> {
  const core = await openCore({
    clock: createAutoAdvancingClock(noon),
    simulator: { endpoints: 40, smsLife: asleep },
    faults: [{ kind: "refuse", rate: 1, attempts: 1, endpoints: rejected, on: "sms.send" }],
  });
  const { campaignId } = await core.client.campaigns.plan({
    name: "retried",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(20) } } }],
    stopRule: lenient,
    schedule: { zone: "UTC" },
    ...extra,
  });
  return { core, campaignId };
}

type Campaigns = Core["client"]["campaigns"];
const statusOf = (core: Core, campaignId: string): Promise<CampaignStatus> =>
  core.client.campaigns.status({ campaignId });
const phasesOf = async (core: Core, campaignId: string): Promise<readonly WaveStatus["phase"][]> =>
  (await core.client.campaigns.waves({ campaignId })).waves.map(({ phase }) => phase);

/** Nobody got the message twice, and the counts agree with each other and with the service. */
async function check(core: Core, campaignId: string): Promise<CampaignStatus> {
  const status = await statusOf(core, campaignId);
  const { planned, ...states } = status.counts;
  expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(planned);
  const sent = core.simulator.ledger().map(({ endpointId }) => endpointId);
  expect(new Set(sent).size).toBe(sent.length);
  expect(status.counts.accepted).toBe(sent.length);
  return status;
}

const retry = (campaigns: Campaigns, campaignId: string): Promise<unknown> =>
  campaigns.retry({ campaignId, scope: "refused" });
const unlessChanged = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => expect(error).toMatchObject({ code: "campaign-state" }));
};

describe("a retry of rejected recipients at the gate of a wave", () => {
  it("sends to them, and opens no wave", async () => {
    const { core, campaignId } = await openStage({ rollout: canary });
    await using _ = core;
    const { campaigns } = core.client;
    await campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const { refused } = (await statusOf(core, campaignId)).counts;
    expect(refused).toBeGreaterThan(0);
    expect(await retry(campaigns, campaignId)).toEqual({ requeued: refused });
    expect(await phasesOf(core, campaignId)).toEqual(["sending", "closed"]);
    await expect.poll(async () => (await statusOf(core, campaignId)).counts.accepted, { timeout: 10_000 }).toBe(15);
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    expect(await phasesOf(core, campaignId)).toEqual(["waiting", "closed"]);
    expect((await check(core, campaignId)).counts).toMatchObject({ accepted: 15, pending: 4, refused: 0 });
  });

  it.each(["before", "after"])("and an operator who opens the next wave %s it: each recipient once", async (order) => {
    const { core, campaignId } = await openStage({ rollout: canary });
    await using _ = core;
    const { campaigns } = core.client;
    await campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const work = [() => campaigns.openWave({ campaignId, after: 0 }), () => retry(campaigns, campaignId)];
    await Promise.all((order === "before" ? work : work.toReversed()).map((start) => start()));
    await core.untilCampaign(campaignId, "finished");
    // Those of the second wave may have been rejected after the retry.
    const { refused } = (await check(core, campaignId)).counts;
    expect(await retry(campaigns, campaignId)).toEqual({ requeued: refused });
    if (refused > 0) await campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect((await check(core, campaignId)).counts).toMatchObject({ accepted: 19, refused: 0, pending: 0 });
    expect((await campaigns.waves({ campaignId })).waves).toMatchObject([
      { phase: "passed", sent: 15, openedByPerson: true },
      { phase: "passed", sent: 4 },
    ]);
  });
});

it("a retry in quiet hours sends nothing until they are over", async () => {
  const quiet = { fromMinute: 12 * 60 + 5, untilMinute: 14 * 60 };
  // The second message is due after the quiet hours have begun: no request is under way then.
  const { core, campaignId } = await openStage({ rate: 1 / 400, schedule: { zone: "UTC", quiet } }, ids);
  await using _ = core;
  await core.client.campaigns.start({ campaignId });
  await expect.poll(async () => (await statusOf(core, campaignId)).counts.refused).toBe(1);
  await core.clock.fastForward(() => core.untilCampaign(campaignId, "waiting", "quiet-hours"));
  const { refused, accepted } = (await statusOf(core, campaignId)).counts;
  expect(await core.client.campaigns.retry({ campaignId, scope: "refused" })).toEqual({ requeued: refused });
  await core.clock.pass(30 * minute);
  expect(await statusOf(core, campaignId)).toMatchObject({ state: "waiting", counts: { refused: 0, accepted } });
  await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
  await core.clock.fastForward(() => core.untilCampaign(campaignId, "finished"));
  await check(core, campaignId);
  const minutes = core.simulator.ledger().map(({ at }) => (Date.parse(at) % (24 * 60 * minute)) / minute);
  expect(minutes.filter((at) => at >= quiet.fromMinute && at < quiet.untilMinute)).toEqual([]);
  expect(minutes.length).toBeGreaterThan(0);
});

describe("a retry at the moment in which the campaign stops", () => {
  const stops = {
    pause: (campaigns, campaignId) => campaigns.pause({ campaignId }),
    cancel: (campaigns, campaignId) => campaigns.cancel({ campaignId }),
    "Stop all sending": (campaigns) => campaigns.stopAll({}),
  } satisfies Record<string, (campaigns: Campaigns, campaignId: string) => Promise<unknown>>;

  it.each(Object.keys(stops).flatMap((stop) => [0, 1].map((place) => [stop, place] as const)))(
    "%s (%i): nothing is sent afterwards, and the counts add up",
    async (stop, place) => {
      // The gate stays closed, so the campaign does not finish before it is stopped.
      const { core, campaignId } = await openStage({ rate: 5, rollout: canary });
      await using _ = core;
      const { campaigns } = core.client;
      await campaigns.start({ campaignId });
      await expect
        .poll(async () => (await statusOf(core, campaignId)).counts.refused, { timeout: 10_000 })
        .toBeGreaterThan(3);
      const work = [() => retry(campaigns, campaignId), () => stops[stop as keyof typeof stops](campaigns, campaignId)];
      await Promise.all((place === 0 ? work : work.toReversed()).map((start) => unlessChanged(start())));
      const requests = await core.requests("sms.send");
      await core.clock.pass(10 * minute);
      expect(await core.requests("sms.send")).toBe(requests);
      // "Stop all sending" aborts requests that the service may have accepted.
      await campaigns.reconcile({ campaignId });
      const { state, counts } = await check(core, campaignId);
      expect(state).toBe(stop === "cancel" ? "cancelled" : "paused");
      expect(counts.sending).toBe(0);
    },
  );

  it("by its stop rule: the requeued recipients wait for the operator", async () => {
    const { core, campaignId } = await openStage({ rate: 5, stopRule: { ...lenient, consecutive: 6 } }, ids);
    await using _ = core;
    const { campaigns } = core.client;
    await campaigns.start({ campaignId });
    await expect
      .poll(async () => (await statusOf(core, campaignId)).counts.refused, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(5);
    await unlessChanged(retry(campaigns, campaignId));
    await core.untilCampaign(campaignId, "paused", "errors");
    const requests = await core.requests("sms.send");
    await core.clock.pass(10 * minute);
    expect(await core.requests("sms.send")).toBe(requests);
    await check(core, campaignId);
  });
});
