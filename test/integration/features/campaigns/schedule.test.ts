/** Scheduled campaigns, quiet hours and expiry, with the core and the simulator on a fake clock. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CampaignStatus, Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type AutoAdvancingClock, createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const minute = 60_000;
const hour = 60 * minute;
/** 2031-03-03T12:00Z, a Monday; 13:00 in Berlin. */
const noon = Date.UTC(2031, 2, 3, 12);

interface Stage extends AsyncDisposable {
  readonly core: Core<AutoAdvancingClock>;
  plan(schedule: Partial<Schedule>, count?: number): Promise<string>;
  /** Advances the clock until the campaign is in that state. */
  passUntil(campaignId: string, state: CampaignStatus["state"]): Promise<CampaignStatus>;
}

async function openStage(): Promise<Stage> {
  const core = await openCore({ clock: createAutoAdvancingClock(noon), simulator: { endpoints: 40 } });
  return {
    core,
    plan: async (schedule, count = 20) => {
      const { campaignId } = await core.client.campaigns.plan({
        name: "scheduled",
        from: "4911",
        text: "CHK",
        audience: [{ source: { csv: { file: core.writeIds(count) } } }],
        schedule: { zone: "Europe/Berlin", ...schedule },
      });
      return campaignId;
    },
    passUntil: (campaignId, state) => core.clock.fastForward(() => core.untilCampaign(campaignId, state)),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

const waits = [
  ["waits for its time", { at: noon + hour }, "scheduled"],
  ["waits for quiet hours to end", { quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 } }, "waiting"],
] as const;

describe("a scheduled campaign", () => {
  it.each(waits)("that %s reads the suppression list again before it sends", async (_case, schedule, state) => {
    await using stage = await openStage();
    const { core } = stage;
    const suppressFile = core.write("never.txt", "id\n");
    const { campaignId } = await core.client.campaigns.plan({
      name: "scheduled",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(3) } } }],
      schedule: { zone: "Europe/Berlin", ...schedule },
      suppressFile,
    });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, state);
    core.write("never.txt", "id\n70002\n");
    const { counts } = await stage.passUntil(campaignId, "finished");
    expect(counts).toMatchObject({ accepted: 2, cancelled: 1 });
    expect(core.simulator.ledger()).toHaveLength(2);
  });

  it("waits for its time and starts then", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({ at: noon + hour });
    const { state } = await stage.core.client.campaigns.start({ campaignId });
    expect(state).not.toBe("running");
    expect((await stage.core.untilCampaign(campaignId, "scheduled")).message).toEqual(
      codedText("starts-at", { at: { at: noon + hour, zone: "Europe/Berlin" } }),
    );
    expect(stage.core.simulator.ledger()).toEqual([]);
    const { startedAt = 0 } = await stage.passUntil(campaignId, "finished");
    expect(startedAt).toBeGreaterThanOrEqual(noon + hour);
    expect(startedAt).toBeLessThan(noon + hour + 2 * minute);
  });

  it("needs a decision when its window was missed by more than it allows, and runs when an operator confirms", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({ at: noon + hour, missed: { rule: "run", lateMinutes: 15 } });
    stage.core.clock.jump(3 * hour);
    await stage.core.client.campaigns.start({ campaignId });
    const { reason, message } = await stage.passUntil(campaignId, "paused");
    expect(reason).toBe("missed-window");
    expect(formatText(message ?? codedText("unknown-text", { code: "" }))).toMatch(/\b12\d\b/);
    expect(stage.core.simulator.ledger()).toEqual([]);
    await stage.core.client.campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
  });

  it("runs when it is late by no more than it allows", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({ at: noon + hour, missed: { rule: "run", lateMinutes: 15 } });
    stage.core.clock.jump(hour + 10 * minute);
    await stage.core.client.campaigns.start({ campaignId });
    expect((await stage.passUntil(campaignId, "finished")).counts.accepted).toBeGreaterThan(0);
  });

  it("is skipped, with every recipient cancelled, if that is its rule", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({ at: noon + hour, missed: { rule: "skip" } });
    stage.core.clock.jump(2 * hour);
    await stage.core.client.campaigns.start({ campaignId });
    const { counts } = await stage.passUntil(campaignId, "cancelled");
    expect(counts).toMatchObject({ pending: 0, accepted: 0 });
    expect(stage.core.simulator.ledger()).toEqual([]);
  });

  it("sends nothing in quiet hours and continues automatically after them", async () => {
    await using stage = await openStage();
    // 12:30 to 14:00 in Berlin, where the time is 13:00.
    const campaignId = await stage.plan({ quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 } });
    await stage.core.client.campaigns.start({ campaignId });
    const waiting = await stage.core.untilCampaign(campaignId, "waiting");
    expect(waiting).toMatchObject({ reason: "quiet-hours" });
    expect(stage.core.simulator.ledger()).toEqual([]);
    await stage.passUntil(campaignId, "finished");
    const early = stage.core.simulator.ledger().filter(({ at }) => Date.parse(at) < noon + hour);
    expect(early).toEqual([]);
  });

  it("ends at its expiry: recipients that were not sent to by then are cancelled", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({
      expiresAt: noon + 2 * hour,
      quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 },
    });
    await stage.core.client.campaigns.start({ campaignId });
    await stage.core.untilCampaign(campaignId, "waiting");
    stage.core.clock.jump(3 * hour);
    const { counts, message } = await stage.passUntil(campaignId, "cancelled");
    expect(message).toEqual(codedText("expiry-reached"));
    expect(counts).toMatchObject({ pending: 0, accepted: 0 });
  });

  it("keeps waiting for quiet hours to end after a crash, and a program that exits after its command reports that", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const campaignId = await stage.plan({ quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 } });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting");
    await core.crash();
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      state: "waiting",
      reason: "quiet-hours",
      message: { params: { second: codedText("resumes-while-open") } },
    });
    await core.client.campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
  });

  it("renews its session once when the clock has jumped five hours", async () => {
    await using stage = await openStage();
    const campaignId = await stage.plan({}, 30);
    stage.core.simulator.advance(5 * hour);
    stage.core.clock.jump(5 * hour);
    await stage.core.client.campaigns.start({ campaignId });
    // Not fast-forwarded: the next session would end while a slow computer waits for a response.
    await stage.core.untilCampaign(campaignId, "finished");
    expect(await stage.core.requests("authenticate")).toBe(2);
  });

  it.each(waits)("keeps its connection to the service open while it %s", async (_case, schedule, state) => {
    await using stage = await openStage();
    const campaignId = await stage.plan(schedule);
    await stage.core.client.campaigns.start({ campaignId });
    await stage.core.untilCampaign(campaignId, state);
    const { connections, campaigns } = stage.core.client;
    const options = { ceiling: { requests: 1000, seconds: 1 } };
    await expect(connections.setOptions({ connection: "practice", options })).rejects.toMatchObject({
      code: "connection-in-use",
    });
    await campaigns.pause({ campaignId });
    await connections.setOptions({ connection: "practice", options });
    await campaigns.start({ campaignId });
    await stage.passUntil(campaignId, "finished");
  });
});

/** 12:30 to 14:00 in Berlin. */
const quiet = { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 };

describe("a clock that jumps, as a wake from sleep or a correction moves it", () => {
  const sentTimes = ({ simulator }: Core): number[] => simulator.ledger().map(({ at }) => Date.parse(at));

  it("forward over the end of quiet hours or over the start: the campaign sends within a minute", async () => {
    for (const schedule of [{ quiet }, { at: noon + hour, missed: { rule: "run", lateMinutes: 120 } as const }]) {
      await using stage = await openStage();
      const { core } = stage;
      const campaignId = await stage.plan(schedule);
      await core.client.campaigns.start({ campaignId });
      await core.untilCampaign(campaignId, "at" in schedule ? "scheduled" : "waiting");
      const before = core.clock.monotonic();
      core.clock.jump(2 * hour);
      core.app.woke();
      await core.untilCampaign(campaignId, "finished");
      expect(core.clock.monotonic() - before).toBeLessThan(minute);
      expect(Math.min(...sentTimes(core))).toBeGreaterThanOrEqual(noon + hour);
    }
  });

  it("back into quiet hours, or before the start: nothing is sent until they are over again", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const running = await stage.plan({ quiet: { fromMinute: 11 * 60, untilMinute: 13 * 60 } }, 30);
    const scheduled = await stage.plan({ at: noon + 10 * minute });
    await core.client.campaigns.setSpeed({ campaignId: running, rate: 1 });
    await core.client.campaigns.start({ campaignId: running });
    await core.client.campaigns.start({ campaignId: scheduled });
    await core.untilCampaign(scheduled, "scheduled");
    await expect.poll(() => sentTimes(core).length).toBeGreaterThan(2);
    core.clock.jump(-2 * hour);
    await core.untilCampaign(running, "waiting");
    const sentBefore = sentTimes(core).length;
    // The clock runs on while a slow computer reports the state: to the end of quiet hours, not for a fixed time.
    await core.clock.pass(noon - minute - core.clock.now());
    expect(sentTimes(core)).toHaveLength(sentBefore);
    await stage.passUntil(running, "finished");
    const { startedAt = 0 } = await stage.passUntil(scheduled, "finished");
    expect(startedAt).toBeGreaterThanOrEqual(noon + 10 * minute);
  });

  it.each([5 * hour, -5 * hour])("by %s ms: the rate of a campaign stays what was set", async (ms) => {
    await using stage = await openStage();
    const { core } = stage;
    const campaignId = await stage.plan({}, 30);
    await core.client.campaigns.setSpeed({ campaignId, rate: 1 });
    await core.client.campaigns.start({ campaignId });
    await expect.poll(() => sentTimes(core).length).toBeGreaterThan(0);
    const [before, from] = [sentTimes(core).length, core.clock.monotonic()];
    core.clock.jump(ms);
    core.app.woke();
    await core.untilCampaign(campaignId, "finished");
    const seconds = (core.clock.monotonic() - from) / 1000;
    expect(30 - before).toBeLessThanOrEqual(seconds + 2);
  });
});

it("waits for the end of quiet hours in the zone of its schedule after the zone of the computer has changed", async () => {
  const former = process.env["TZ"];
  onTestFinished(() => {
    if (former === undefined) delete process.env["TZ"];
    else process.env["TZ"] = former;
  });
  await using stage = await openStage();
  const { core } = stage;
  const campaignId = await stage.plan({ quiet });
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "waiting");
  process.env["TZ"] = "Asia/Tokyo";
  core.app.woke();
  // Not fast-forwarded while it sends: hours would pass while a slow computer waits for a response.
  await core.clock.pass(noon + hour - 5_000 - core.clock.now());
  expect(core.simulator.ledger()).toEqual([]);
  await core.untilCampaign(campaignId, "finished");
  const [first = ""] = core.simulator.ledger().map(({ at }) => at);
  expect(Date.parse(first)).toBeGreaterThanOrEqual(noon + hour);
  expect(Date.parse(first)).toBeLessThan(noon + 2 * hour);
});
