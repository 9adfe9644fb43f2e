/**
 * Copies, restores and take-overs of a data directory, and databases that lost their last commits. The simulator's ledger shows which
 * endpoints were sent to twice.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { App } from "../../../../main/app/create-app.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { createFastClock } from "../../../fakes/fast-clock.ts";
import { createSendMarks } from "../../../../main/platform/node/send-mark.ts";
import { countRows, openCore, type Core, type StartOptions } from "../../../make/core.ts";
import {
  once,
  plan,
  reasons,
  recipients,
  run,
  sendSome,
  sent,
  slowly,
  untilAccepted,
} from "../../../make/copied-campaign.ts";
import { stateDirOf } from "../../../make/hosts.ts";
import { soon } from "../../../make/soon.ts";

/** A copy with its own keychain and state directory. */
function otherComputer(core: Core): StartOptions {
  const keychain = createDecidedKeychain(createMemoryKeychain());
  const sendMarks = createSendMarks({ dir: join(core.dataDir, "../other-state"), keychain, log: core.log });
  return { hosts: { machine: { machineId: "other", processId: 2, instanceId: "other" }, sendMarks } };
}

async function untilFinished({ client, on }: App, campaignId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = async (): Promise<void> => {
      if ((await client.campaigns.status({ campaignId })).state === "finished") resolve();
    };
    on("campaigns.changed", () => void look().catch(reject));
    void look().catch(reject);
  });
}

describe("a copy of the data directory", () => {
  it("does not send a campaign that was only planned: the campaign belongs to the original", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const copy = await core.openCopy();
    await expect(copy.client.campaigns.start({ campaignId })).rejects.toMatchObject({ code: "lease-held" });
    expect(sent(core).messages).toBe(0);
  });

  it("that takes a campaign over looks up what the original has sent since", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await sendSome(core, campaignId);
    const copy = await core.openCopy(otherComputer(core));
    await run(core, campaignId);
    await expect(copy.client.campaigns.start({ campaignId })).rejects.toMatchObject({ code: "lease-held" });
    await copy.client.campaigns.start({ campaignId, takeOver: true });
    await untilFinished(copy, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(copy.client, campaignId)).toEqual(["taken-over", "mark-missing"]);
    expect((await copy.client.campaigns.status({ campaignId })).counts.accepted).toBe(recipients);
  });

  it("that takes a campaign over sends to the recipients that the original has not reached", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const copy = await core.openCopy();
    await sendSome(core, campaignId);
    await copy.client.campaigns.start({ campaignId, takeOver: true });
    await untilFinished(copy, campaignId);
    expect(sent(core)).toEqual(once);
  });

  it("is noticed by the original when it takes the campaign over, on the same computer", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await sendSome(core, campaignId);
    const copy = await core.openCopy();
    await copy.client.campaigns.start({ campaignId, takeOver: true });
    await untilFinished(copy, campaignId);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["database-behind"]);
  });
});

describe("a message in progress when its directory was moved", () => {
  const one = { audience: [{ source: { ids: ["70001"] } }] };

  /** Another campaign sends the same text to its endpoint; the answer is lost, and the look-ups end. */
  async function sendEqual(core: Core, fault: "reset-before" | "reset-after"): ReturnType<Core["untilCampaign"]> {
    const countsOf = async (campaignId: string): Promise<CampaignStatus["counts"]> =>
      (await core.client.campaigns.status({ campaignId })).counts;
    core.setFaults({ kind: "late", rate: 1, on: "sms.send", delayMs: 3_600_000 });
    const moved = await plan(core, one);
    await core.client.campaigns.start({ campaignId: moved });
    await vi.waitUntil(async () => (await countsOf(moved)).sending === 1, soon);
    await core.crash(() => core.inDatabase((database) => database.exec("UPDATE campaign_lease SET home = '/former'")));
    await core.client.campaigns.cancel({ campaignId: moved });
    core.setFaults({ kind: fault, rate: 1, on: "sms.send" });
    const campaignId = await plan(core, one);
    await core.client.campaigns.start({ campaignId });
    await vi.waitUntil(async () => (await countsOf(campaignId)).unknown === 1, soon);
    core.setFaults();
    return core.waitFor(
      "campaigns.changed",
      () => core.client.campaigns.status({ campaignId }),
      ({ state }) => state === "finished" || state === "paused",
    );
  }

  it("does not keep an equal message, which is proven not sent, from being sent", async () => {
    await using core = await openCore({ clock: createFastClock(20) });
    expect(await sendEqual(core, "reset-before")).toMatchObject({ state: "finished", counts: { accepted: 1 } });
    expect(sent(core).messages).toBe(1);
  });

  it("may own the record of an equal message, for which an operator decides", async () => {
    await using core = await openCore({ clock: createFastClock(20) });
    const { state, reason, campaignId } = await sendEqual(core, "reset-after");
    expect([state, reason]).toEqual(["paused", "unknown-recipients"]);
    const { items } = await core.client.campaigns.recipients({ campaignId });
    expect(items).toMatchObject([{ outcome: "unknown", code: "not-attributable" }]);
    expect(sent(core).messages).toBe(1);
  });
});

describe("an older database in place of the one that sent", () => {
  it("from before the first message sends nothing again", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped(restore);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["database-behind"]);
  });

  it("from a pause in the middle sends nothing again", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await sendSome(core, campaignId);
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped(restore);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["database-behind"]);
  });

  it.each([
    ["before", "an older database"],
    ["after", "an older database"],
    ["before", "with an equally old state directory"],
  ])(
    "from before a retry of rejected recipients does not send to them again, retried %s the rest was sent (%s)",
    async (order, restored) => {
      const rejected = [70_001, 70_002, 70_003];
      await using core = await openCore({
        faults: [{ kind: "refuse", rate: 1, attempts: 1, on: "sms.send", endpoints: rejected }],
      });
      const { campaigns } = core.client;
      const campaignId = await plan(core, slowly);
      await campaigns.start({ campaignId });
      await untilAccepted(core, campaignId, 3);
      await campaigns.pause({ campaignId });
      const backups = [core.backUp()];
      if (restored !== "an older database") backups.push(core.backUp(stateDirOf(core.dataDir)));
      expect(await campaigns.retry({ campaignId, scope: "refused" })).toEqual({ requeued: 3 });
      await campaigns.start({ campaignId });
      await untilAccepted(core, campaignId, 8);
      await campaigns.pause({ campaignId });
      await core.whileStopped(() => backups.forEach((restore) => restore()));
      const retry = async (): Promise<void> => {
        expect(await core.client.campaigns.retry({ campaignId, scope: "refused" })).toEqual({ requeued: 3 });
      };
      await core.client.campaigns.start({ campaignId });
      if (order === "before") {
        await untilAccepted(core, campaignId, 10);
        await retry();
        await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
        await core.untilCampaign(campaignId, "finished");
      } else {
        await core.client.campaigns.setSpeed({ campaignId, rate: 0 });
        await core.untilCampaign(campaignId, "finished");
        await retry();
        await run(core, campaignId);
      }
      expect(sent(core)).toEqual(once);
      const { counts } = await core.client.campaigns.status({ campaignId });
      expect(counts).toMatchObject({ accepted: recipients, refused: 0, unknown: 0 });
    },
  );

  it("that was killed and restarts looks up only the sample of pending recipients", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, slowly);
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 6);
    await core.crash();
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual([]);
  });

  it("from the middle of the run that was killed sends nothing again", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, slowly);
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 2);
    const restore = core.backUp();
    await untilAccepted(core, campaignId, 6);
    await core.crash(restore);
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["unclean-end"]);
  });

  it("together with an older state directory sends nothing again", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await sendSome(core, campaignId);
    const state = stateDirOf(core.dataDir);
    const restore = core.backUp();
    const restoreState = core.backUp(state);
    await run(core, campaignId);
    await core.whileStopped(() => {
      restore();
      restoreState();
    });
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["listed"]);
  });

  it("sends nothing again if the computer's record of what was sent is missing", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped((dataDir) => {
      restore();
      rmSync(stateDirOf(dataDir), { recursive: true });
    });
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["mark-missing"]);
  });

  it("looks up no recipient that was never due", async () => {
    await using core = await openCore();
    const waves = { size: { count: 10 }, pauseMinutes: 60 };
    const campaignId = await plan(core, { rollout: { waves } });
    const restore = core.backUp();
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    await core.whileStopped(restore);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "waiting", "canary-gate");
    expect(sent(core)).toEqual({ messages: 10, endpoints: 10 });
    const { steps } = await core.client.campaigns.steps({ campaignId });
    expect(steps.find(({ event }) => event === "unverified")?.message).toMatchObject({
      code: "unverified-looked-up",
      params: { count: 10 },
    });
  });
});

describe("a database that lost its write-ahead log after an unclean end", () => {
  it("sends nothing again", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, slowly);
    await core.restart();
    await core.client.campaigns.start({ campaignId });
    await untilAccepted(core, campaignId, 4);
    await core.crash((dataDir) => {
      for (const end of ["-wal", "-shm"]) rmSync(join(dataDir, `${databaseName}${end}`), { force: true });
    });
    await run(core, campaignId);
    expect(sent(core)).toEqual(once);
    expect(await reasons(core.client, campaignId)).toEqual(["log-missing"]);
  });
});

describe("when the last uncertain message was sent more than an hour ago", () => {
  it("one read of each list is enough", async () => {
    await using core = await openCore({ clock: createFastClock(1) });
    // Without delivery checks, which read the lists too and are due after the jump.
    const campaignId = await plan(core, { watchHours: 0 });
    const restore = core.backUp();
    await sendSome(core, campaignId);
    await core.whileStopped(restore);
    core.clock.jump(2 * 3_600_000);
    const before = await core.requests("sms.list");
    await run(core, campaignId);
    // Look-ups and sending overlap: once three messages are accepted, the next look-up measures the record clock with their lists.
    const measuring = countRows(core, "sms_record_clock") === 1 ? 3 : 0;
    expect(await core.requests("sms.list")).toBe(before + recipients + measuring);
    expect(sent(core)).toEqual(once);
  });
});

describe("while an older database looks up its recipients", () => {
  /** Every recipient is unverified, and no list proves anything yet. */
  async function startLookUps(core: Core): Promise<string> {
    const campaignId = await plan(core);
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped(restore);
    core.setFaults({ kind: "error-before", rate: 1, status: 500, on: "sms.list" });
    const before = await core.requests("sms.list");
    await core.client.campaigns.start({ campaignId });
    await vi.waitUntil(async () => (await core.requests("sms.list")) > before, soon);
    return campaignId;
  }

  it("waits for the connection once there is none", async () => {
    await using core = await openCore();
    const campaignId = await startLookUps(core);
    await core.closeService();
    const { unverified } = await core.untilCampaign(campaignId, "waiting", "offline");
    expect(unverified).toEqual({ toLookUp: recipients, unclear: 0 });
  });

  it("requests a sign-in once the session has ended", async () => {
    await using core = await openCore();
    const campaignId = await startLookUps(core);
    core.setFaults({ kind: "unauthorized", rate: 1 });
    const { unverified } = await core.untilCampaign(campaignId, "paused", "needs-sign-in");
    expect(unverified).toEqual({ toLookUp: recipients, unclear: 0 });
  });
});

describe("a data directory that is deleted while a campaign runs", () => {
  it("stops the campaign, and reports why", async () => {
    await using core = await openCore({ clock: createFastClock(10) });
    const campaignId = await plan(core, { rate: 1, concurrency: 1 });
    await core.client.campaigns.start({ campaignId });
    rmSync(core.dataDir, { recursive: true });
    const { message } = await core.untilCampaign(campaignId, "paused", "data-dir-gone");
    expect(message).toEqual(codedText("data-dir-gone", { directory: core.dataDir }));
    expect(sent(core).messages).toBeLessThan(recipients);
  });
});

describe("where the lists prove nothing", () => {
  it("because records are dated before they were sent, nothing is sent again", async () => {
    const simulator = { faults: { recordClock: { offsetMs: -2 * 3_600_000 } } };
    await using core = await openCore({ simulator, clock: createFastClock(20) });
    const campaignId = await plan(core, { audience: [{ source: { ids: ["70001", "70002", "70003"] } }] });
    const restore = core.backUp();
    await run(core, campaignId);
    await core.whileStopped(restore);
    await core.client.campaigns.start({ campaignId });
    const { unverified } = await core.untilCampaign(campaignId, "paused", "unverified-copy");
    expect([unverified, sent(core).messages]).toEqual([{ toLookUp: 0, unclear: 3 }, 3]);
  });

  it("the campaign waits for an operator, who confirms the number", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, { audience: [{ source: { ids: ["70001", "70002", "70003"] } }] });
    const restore = core.backUp();
    await run(core, campaignId);
    const before = sent(core).messages;
    await core.whileStopped(restore);
    core.setFaults({ kind: "refuse", rate: 1, on: "sms.list" });
    await core.client.campaigns.start({ campaignId });
    const { message } = await core.untilCampaign(campaignId, "paused", "unverified-copy");
    expect(message).toEqual(codedText("unverified-left", { count: 3 }));
    expect(sent(core).messages).toBe(before);
    const { unverified } = await core.client.campaigns.status({ campaignId });
    expect(unverified).toEqual({ toLookUp: 0, unclear: 3 });
    const retry = { campaignId, scope: "unverified" } as const;
    await expect(core.client.campaigns.retry(retry)).rejects.toMatchObject({
      code: "confirmation-needed",
      details: { count: 3 },
    });
    expect(await core.client.campaigns.retry({ ...retry, mayGetTwice: 3 })).toMatchObject({ requeued: 3 });
    core.setFaults();
    await run(core, campaignId);
    expect(sent(core)).toEqual({ messages: before + 3, endpoints: 3 });
  });
});
