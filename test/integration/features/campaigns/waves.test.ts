/** Canary and waves over real HTTP, with the core and the simulator on a fake clock. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { describe, expect, it } from "vitest";
import type { CampaignStatus, WaveStatus, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { PlanInput } from "#shared/contract/campaigns/campaigns.ts";
import type { SmsLife } from "../../../../main/simulator/options.ts";
import { type AutoAdvancingClock, createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const noon = Date.UTC(2031, 2, 3, 12);
const minute = 60_000;
const canary: NonNullable<WavePlan["canary"]> = {
  size: { count: 5 },
  over: [],
  gate: { on: "delivered", share: 0.8, withinMinutes: 30 },
};

/** With longer limits: while a request is in progress, hours of the fake clock may pass. */
const slowCanary: WavePlan["canary"] = { ...canary, gate: { ...canary.gate, withinMinutes: 10_000 } };

/** Every SMS is delivered within seconds, and every command gets a reply. */
const good: SmsLife = {
  pendingMs: 0,
  bufferedMs: [1_000, 2_000],
  failedRate: 0,
  expiredRate: 0,
  asleepRate: 0,
  replyRate: 1,
};
const asleep: SmsLife = { ...good, bufferedMs: [10 * 60 * minute, 11 * 60 * minute] };
const failing: SmsLife = { ...good, failedRate: 1 };

interface Stage extends AsyncDisposable {
  readonly core: Core<AutoAdvancingClock>;
  plan(extra: Partial<PlanInput>, count?: number): Promise<string>;
  waves(campaignId: string): Promise<WaveStatus[]>;
  /** Advances the clock until the campaign is in that state. */
  passUntil(campaignId: string, state: CampaignStatus["state"]): Promise<CampaignStatus>;
  /** Advances the clock until a wave is in that phase. */
  passUntilWave(campaignId: string, ring: number, phase: WaveStatus["phase"]): Promise<void>;
  readonly notices: readonly { readonly kind: string; readonly text: string }[];
}

async function openStage(smsLife: SmsLife): Promise<Stage> {
  const core = await openCore({ clock: createAutoAdvancingClock(noon), simulator: { endpoints: 40, smsLife } });
  const notices: { kind: string; text: string }[] = [];
  core.app.on("campaigns.notice", ({ kind, text }) => notices.push({ kind, text }));
  const listWaves: Stage["waves"] = async (campaignId) => (await core.client.campaigns.waves({ campaignId })).waves;
  return {
    core,
    notices,
    plan: async (extra, count = 20) => {
      const audience = [{ source: { csv: { file: core.writeIds(count) } } }];
      const common = { name: "ringed", from: "4911", text: "CHK", audience, schedule: { zone: "UTC" } };
      return (await core.client.campaigns.plan({ ...common, ...extra })).campaignId;
    },
    passUntil: (...campaign) => core.clock.fastForward(() => core.untilCampaign(...campaign)),
    passUntilWave: async (campaignId, wave, phase) => {
      const hasPhase = (waves: readonly WaveStatus[]): boolean => waves[wave]?.phase === phase;
      await core.clock.fastForward(() => core.waitFor("campaigns.changed", () => listWaves(campaignId), hasPhase));
    },
    waves: listWaves,
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

const sentTo = (core: Core): number => core.simulator.ledger().length;
const phases = (waves: readonly WaveStatus[]): string[] => waves.map(({ phase }) => phase);

describe("a canary", () => {
  it("is sent first, and the rest once enough of it was delivered", async () => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary: slowCanary } });
    expect(phases(await stage.waves(campaignId))).toEqual(["closed", "closed"]);
    await core.client.campaigns.start({ campaignId });
    const paused = await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const { drainedAt = 0 } = (await stage.waves(campaignId))[0] ?? {};
    const until = { at: drainedAt + 10_000 * minute, zone: "UTC" };
    const waits = (delivered: number): CodedText => {
      const progress = codedText("wave-progress-delivered", { met: delivered, sent: 5, needed: 4 });
      return codedText("wave-waits", { wave: codedText("wave-canary"), progress, until });
    };
    expect([0, 1, 2, 3].map(waits)).toContainEqual(paused.message);
    expect(paused.wave).toEqual({ open: 0, of: 2, phase: "waiting" });
    expect(sentTo(core)).toBe(5);
    const { counts } = await stage.passUntil(campaignId, "finished");
    expect(sentTo(core)).toBe(counts.accepted);
    const [first, rest] = await stage.waves(campaignId);
    expect(first).toMatchObject({ canary: true, phase: "passed", size: 5, sent: 5, needed: 4 });
    expect(first?.delivered).toBeGreaterThanOrEqual(4);
    expect(rest).toMatchObject({ canary: false, phase: "passed", sent: counts.accepted - 5 });
    const { steps } = await core.client.campaigns.steps({ campaignId });
    expect(steps.map(({ event }) => event)).toEqual(["plan", "start", "wait", "ring-opened", "start", "finish"]);
    expect(stage.notices.map(({ kind }) => kind)).toEqual(["finished"]);
  });

  it("passes on expected replies if its gate requires them", async () => {
    await using stage = await openStage(good);
    const gate = { on: "expected-reply", share: 0.8, withinMinutes: 10_000 } as const;
    const campaignId = await stage.plan({
      rollout: { canary: { size: { count: 5 }, over: [], gate } },
      expect: { pattern: ".", withinMinutes: 5_000 },
      text: "PING",
    });
    await stage.core.client.campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
    expect((await stage.waves(campaignId))[0]?.asExpected).toBeGreaterThanOrEqual(4);
  });

  it("fails at its time limit, and the rest is sent when an operator opens the gate", async () => {
    await using stage = await openStage(asleep);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary } });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    await stage.passUntilWave(campaignId, 0, "failed");
    expect(phases(await stage.waves(campaignId))).toEqual(["failed", "closed"]);
    expect(stage.notices).toEqual([
      {
        kind: "decision",
        text: t(($) => $.campaigns.notice.gateFailed, {
          reason: formatText(
            codedText("wave-failed-time-over", {
              wave: codedText("wave-canary"),
              progress: codedText("wave-progress-delivered", { met: 0, sent: 5, needed: 4 }),
            }),
          ),
        }),
      },
    ]);
    // A start does not change the gate's result.
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "paused", "canary-gate");
    expect(sentTo(core)).toBe(5);
    const opened = await core.client.campaigns.openWave({ campaignId });
    expect(opened).toMatchObject({ state: "paused", reason: "canary-gate", wave: { open: 1, of: 2 } });
    expect(opened.message).toEqual(codedText("next-wave-opened"));
    await core.client.campaigns.start({ campaignId });
    const { counts } = await stage.passUntil(campaignId, "finished");
    expect(sentTo(core)).toBe(counts.accepted);
    expect((await stage.waves(campaignId))[0]).toMatchObject({
      phase: "passed",
      openedByPerson: true,
      message: codedText("opened-by-person"),
    });
  });

  it("is polled once more before it fails, also when its time limit was shorter than the first interval", async () => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({
      rollout: { canary: { ...canary, gate: { ...canary.gate, withinMinutes: 0.1 } } },
    });
    await core.client.campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
    expect((await stage.waves(campaignId))[0]).toMatchObject({ phase: "passed", delivered: 5 });
  });

  it("fails as soon as its gate can no longer be met, and is cancelled without sending to the rest", async () => {
    await using stage = await openStage(failing);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary: slowCanary } });
    await core.client.campaigns.start({ campaignId });
    await stage.passUntilWave(campaignId, 0, "failed");
    const [first] = await stage.waves(campaignId);
    const { delivered = 0 } = first ?? {};
    const progress = codedText("wave-progress-delivered", { met: delivered, sent: 5, needed: 4 });
    expect(first?.message).toEqual(codedText("wave-failed-out-of-reach", { wave: codedText("wave-canary"), progress }));
    const { state, counts } = await core.client.campaigns.cancel({ campaignId });
    expect(state).toBe("cancelled");
    expect(counts.accepted).toBe(5);
    expect(counts).toMatchObject({ pending: 0, sending: 0, unknown: 0 });
    expect(sentTo(core)).toBe(5);
  });

  it("continues immediately when an operator opens the next wave during the wait", async () => {
    await using stage = await openStage(asleep);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary: slowCanary } });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    await core.client.campaigns.openWave({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    await expect(core.client.campaigns.openWave({ campaignId })).rejects.toMatchObject({ code: "ring-last" });
  });

  it("waits for its remaining time after a crash at the gate", async () => {
    await using stage = await openStage(asleep);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary } });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const before = (await stage.waves(campaignId))[0]?.drainedAt;
    await core.clock.pass(10 * minute);
    await core.crash();
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      state: "waiting",
      reason: "canary-gate",
      message: { params: { second: codedText("resumes-while-open") } },
    });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    expect((await stage.waves(campaignId))[0]).toMatchObject({ phase: "waiting", drainedAt: before });
    await stage.passUntilWave(campaignId, 0, "failed");
    const { decidedAt = 0 } = (await stage.waves(campaignId))[0] ?? {};
    expect(decidedAt - (before ?? 0)).toBeGreaterThanOrEqual(30 * minute);
    expect(sentTo(core)).toBe(5);
  });

  it("can be paused at its gate, and continues to wait when it is started", async () => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { canary: slowCanary } });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    expect(await core.client.campaigns.pause({ campaignId })).toMatchObject({ state: "paused", reason: "user" });
    await core.client.campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
    expect(stage.notices.map(({ kind }) => kind)).toEqual(["finished"]);
  });

  it("restarts its gate when rejected recipients of it are retried", async () => {
    await using stage = await openStage(asleep);
    const { core } = stage;
    const ids = Array.from({ length: 20 }, (_, index) => 70_001 + index);
    core.setFaults({ kind: "refuse", rate: 1, endpoints: ids.slice(0, 10), on: "sms.send" });
    const stopRule = { refusedShare: 1, minimumAttempts: 100, consecutive: 100 };
    const campaignId = await stage.plan({ rollout: { canary: slowCanary }, stopRule });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "paused", "canary-gate");
    await core.client.campaigns.pause({ campaignId });
    core.setFaults();
    const { requeued } = await core.client.campaigns.retry({ campaignId, scope: "refused" });
    expect(requeued).toBeGreaterThan(0);
    expect(phases(await stage.waves(campaignId))).toEqual(["sending", "closed"]);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    expect((await stage.waves(campaignId))[0]).toMatchObject({ phase: "waiting", sent: 5 });
    expect(sentTo(core)).toBe(5);
  });
});

describe("waves", () => {
  it("follow each other after their pause", async () => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { waves: { size: { count: 5 }, pauseMinutes: 60 } } }, 12);
    await core.client.campaigns.start({ campaignId });
    const { message } = await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const { drainedAt = 0 } = (await stage.waves(campaignId))[0] ?? {};
    const pauses = codedText("wave-pauses", {
      wave: codedText("wave-number", { wave: 1, waves: 3 }),
      progress: codedText("wave-progress-sent"),
      until: { at: drainedAt + 60 * minute, zone: "UTC" },
    });
    expect(message).toEqual(pauses);
    await stage.passUntil(campaignId, "finished");
    const waves = await stage.waves(campaignId);
    for (const [index, { openedAt = 0 }] of waves.slice(1).entries()) {
      const waited = openedAt - (waves[index]?.drainedAt ?? 0);
      expect(waited).toBeGreaterThanOrEqual(60 * minute);
    }
    const { points } = await core.client.campaigns.timeline({ campaignId });
    expect(points.map(({ counts }) => counts.accepted)).toEqual(
      points.map(({ counts }) => counts.accepted).toSorted((a, b) => a - b),
    );
    expect(points.length).toBeGreaterThanOrEqual(6);
  });

  it.each([2, -2])("keep their pause when the clock is set by %i hours", async (hours) => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({ rollout: { waves: { size: { count: 5 }, pauseMinutes: 60 } } }, 12);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    const { drainedAt = 0 } = (await stage.waves(campaignId))[0] ?? {};
    core.clock.jump(hours * 60 * minute);
    await stage.passUntilWave(campaignId, 1, "waiting");
    const [first, second] = await stage.waves(campaignId);
    const waited = (second?.openedAt ?? 0) - hours * 60 * minute - drainedAt;
    expect(waited).toBeGreaterThan(59 * minute);
    expect(waited).toBeLessThan(150 * minute);
    expect(Math.abs((first?.drainedAt ?? 0) - hours * 60 * minute - drainedAt)).toBeLessThan(minute);
  });
});

describe("a plan in waves", () => {
  it("rejects a gate that could never be met", async () => {
    await using stage = await openStage(good);
    const gate = { on: "expected-reply", share: 0.8, withinMinutes: 60 } as const;
    await expect(stage.plan({ rollout: { canary: { size: { count: 5 }, over: [], gate } } })).rejects.toMatchObject({
      code: "waves-invalid",
    });
    await expect(stage.plan({ rollout: { canary }, watchHours: 0 })).rejects.toMatchObject({ code: "waves-invalid" });
  });

  it("has no waves if the canary would be the whole audience", async () => {
    await using stage = await openStage(good);
    const campaignId = await stage.plan({ rollout: { canary } }, 5);
    expect(await stage.waves(campaignId)).toEqual([]);
    await expect(stage.core.client.campaigns.openWave({ campaignId })).rejects.toMatchObject({ code: "ring-last" });
    await stage.core.client.campaigns.start({ campaignId });
    await stage.core.untilCampaign(campaignId, "finished");
  });

  it("reports the steps of one recipient", async () => {
    await using stage = await openStage(good);
    const { core } = stage;
    const campaignId = await stage.plan({}, 3);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    const { items } = await core.client.campaigns.recipients({ campaignId, outcome: ["accepted"] });
    const { steps } = await core.client.campaigns.recipientSteps({ campaignId, row: items[0]?.row ?? 0 });
    expect(steps.map(({ kind }) => kind).slice(0, 2)).toEqual(["sending", "accepted"]);
    await expect(core.client.campaigns.recipientSteps({ campaignId, row: 999 })).rejects.toMatchObject({
      code: "recipient-unknown",
    });
  });
});
