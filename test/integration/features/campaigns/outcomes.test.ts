/** Campaigns over real HTTP against the simulator; its own ledger decides what was sent. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { FaultRule } from "../../../../main/simulator/faults.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { administer } from "../../../make/service-client.ts";
import { startConfirmed } from "../../../make/start-confirmed.ts";

/** Plans `count` recipients by id and runs the campaign until it is finished or paused. */
async function runAll(
  core: Core,
  count: number,
  extra: { concurrency?: number } = {},
): ReturnType<Core["untilCampaign"]> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "test",
    from: "4911",
    text: "CHK {{n}}",
    audience: [{ source: { csv: { file: core.writeIds(count) } } }],
    concurrency: 16,
    ...extra,
  });
  await startConfirmed(core.client, campaignId);
  return core.untilCampaign(campaignId, "finished");
}

function faults(...rules: FaultRule[]): {
  simulator: { endpoints: number; faults: { seed: number; rules: FaultRule[] } };
} {
  return {
    simulator: { endpoints: 300, faults: { seed: 7, rules: rules.map((rule) => ({ on: "sms.send", ...rule })) } },
  };
}

/** No endpoint was sent to twice, and the ledger has exactly the accepted count. */
function expectAgreement(core: Core, accepted: number): void {
  const entries = core.simulator.ledger();
  expect(new Set(entries.map(({ endpointId }) => endpointId)).size).toBe(entries.length);
  expect(entries.length).toBe(accepted);
}

describe("a campaign", () => {
  it("sends every recipient its own text, once", async () => {
    await using core = await openCore();
    const { counts } = await runAll(core, 100);
    expect(counts.accepted + counts.excluded).toBe(100);
    expectAgreement(core, counts.accepted);
    const strays = core.simulator.ledger().filter(({ endpointId, payload }) => payload !== `CHK ${endpointId - 70001}`);
    expect(strays).toEqual([]);
  });

  it("finds messages that were accepted although the response was lost", async () => {
    await using core = await openCore(
      faults({ kind: "reset-after", rate: 0.2 }, { kind: "error-after", rate: 0.2 }, { kind: "truncate", rate: 0.1 }),
    );
    const { counts } = await runAll(core, 200);
    expect(counts).toMatchObject({ unknown: 0, pending: 0, refused: 0 });
    expectAgreement(core, counts.accepted);
  });

  it("sends again, within the same run, to recipients proven not sent", async () => {
    await using core = await openCore(
      faults({ kind: "reset-before", rate: 0.2, attempts: 2 }, { kind: "error-before", rate: 0.2, attempts: 2 }),
    );
    const { counts } = await runAll(core, 150);
    expect(counts).toMatchObject({ unknown: 0, pending: 0, refused: 0 });
    expectAgreement(core, counts.accepted);
  });

  it("waits when throttled, with and without Retry-After, and rejects no recipient for it", async () => {
    await using core = await openCore(
      faults({ kind: "throttle", rate: 0.01, retryAfter: 1 }, { kind: "throttle", rate: 0.02, retryAfter: false }),
    );
    const { campaignId, counts } = await runAll(core, 150);
    expect(counts).toMatchObject({ refused: 0, unknown: 0, pending: 0 });
    expectAgreement(core, counts.accepted);
    const { throttles } = await core.client.campaigns.timeline({ campaignId });
    expect(throttles.length).toBeGreaterThan(0);
    for (const { from, until } of throttles) expect(until).toBeGreaterThanOrEqual(from);
  });

  it("signs in again once, for all requests, when the token is rejected during the run", async () => {
    await using core = await openCore();
    const { campaignId } = await core.client.campaigns.plan({
      name: "test",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(150) } } }],
      concurrency: 8,
      rate: 200,
    });
    await startConfirmed(core.client, campaignId);
    await administer(core.simulator, "sessions", { revokeAuth: true });
    const { counts } = await core.untilCampaign(campaignId, "finished");
    expectAgreement(core, counts.accepted);
    // One sign-in to connect, one shared renewal after the rejection.
    expect(await core.requests("authenticate")).toBe(2);
  });

  it("counts recipients that the service rejected separately, with the service's message", async () => {
    await using core = await openCore(faults({ kind: "refuse", rate: 0.05 }));
    const status = await runAll(core, 150);
    expect(status.counts.refused).toBeGreaterThan(0);
    const { items } = await core.client.campaigns.recipients({ campaignId: status.campaignId, outcome: ["refused"] });
    expect(items.every(({ code, message }) => code !== undefined && message !== undefined)).toBe(true);
    expectAgreement(core, status.counts.accepted);
  });

  it("stops with the reason when too many are rejected, and sends no more", async () => {
    await using core = await openCore(faults({ kind: "refuse", rate: 1 }));
    const { campaignId } = await core.client.campaigns.plan({
      name: "test",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(200) } } }],
      concurrency: 4,
    });
    await startConfirmed(core.client, campaignId);
    const { counts, message = "" } = await core.untilCampaign(campaignId, "paused", "errors");
    expect(JSON.stringify(message)).toMatch(/\b10\b/);
    expect(counts.refused).toBeLessThan(20);
    expect(counts.pending).toBeGreaterThan(150);
  });

  it("pauses for a sign-in when the session cannot be renewed, and loses no recipient", async () => {
    await using core = await openCore();
    const { campaignId } = await core.client.campaigns.plan({
      name: "test",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(50) } } }],
    });
    await administer(core.simulator, "sessions", { rotateApplicationToken: true, revokeAuth: true });
    await startConfirmed(core.client, campaignId);
    const { counts } = await core.untilCampaign(campaignId, "paused", "needs-sign-in");
    expect(counts.pending + counts.excluded).toBe(50);
    expectAgreement(core, 0);
  });

  it("keeps the outcome unknown, and reports it, when the list proves nothing", async () => {
    await using core = await openCore({
      faults: [
        { kind: "reset-after", rate: 1, on: "sms.send", endpoints: [70001] },
        { kind: "refuse", rate: 1, status: 404, on: "sms.list", endpoints: [70001] },
      ],
    });
    const { campaignId } = await core.client.campaigns.plan({
      name: "test",
      from: "4911",
      text: "CHK",
      audience: [{ source: { csv: { file: core.writeIds(3) } } }],
    });
    await startConfirmed(core.client, campaignId);
    const { counts, message } = await core.untilCampaign(campaignId, "paused", "unknown-recipients");
    expect(counts).toMatchObject({ unknown: 1, accepted: 2 });
    expect(message).toEqual(codedText("stays-unread", { count: 1, unread: 1 }));
  });
});
