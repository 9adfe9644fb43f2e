/** Requeueing unknown recipients: looked up first, and only with the number of recipients who may get the message twice. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

type Rule = { readonly kind: "reset-before" | "reset-after" | "refuse"; readonly rate: 1; readonly on: string };

/** Five recipients; the response to 70001 is lost, and the campaign waits for an operator or for the lookup. */
async function lost(core: Core): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "lost",
    from: "4911",
    text: "CHK",
    audience: [{ source: { csv: { file: core.writeIds(5) } } }],
  });
  await core.client.campaigns.start({ campaignId });
  return campaignId;
}

const losing = (kind: Rule["kind"]): Rule & { readonly endpoints: number[] } => ({
  kind,
  rate: 1,
  on: "sms.send",
  endpoints: [70_001],
});

it("needs the number of devices that may get the message twice, and accepts no smaller one", async () => {
  const rules = [losing("reset-after"), { kind: "refuse" as const, rate: 1, on: "sms.list" }];
  await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
  const campaignId = await lost(core);
  await core.untilCampaign(campaignId, "paused", "unknown-recipients");
  const retryUnknown = (mayGetTwice?: number) =>
    core.client.campaigns.retry({
      campaignId,
      scope: "unknown",
      mayGetTwice,
    });
  for (const number of [undefined, 0, 999_999]) {
    await expect(retryUnknown(number)).rejects.toMatchObject({
      code: "confirmation-needed",
      text: codedText("may-receive-twice", { count: 1 }),
      details: { field: "mayGetTwice", count: 1 },
    });
  }
  expect((await core.client.campaigns.status({ campaignId })).counts).toMatchObject({ unknown: 1, pending: 0 });
  expect(await retryUnknown(1)).toEqual({ requeued: 1, lookups: { accepted: 0, pending: 0, checking: 0 } });
  const { steps } = await core.client.campaigns.steps({ campaignId });
  const message = codedText("retry-ordered", { count: 1, outcome: codedText("outcome-unknown") });
  expect(steps.filter(({ event }) => event === "retry")).toEqual([
    { at: expect.any(Number), event: "retry", state: "paused", reason: "unknown-recipients", message },
  ]);
});

it("looks up first: no recipient who has the message is requeued", async () => {
  const rules = [losing("reset-after"), { kind: "refuse" as const, rate: 1, on: "sms.list" }];
  await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
  const campaignId = await lost(core);
  await core.untilCampaign(campaignId, "paused", "unknown-recipients");
  core.setFaults();
  expect(await core.client.campaigns.retry({ campaignId, scope: "unknown", mayGetTwice: 1 })).toEqual({
    requeued: 0,
    lookups: { accepted: 1, pending: 0, checking: 0 },
  });
  expect(core.simulator.ledger()).toHaveLength(5);
});

it("skips recipients whose lookup is too early to be conclusive", async () => {
  const rules = [losing("reset-before")];
  await using core = await openCore({
    simulator: { endpoints: 20 },
    faults: rules,
    connection: { reconcileAfterMs: 3_600_000 },
  });
  const campaignId = await lost(core);
  await expect
    .poll(async () => (await core.client.campaigns.status({ campaignId })).counts, { timeout: 10_000 })
    .toMatchObject({ unknown: 1, accepted: 4 });
  await core.client.campaigns.pause({ campaignId });
  expect(await core.client.campaigns.retry({ campaignId, scope: "unknown", mayGetTwice: 1 })).toEqual({
    requeued: 0,
    lookups: { accepted: 0, pending: 0, checking: 1 },
  });
  expect((await core.client.campaigns.status({ campaignId })).counts).toMatchObject({ unknown: 1, pending: 0 });
});

it("sends rejected recipients again while the campaign runs, once each, and no unknown ones", async () => {
  const endpoints = [70_001, 70_002, 70_003];
  const rules = [{ kind: "refuse" as const, rate: 1 as const, on: "sms.send", attempts: 1, endpoints }];
  await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
  const { campaignId } = await core.client.campaigns.plan({
    name: "running",
    from: "4911",
    text: "CHK",
    rate: 4,
    audience: [{ source: { csv: { file: core.writeIds(12) } } }],
  });
  await core.client.campaigns.start({ campaignId });
  const status = async () => await core.client.campaigns.status({ campaignId });
  await expect.poll(async () => (await status()).counts.refused, { timeout: 10_000 }).toBe(3);
  await expect(core.client.campaigns.retry({ campaignId, scope: "unknown", mayGetTwice: 0 })).rejects.toMatchObject({
    code: "campaign-state",
  });
  expect(await core.client.campaigns.retry({ campaignId, scope: "refused", mayGetTwice: 0 })).toEqual({ requeued: 3 });
  expect(await status()).toMatchObject({ state: "running", counts: { refused: 0 } });
  await core.untilCampaign(campaignId, "finished");
  expect((await status()).counts).toMatchObject({ accepted: 12, refused: 0, pending: 0 });
  const sent = core.simulator.ledger().map(({ endpointId }) => endpointId);
  expect(new Set(sent).size).toBe(12);
  expect(sent).toHaveLength(12);
});

it("sends to no rejected recipient that a suppression file names by the time of a retry", async () => {
  const rules = [
    { kind: "refuse" as const, rate: 1 as const, on: "sms.send", attempts: 1, endpoints: [70_001, 70_002] },
  ];
  await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
  const suppressFile = core.write("never.txt", "id\n");
  const { campaignId } = await core.client.campaigns.plan({
    name: "suppressed later",
    from: "4911",
    text: "CHK",
    rate: 4,
    suppressFile,
    audience: [{ source: { csv: { file: core.writeIds(12) } } }],
  });
  await core.client.campaigns.start({ campaignId });
  const counts = async () => (await core.client.campaigns.status({ campaignId })).counts;
  await expect.poll(async () => (await counts()).refused, { timeout: 10_000 }).toBe(2);
  core.write("never.txt", "id\n8.94902E+18\n");
  await expect(core.client.campaigns.retry({ campaignId, scope: "refused" })).rejects.toMatchObject({
    code: "suppression-damaged",
  });
  expect(await counts()).toMatchObject({ refused: 2 });
  core.write("never.txt", "id\n70002\n");
  expect(await core.client.campaigns.retry({ campaignId, scope: "refused" })).toEqual({ requeued: 2 });
  await core.untilCampaign(campaignId, "finished");
  expect(await counts()).toMatchObject({ accepted: 11, refused: 0, cancelled: 1, pending: 0 });
  const sent = core.simulator.ledger().map(({ endpointId }) => endpointId);
  expect(sent).not.toContain(70_002);
  expect(sent).toContain(70_001);
});

it("at the end of a campaign, a retry either reopens the run or finds it finished, and never miscounts", async () => {
  const rules = [{ kind: "refuse" as const, rate: 1 as const, on: "sms.send", attempts: 2, endpoints: [70_005] }];
  await using core = await openCore({ simulator: { endpoints: 20 }, faults: rules });
  const campaignId = await lost(core);
  for (let requeued = 0; requeued < 2;) {
    const retried = await core.client.campaigns
      .retry({ campaignId, scope: "refused", mayGetTwice: 0 })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: "campaign-state" });
        return { requeued: 0 };
      });
    requeued += retried.requeued;
    const after = await core.client.campaigns.status({ campaignId });
    if (after.state === "paused") await core.client.campaigns.start({ campaignId });
  }
  await core.untilCampaign(campaignId, "finished");
  expect((await core.client.campaigns.status({ campaignId })).counts).toMatchObject({ accepted: 5, refused: 0 });
  expect(core.simulator.ledger()).toHaveLength(5);
});
