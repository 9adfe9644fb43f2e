/** An earlier change of the same quota of which nobody knows what came: nothing is sent over it, unless a person says so. */
import { describe, expect, it } from "vitest";
import type { QuotaOperation } from "#contract/quota-words.ts";
import { type QuotaCore, useQuotaCores } from "../../make/quota-core.ts";
import { farAway as expiresAt } from "../../make/quota-stand.ts";

const open = useQuotaCores();

const endpoint = "70002";
const add50: QuotaOperation = { op: "add", volume: 50, whereNone: "skip" };
const wanted = { endpoint, kind: "data", operation: add50 } as const;
const lost = [{ kind: "reset-before", rate: 1, on: "quota.set" }];

/** 100 MB are left, and what came of adding 50 is not known. */
async function openWithDoubt(reconcileAfterMs = 60_000): Promise<QuotaCore & { readonly doubt: number }> {
  const core = await open({ options: { reconcileAfterMs } });
  await core.setElsewhere(endpoint, 100);
  await core.faults(lost);
  const { outcome, change } = await core.quotas.change(wanted);
  expect(outcome).toBe("unknown");
  await core.faults([]);
  return Object.assign(core, { doubt: change ?? 0 });
}

async function stateOf({ quotas }: QuotaCore, change: number): Promise<unknown> {
  const [row] = (await quotas.rows({ change })).items;
  return row?.code === undefined ? row?.state : [row.state, row.code];
}

/** What the audit says came of the writes of quotas, newest first. */
async function audited({ core }: QuotaCore): Promise<readonly unknown[]> {
  const { items } = await core.client.audit.list({ search: "quota", kind: ["change"] });
  return items.map(({ outcome, settled }) => [outcome, settled?.words]);
}

describe("the audit", () => {
  it("is told when a reading proves that a lost change was taken", async () => {
    const core = await openWithDoubt();
    expect(await audited(core)).toEqual([["unknown", undefined]]);
    await core.setElsewhere(endpoint, 150);
    await core.quotas.read({ endpoint });
    const words = "The answer was lost; the quota, read later, is as it was wanted.";
    expect(await audited(core)).toEqual([["done", words]]);
  });

  it("is told when a reading proves that a lost change was not taken", async () => {
    const core = await openWithDoubt(1);
    await core.quotas.settle({ change: core.doubt });
    const words =
      "The answer was lost; the quota, read later, is as it was before: the service did not take the change.";
    expect(await audited(core)).toEqual([["not-done", words]]);
    expect(await core.core.client.audit.verify({})).toMatchObject({ sound: true });
  });
});

describe("a change of one endpoint", () => {
  it("is not sent, and says when the earlier one was sent and what to do", async () => {
    const core = await openWithDoubt();
    const before = await core.requests("quota.set");
    const answer = await core.quotas.change(wanted);
    expect(answer).toMatchObject({
      outcome: "unsettled",
      current: { quota: { volume: 100 } },
      unsettled: { change: core.doubt, title: "Add 50 MB to the data quota" },
      message: expect.stringMatching(
        /^Change 1 \(Add 50 MB to the data quota\) was sent to it at [\d-]+ [\d:]+ UTC, and what came of it is not known yet, so nothing was sent\. Read the quota again after [\d-]+ [\d:]+ UTC: that settles it\.$/,
      ),
    });
    expect(answer.change).toBe(undefined);
    const { sentAt = 0, toldFrom = 0 } = answer.unsettled ?? {};
    expect(toldFrom - sentAt).toBe(60_000);
    expect(await core.requests("quota.set")).toBe(before);
    // The other kind of quota has nothing to do with it.
    const sms = { op: "set", volume: 5, expiresAt, thresholdPercent: 10 } as const;
    expect(await core.quotas.change({ endpoint, kind: "sms", operation: sms })).toMatchObject({ outcome: "set" });
  });

  it("is sent when allowed; of two that came to one value only one is told set", async () => {
    const core = await openWithDoubt();
    const second = await core.quotas.change({ ...wanted, allowUnsettled: true });
    expect(second).toMatchObject({ outcome: "set", reading: { stand: { quota: { volume: 150 } } } });
    await core.quotas.read({ endpoint });
    await core.quotas.settle({ change: core.doubt });
    expect(await stateOf(core, second.change ?? 0)).toBe("set");
    expect(await stateOf(core, core.doubt)).toEqual(["unknown", "overtaken"]);
    // Within its time the first may still be taken, so the third is asked about as well.
    expect(await core.quotas.change(wanted)).toMatchObject({ outcome: "unsettled" });
    await core.quotas.retry({ change: core.doubt, which: ["unknown"] });
    await core.rest(core.doubt);
    expect(await stateOf(core, core.doubt)).toEqual(["unknown", "overtaken"]);
    expect(await core.volumes("data", [endpoint])).toEqual([150]);
  });

  it("can be sent as soon as a reading has told what came of the first", async () => {
    const core = await openWithDoubt();
    await core.setElsewhere(endpoint, 150);
    expect(await core.quotas.change(wanted)).toMatchObject({ outcome: "set" });
    expect(await stateOf(core, core.doubt)).toBe("set");
    expect(await core.volumes("data", [endpoint])).toEqual([200]);
  });

  it("can be sent when the time has passed in which the first could be taken", async () => {
    const core = await openWithDoubt(50);
    await expect.poll(async () => stateOf(core, core.doubt), { timeout: 20_000 }).toEqual(["refused", "not-applied"]);
    expect(await core.quotas.change(wanted)).toMatchObject({ outcome: "set" });
    expect(await core.volumes("data", [endpoint])).toEqual([150]);
  });
});

describe("a change of many", () => {
  const source = { ids: ["70001", endpoint, "70003"] };
  const operation: QuotaOperation = { op: "add", volume: 5, whereNone: "set", expiresAt };

  it("sets aside whoever is not settled, and says so before anything is sent", async () => {
    const core = await openWithDoubt();
    const { change } = await core.quotas.plan({ kind: "data", operation, source });
    expect(await core.rest(change)).toMatchObject({ state: "planned", counts: { planned: 2, unsettled: 1 } });
    const { items } = await core.quotas.rows({ change, states: ["unsettled"] });
    expect(items).toMatchObject([{ endpoint, code: "unsettled", message: expect.stringContaining("Change 1 (") }]);
    await core.quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 2, unsettled: 1 } });
    expect(await core.volumes("data", [endpoint])).toEqual([100]);
    // Asked again it is looked up again.
    await core.quotas.retry({ change, which: ["unsettled"] });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 2, unsettled: 1 } });
    await core.quotas.retry({ change, which: ["unsettled"], allowUnsettled: true });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 3 } });
    expect(await core.volumes("data", [endpoint])).toEqual([105]);
  });

  it("sends to them too where a person says so at the start", async () => {
    const core = await openWithDoubt();
    const only = await core.quotas.plan({ kind: "data", operation, source: { ids: [endpoint] } });
    await core.rest(only.change);
    await expect(core.quotas.start({ change: only.change })).rejects.toMatchObject({
      code: "nobody",
      message: expect.stringContaining("1 is set aside"),
    });
    await core.quotas.start({ change: only.change, allowUnsettled: true });
    expect(await core.rest(only.change)).toMatchObject({ counts: { set: 1 } });
  });

  it("does not put back over one that is not settled", async () => {
    const core = await openWithDoubt();
    await core.setElsewhere(endpoint, 150);
    await core.quotas.read({ endpoint });
    await core.faults(lost);
    expect(await core.quotas.change(wanted)).toMatchObject({ outcome: "unknown" });
    await core.faults([]);
    const { change } = await core.quotas.undo({ change: core.doubt });
    expect(await core.rest(change)).toMatchObject({ counts: { unsettled: 1, set: 0 } });
    const allowed = await core.quotas.undo({ change: core.doubt, allowUnsettled: true });
    expect(await core.rest(allowed.change)).toMatchObject({ counts: { set: 1 } });
    expect(await core.volumes("data", [endpoint])).toEqual([100]);
  });

  it("stays unknown when it was put back and its change is cancelled, and holds up others until then", async () => {
    const core = await openWithDoubt();
    await core.faults(lost);
    const ids = ["70005"];
    const { change } = await core.quotas.plan({ kind: "data", operation, source: { ids } });
    await core.rest(change);
    await core.quotas.start({ change });
    await expect.poll(async () => (await core.quotas.state({ change })).counts.unknown, { timeout: 20_000 }).toBe(1);
    await core.quotas.stopAll({});
    await core.quotas.retry({ change, which: ["unknown"] });
    expect(await core.quotas.state({ change })).toMatchObject({ state: "interrupted", counts: { planned: 1 } });
    expect(await core.quotas.change({ ...wanted, endpoint: "70005", operation })).toMatchObject({
      outcome: "unsettled",
      message: expect.stringContaining(`Go on with change ${change}: that looks it up.`),
    });
    expect(await core.quotas.cancel({ change })).toMatchObject({ counts: { unknown: 1, cancelled: 0 } });
  });
});
