/**
 * Databases that are restored to the middle of a run that was killed, together with an equally old state directory, or days later: the
 * lists prove less than usual. The simulator's ledger shows which endpoints were sent to twice.
 */
import { rmSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createFastClock } from "../../../fakes/fast-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";
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
} from "../../../make/copied-campaign.ts";
import { stateDirOf } from "../../../make/hosts.ts";
import { soon } from "../../../make/soon.ts";

const hourMs = 3_600_000;
const datedBefore = { simulator: { faults: { recordClock: { offsetMs: -2 * hourMs } } } };
const emptyLists = { kind: "answer-before", rate: 1, on: "sms.list", body: "[]" } as const;
const failingLists = { kind: "error-before", rate: 1, status: 500, on: "sms.list" } as const;

/** No endpoint has two messages. */
function expectOnce(core: Core): void {
  const { messages, endpoints } = sent(core);
  expect(messages).toBe(endpoints);
}

/** Pauses the campaign, backs up the database and the state directory, sends the rest, and restores both. */
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
  it("where records are dated before they were sent", async () => {
    await using core = await openCore({ ...datedBefore, clock: createFastClock(5) });
    const campaignId = await killInTheMiddle(core, { rate: 2 });
    await runToEnd(core, campaignId);
    expectOnce(core);
    expect(await reasons(core.client, campaignId)).toEqual(["unclean-end"]);
  });

  it("where the lists fail", async () => {
    await using core = await openCore({ clock: createFastClock(40) });
    const campaignId = await killInTheMiddle(core, { rate: 0.25 });
    const before = sent(core);
    core.setFaults(failingLists);
    // A request may have been under way when the database was copied: its recipient is unknown, and asks first.
    const { unknown } = (await core.client.campaigns.status({ campaignId })).counts;
    const { reason } = await runToEnd(core, campaignId);
    expect([reason, sent(core)]).toEqual([unknown > 0 ? "unknown-recipients" : "unverified-copy", before]);
  });

  it("where the lists lag", async () => {
    await using core = await openCore({ connection: { reconcileAfterMs: 3_000 } });
    core.setFaults({ kind: "stale", rate: 1, on: "sms.list", delayMs: 2_500 });
    const campaignId = await killInTheMiddle(core);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
  });

  it("where the local clock was two hours ahead during planning", async () => {
    const clock = createFastClock(5);
    clock.jump(2 * hourMs);
    await using core = await openCore({ clock, simulator: { clock: createFastClock(5) } });
    const campaignId = await plan(core, { rate: 2 });
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
  it("where records are dated before they were sent", async () => {
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
    core.setFaults(failingLists);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "offline");
    core.setFaults();
    await core.untilCampaign(campaignId, "finished");
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["listed"]);
  });
});

describe("a start whose sample is partly unreadable", () => {
  it("looks up only the uncertain rows", async () => {
    await using core = await openCore({ clock: createFastClock(20) });
    const campaignId = await plan(core);
    core.setFaults({ ...failingLists, endpoints: [70001] });
    const { unverified, reason } = await runToEnd(core, campaignId);
    expect([unverified, reason]).toEqual([{ toLookUp: 0, unclear: 1 }, "unverified-copy"]);
    expect(sent(core)).toEqual({ messages: recipients - 1, endpoints: recipients - 1 });
    expect(await reasons(core.client, campaignId)).toEqual(["list-not-read"]);
  });
});

describe("a start while the service requests a long wait", () => {
  it("waits for that time in one state", async () => {
    await using core = await openCore({ clock: createFastClock(100) });
    const campaignId = await plan(core);
    core.setFaults({ kind: "throttle", rate: 1, on: "sms.list", retryAfter: 3_600 });
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "rate-limited");
    const since = core.clock.monotonic();
    await expect.poll(() => core.clock.monotonic() - since, { timeout: 10_000 }).toBeGreaterThan(2 * 60_000);
    const { steps } = await core.client.campaigns.steps({ campaignId });
    expect(steps.map(({ event }) => event)).toEqual(["plan", "start", "wait"]);
  });
});

describe("days later, when the lists no longer contain the records", () => {
  it("nothing that was in flight is sent again", async () => {
    await using core = await openCore({ clock: createFastClock(10) });
    const endpoints = Array.from({ length: 20 }, (_, index) => 70_011 + index);
    core.setFaults({ kind: "slow", rate: 1, on: "sms.send", delayMs: 200_000, endpoints });
    const campaignId = await plan(core);
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 9);
    await vi.waitUntil(async () => (await core.requests("sms.send")) >= 13, soon);
    await core.crash();
    core.clock.jump(60 * hourMs);
    core.setFaults(emptyLists);
    const { counts } = await runToEnd(core, campaignId);
    expectOnce(core);
    expect(counts.unknown).toBeGreaterThanOrEqual(4);
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

describe("a send mark that was lost and written again", () => {
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

describe("a campaign whose verified recipients wait for an operator", () => {
  it("leaves unverified recipients to an operator, too", async () => {
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

describe("a start without a list to read", () => {
  it("requests the service's clock before the first message", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const restore = core.backUp();
    await sendSome(core, campaignId);
    await core.whileStopped(restore);
    const before = await core.requests("endpoint.list");
    await run(core, campaignId);
    expect(await core.requests("endpoint.list")).toBe(before + 1);
  });
});
