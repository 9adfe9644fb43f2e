/**
 * Databases that are restored to the middle of a run that was killed, to an equally old state directory, or days later: the lists tell
 * less than usual. The simulator's ledger says which endpoints were sent to twice.
 */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFastClock } from "../../fakes/fast-clock.ts";
import { openCore, type Core } from "../../make/core.ts";
import {
  killInTheMiddle,
  once,
  plan,
  reasons,
  recipients,
  run,
  runToEnd,
  sendSome,
  sent,
  slowly,
  untilAccepted,
} from "../../make/copied-campaign.ts";
import { stateDirOf } from "../../make/hosts.ts";

const hourMs = 3_600_000;
const datedBefore = { simulator: { faults: { recordClock: { offsetMs: -2 * hourMs } } } };
const emptyLists = { kind: "answer-before", rate: 1, on: "sms.list", body: "[]" } as const;
const failingLists = { kind: "error-before", rate: 1, status: 500, on: "sms.list" } as const;

/** No endpoint has two messages. */
function expectOnce(core: Core): void {
  const { messages, endpoints } = sent(core);
  expect(messages).toBe(endpoints);
}

/** Pauses it, backs the database and the state directory up, sends the rest, and restores both. */
async function restoreBoth(core: Core): Promise<string> {
  const campaignId = await plan(core);
  await sendSome(core, campaignId);
  const restore = core.backUp();
  const restoreState = core.backUp(stateDirOf(core.dataDir));
  await run(core, campaignId);
  await core.whileStopped(() => {
    restore();
    restoreState();
  });
  return campaignId;
}

describe("a database from the middle of the run that was killed sends nothing again", () => {
  it("where records are dated before their sending", async () => {
    await using core = await openCore({ ...datedBefore, clock: createFastClock(5) });
    const campaignId = await killInTheMiddle(core);
    const { reason, unverified } = await runToEnd(core, campaignId);
    expectOnce(core);
    expect([reason, unverified?.unclear]).toEqual(["unverified-copy", sent(core).messages - 2]);
  });

  it("where the lists fail for a moment", async () => {
    await using core = await openCore();
    const campaignId = await killInTheMiddle(core);
    core.setFaults({ ...failingLists, attempts: 2 });
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
  });

  it("where the lists lag", async () => {
    await using core = await openCore({ clock: createFastClock(10), connection: { reconcileAfterMs: 6_000 } });
    core.setFaults({ kind: "stale", rate: 1, on: "sms.list", delayMs: 5_000 });
    const campaignId = await killInTheMiddle(core);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
  });

  it("where our clock was two hours ahead at planning", async () => {
    const clock = createFastClock(1);
    clock.jump(2 * hourMs);
    await using core = await openCore({ clock, simulator: { clock: createFastClock(1) } });
    const campaignId = await plan(core, slowly);
    clock.jump(-2 * hourMs);
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 2);
    const restore = core.backUp();
    await untilAccepted(core, campaignId, 9);
    await core.crash(restore);
    await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    await runToEnd(core, campaignId);
    expectOnce(core);
  });
});

describe("a database together with an equally old state directory sends nothing again", () => {
  it("where records are dated before their sending", async () => {
    await using core = await openCore({ ...datedBefore, clock: createFastClock(5) });
    const campaignId = await restoreBoth(core);
    const { reason } = await runToEnd(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(reason).toBe("unverified-copy");
    expect(await reasons(core.client, campaignId)).toEqual(["listed"]);
  });

  it("where no list can be read at first", async () => {
    await using core = await openCore({ clock: createFastClock(20) });
    const campaignId = await restoreBoth(core);
    core.setFaults({ ...failingLists, attempts: 1 });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["listed"]);
  });

  it("where the lists lag", async () => {
    await using core = await openCore({ clock: createFastClock(20), connection: { reconcileAfterMs: 30_000 } });
    const campaignId = await restoreBoth(core);
    core.setFaults({ kind: "stale", rate: 1, on: "sms.list", delayMs: 25_000 });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect(sent(core)).toEqual(once);
  });
});

describe("a start whose sample cannot be read in part", () => {
  it("looks up only the rows in question", async () => {
    await using core = await openCore({ clock: createFastClock(20) });
    const campaignId = await plan(core);
    core.setFaults({ ...failingLists, endpoints: [70001] });
    const { unverified, reason } = await runToEnd(core, campaignId);
    expect([unverified, reason]).toEqual([{ toLookUp: 0, unclear: 1 }, "unverified-copy"]);
    expect(sent(core)).toEqual({ messages: recipients - 1, endpoints: recipients - 1 });
    expect(await reasons(core.client, campaignId)).toEqual(["list-not-read"]);
  });
});

describe("days later, when the lists have forgotten", () => {
  it("nothing that was in flight is sent again", async () => {
    await using core = await openCore({ clock: createFastClock(10) });
    core.setFaults({ kind: "slow", rate: 1, on: "sms.send", delayMs: 200_000 });
    const campaignId = await plan(core);
    await core.client.campaigns.start({ campaignId });
    await core.waitFor(
      "campaigns.progress",
      () => core.requests("sms.send"),
      (requests) => requests === 4,
    );
    await core.crash();
    core.clock.jump(60 * hourMs);
    core.setFaults(emptyLists);
    await core.client.campaigns.start({ campaignId });
    const { counts } = await core.untilCampaign(campaignId, "paused");
    expect(sent(core)).toEqual({ messages: 4, endpoints: 4 });
    expect(counts.unknown).toBe(4);
  });

  it("a restored database sends nothing again", async () => {
    await using core = await openCore({ clock: createFastClock(10) });
    const campaignId = await plan(core);
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped(restore);
    core.clock.jump(72 * hourMs);
    core.setFaults(emptyLists);
    const { reason, unverified } = await runToEnd(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect([reason, unverified]).toEqual(["unverified-copy", { toLookUp: 0, unclear: recipients }]);
  });
});

describe("a mark that was lost and written again", () => {
  it("still covers what was sent before", async () => {
    await using core = await openCore({ ...datedBefore, clock: createFastClock(5) });
    const campaignId = await plan(core);
    await sendSome(core, campaignId);
    const restore = core.backUp();
    await core.client.campaigns.setSpeed({ campaignId, ...slowly });
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 12);
    await core.client.campaigns.pause({ campaignId });
    await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
    await core.whileStopped((dataDir) => rmSync(stateDirOf(dataDir), { recursive: true }));
    await core.client.campaigns.start({ campaignId });
    await core.client.campaigns.pause({ campaignId });
    await core.whileStopped(restore);
    await runToEnd(core, campaignId);
    expectOnce(core);
    expect(await reasons(core.client, campaignId)).toEqual(["database-behind"]);
  });
});

describe("a campaign whose proven recipients wait for a person", () => {
  it("leaves unverified ones to a person, too", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { whenNotListed: "ask" });
    const restore = core.backUp();
    await sendSome(core, campaignId);
    await core.whileStopped(restore);
    const { unverified, counts } = await runToEnd(core, campaignId);
    expect(unverified).toEqual({ toLookUp: 0, unclear: recipients - sent(core).messages });
    expect(counts.accepted).toBe(sent(core).messages);
  });
});
