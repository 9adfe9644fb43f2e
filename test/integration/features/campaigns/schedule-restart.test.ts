/** Schedules outlive the program: a program that keeps running starts the campaign, at its time or by its rule for a missed start. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { CampaignStatus, PauseReason, Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type AutoAdvancingClock, createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const minute = 60_000;
const hour = 60 * minute;
/** 2031-03-03T12:00Z, a Monday; 13:00 in Berlin. */
const noon = Date.UTC(2031, 2, 3, 12);

interface Stage extends AsyncDisposable {
  readonly core: Core<AutoAdvancingClock>;
  schedule(schedule: Partial<Schedule>): Promise<string>;
  /** Advances the clock until the campaign is in that state. */
  passUntil(campaignId: string, state: CampaignStatus["state"], reason?: PauseReason): Promise<CampaignStatus>;
}

async function openStage({ startAt = noon, keepAlive = true } = {}): Promise<Stage> {
  const core = await openCore({ clock: createAutoAdvancingClock(startAt), simulator: { endpoints: 40 }, keepAlive });
  return {
    core,
    passUntil: (...campaign) => core.clock.fastForward(() => core.untilCampaign(...campaign)),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
    schedule: async (schedule) => {
      const { campaignId } = await core.client.campaigns.plan({
        name: "night",
        from: "4911",
        text: "CHK",
        audience: [{ source: { csv: { file: core.writeIds(10) } } }],
        schedule: { zone: "Europe/Berlin", ...schedule },
      });
      await core.client.campaigns.start({ campaignId });
      await core.untilCampaign(campaignId, "scheduled");
      return campaignId;
    },
  };
}

it("Stop all sending also stops a campaign that is being scheduled: the next start of the program does not schedule it", async () => {
  await using stage = await openStage();
  const { core } = stage;
  const { client } = core;
  const suppressedNames = Array.from({ length: 20_000 }, (_, index) => `never-${index}`).join("\n");
  const { campaignId } = await client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(3) } } }],
    schedule: { zone: "Europe/Berlin", at: noon + hour },
    suppressFile: core.write("never.txt", `name\n${suppressedNames}\n`),
  });
  await client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, "scheduled");
  await core.restart();
  await core.client.campaigns.stopAll({});
  expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "paused", reason: "user" });
  await core.restart();
  await core.clock.pass(2 * hour);
  expect(core.simulator.ledger()).toEqual([]);
});

describe("Stop all sending", () => {
  const quiet = { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 };
  const waits = [
    ["a start at its time", { at: noon + hour }, {}, "scheduled"],
    ["the end of quiet hours", { quiet }, {}, "waiting"],
    ["its gate", {}, { waves: { size: { count: 3 }, pauseMinutes: 30 } }, "waiting"],
  ] as const;
  const programs = [
    ["that runs it", false],
    ["that only loaded it", true],
  ] as const;
  const cases = waits.flatMap(([wait, ...rest]) =>
    programs.map(([program, restarts]) => [wait, program, restarts, ...rest] as const),
  );

  it.each(cases)("pauses a campaign that waits for %s, in a program %s", async (...args) => {
    const [, , restarts, schedule, wavePlan, state] = args;
    await using stage = await openStage({ keepAlive: false });
    const { core } = stage;
    const { campaignId } = await core.client.campaigns.plan({
      name: "night",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(10) } } }],
      schedule: { zone: "Europe/Berlin", ...schedule },
      rollout: wavePlan,
    });
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, state);
    if (restarts) await core.restart();
    const { stopped } = await core.client.campaigns.stopAll({});
    expect(stopped).toMatchObject([{ campaignId, state: "paused", reason: "user" }]);
    expect(await core.client.campaigns.stopAll({})).toEqual({ stopped: [], messages: 0 });
    await core.restart({ keepAlive: true });
    await core.clock.pass(3 * hour);
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({ state: "paused", reason: "user" });
    expect(core.simulator.ledger()).toHaveLength(counts.accepted);
  });
});

const endings = [
  ["exited cleanly", "restart"],
  ["crashed", "crash"],
] as const;

describe.each(endings)("a scheduled campaign whose program %s", (_case, end) => {
  it("starts at its time when the program was opened before", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const campaignId = await stage.schedule({ at: noon + hour });
    await core[end]();
    await core.untilCampaign(campaignId, "scheduled");
    expect((await core.client.campaigns.status({ campaignId })).message).toEqual(
      codedText("starts-at", { at: { at: noon + hour, zone: "Europe/Berlin" } }),
    );
    const { startedAt = 0 } = await stage.passUntil(campaignId, "finished");
    expect(startedAt).toBeGreaterThanOrEqual(noon + hour);
    expect(startedAt).toBeLessThan(noon + hour + 2 * minute);
    const { steps } = await core.client.campaigns.steps({ campaignId });
    expect(steps.map(({ event }) => event)).toEqual(["plan", "schedule", "start", "finish"]);
  });

  it("starts late within its window, and needs a decision beyond it", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const late = await stage.schedule({ at: noon + hour, missed: { rule: "run", lateMinutes: 30 } });
    const missed = await stage.schedule({ at: noon + hour, missed: { rule: "run", lateMinutes: 10 } });
    const prompts = await stage.schedule({ at: noon + hour, missed: { rule: "ask" } });
    const skips = await stage.schedule({ at: noon + hour, missed: { rule: "skip" } });
    await closedFor(core, hour + 20 * minute, end);
    await stage.passUntil(late, "finished");
    for (const campaignId of [missed, prompts]) {
      const status = await stage.passUntil(campaignId, "paused", "missed-window");
      const missedBy = (count: number): CodedText => {
        const at = { at: noon + hour, zone: "Europe/Berlin" };
        return codedText("start-missed-run", { missed: codedText("start-missed", { at, count }) });
      };
      expect(Array.from({ length: 15 }, (_, more) => missedBy(15 + more))).toContainEqual(status.message);
    }
    await stage.passUntil(skips, "cancelled");
    expect(core.simulator.ledger().length).toBe(
      (await core.client.campaigns.status({ campaignId: late })).counts.accepted,
    );
  });
});

/** The time passes while the program is closed. */
async function closedFor(core: Core<AutoAdvancingClock>, ms: number, end: "restart" | "crash"): Promise<void> {
  const stopping = core[end]();
  core.clock.jump(ms);
  await stopping;
}

describe.each(endings)("a campaign that waits for quiet hours to end and whose program %s", (_case, end) => {
  it("continues after them when the program was opened before", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const { campaignId } = await core.client.campaigns.plan({
      name: "night",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(10) } } }],
      schedule: { zone: "Europe/Berlin", quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 } },
    });
    await core.client.campaigns.start({ campaignId });
    const { waitingSince } = await core.untilCampaign(campaignId, "waiting", "quiet-hours");
    await core[end]();
    expect(await core.untilCampaign(campaignId, "waiting", "quiet-hours")).toMatchObject({ waitingSince });
    await stage.passUntil(campaignId, "finished");
    const early = core.simulator.ledger().filter(({ at }) => Date.parse(at) < noon + hour);
    expect(early).toEqual([]);
  });
});

it.each([
  ["scheduled", { at: noon + hour }],
  ["waiting", { quiet: { fromMinute: 12 * 60 + 30, untilMinute: 14 * 60 } }],
] as const)("a %s campaign that belongs to another computer is paused with that reason", async (state, schedule) => {
  await using stage = await openStage();
  const { core } = stage;
  const { campaignId } = await core.client.campaigns.plan({
    name: "night",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(10) } } }],
    schedule: { zone: "Europe/Berlin", ...schedule },
  });
  await core.client.campaigns.start({ campaignId });
  await core.untilCampaign(campaignId, state);
  await core.restart({ hosts: { machine: { machineId: "renamed", processId: 2, instanceId: "renamed" } } });
  const { message } = await core.untilCampaign(campaignId, "paused", "errors");
  expect(message).toMatchObject({ code: "cannot-continue", params: { failure: { code: "lease-held" } } });
  await core.clock.pass(hour + minute);
  expect(core.simulator.ledger()).toEqual([]);
});

describe("a scheduled campaign", () => {
  it("keeps its wall-clock hour when daylight saving time changes between planning and sending", async () => {
    // The night to 2031-03-30: 02:00 becomes 03:00 in Berlin. Quiet until 06:00, which comes an hour earlier than the day before.
    const evening = Date.UTC(2031, 2, 29, 20);
    await using stage = await openStage({ startAt: evening });
    const quiet = { fromMinute: 20 * 60, untilMinute: 6 * 60 };
    const campaignId = await stage.schedule({ at: evening + 2 * hour, quiet });
    await stage.core.crash();
    await stage.core.untilCampaign(campaignId, "scheduled");
    const six = Date.UTC(2031, 2, 30, 4);
    await stage.passUntil(campaignId, "finished");
    const sent = stage.core.simulator.ledger().map(({ at }) => Date.parse(at));
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(six);
    const { steps } = await stage.core.client.campaigns.steps({ campaignId });
    // Later ones follow after a wait for unknown recipients.
    const afterQuietHours = steps.find(({ event, at }) => event === "start" && at >= six)?.at;
    expect(afterQuietHours).toBeLessThan(six + 2 * minute);
  });

  it("is not changed by a program that exits after its command, which reports that", async () => {
    await using stage = await openStage({ keepAlive: false });
    const { core } = stage;
    const campaignId = await stage.schedule({ at: noon + hour });
    await core.restart();
    expect(await core.client.campaigns.status({ campaignId })).toMatchObject({
      state: "scheduled",
      message: codedText("text-pair", {
        first: codedText("starts-at", { at: { at: noon + hour, zone: "Europe/Berlin" } }),
        second: codedText("starts-while-open"),
      }),
    });
    await core.clock.pass(2 * hour);
    expect((await core.client.campaigns.status({ campaignId })).state).toBe("scheduled");
    expect(core.simulator.ledger()).toEqual([]);
  });

  it("pauses with the reason when no one is signed in at its time, and is started manually then", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const notices: string[] = [];
    core.app.on("campaigns.notice", ({ kind }) => notices.push(kind));
    const campaignId = await stage.schedule({ at: noon + hour });
    await core.client.session.signOut({});
    const { message } = await stage.passUntil(campaignId, "paused", "needs-sign-in");
    expect(message?.code).toBeDefined();
    expect(notices).toEqual(["paused"]);
    expect(core.simulator.ledger()).toEqual([]);
  });

  it("is paused, not lost, when its data can no longer be read", async () => {
    await using stage = await openStage();
    const { core } = stage;
    const suppressFile = core.write("never.csv", "id\n70002\n");
    const { campaignId } = await core.client.campaigns.plan({
      name: "night",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(10) } } }],
      schedule: { zone: "UTC", at: noon + hour },
      suppressFile,
    });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "scheduled");
    core.write("never.csv", "one,two\n1,2\n");
    await core.restart();
    const { message } = await core.untilCampaign(campaignId, "paused", "errors");
    expect(message).toMatchObject({ code: "cannot-continue" });
  });
});
