/** Quotas of one endpoint: the whole core over real HTTP, with a service that loses responses. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { describe, expect, it } from "vitest";
import { openQuotaCore, patchProfile, readVolumes, setElsewhere } from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";
import { soon } from "../../../make/soon.ts";

const endpoint = "70002";
const set = (volume: number) => ({ op: "set", volume, expiresAt }) as const;
const setData = (volume: number) => ({ endpoint, kind: "data", operation: set(volume) }) as const;

describe("a read", () => {
  it("caches the service's values, with the time, for use without a network", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    expect(await quotas.get({ endpoint })).toMatchObject({ data: { enforcement: { enforced: "unknown" } } });
    const changed: unknown[] = [];
    core.app.on("quotas.changed", (event) => changed.push(event));
    const read = await quotas.read({ endpoint });
    expect(read).toMatchObject({
      name: "van-00002",
      profile: { name: "Meters" },
      data: { state: { state: "none" }, enforcement: { enforced: "no", blocks: false } },
      sms: { state: { state: "none" } },
    });
    expect(changed).toEqual([{ connection: "practice", endpoint }]);
    await core.simulator.close();
    expect(await quotas.get({ endpoint })).toEqual(read);
    await expect(quotas.read({ endpoint })).rejects.toMatchObject({ code: "connection-refused" });
    expect(await quotas.get({ endpoint })).toMatchObject({
      data: { state: { state: "none" }, asOf: read.data.asOf, problem: { code: "connection-refused" } },
    });
  });

  it("reports what a missing quota means where the profile enforces quotas", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await patchProfile(core, endpoint, { apply_data_quota: true });
    expect((await quotas.read({ endpoint })).data.enforcement).toEqual({
      enforced: "yes",
      blocks: true,
      sentence: codedText("quota-enforced-none", {
        kind: codedText("quota-kind-data"),
        profile: codedText("quota-profile", { name: "Meters" }),
      }),
    });
    const { groups } = await quotas.overview({ kind: "data" });
    expect(groups).toMatchObject({ checked: 1, none: 1, blocked: 1, never: 29 });
  });

  it("requests and caches name and profile of an endpoint that the cache does not have", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const { added } = await core.mutate({ add: [{ name: "late-comer", service_profile: { id: 901 } }] });
    const [id] = added;
    const read = await quotas.read({ endpoint: String(id) });
    expect(read).toMatchObject({
      name: "late-comer",
      profile: { id: "901" },
      data: { enforcement: { enforced: "no" } },
    });
    await core.simulator.close();
    expect(await quotas.get({ endpoint: String(id) })).toEqual(read);
  });

  it("fails for an endpoint that the service does not have, and caches the part that could be read", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await expect(quotas.read({ endpoint: "99999" })).rejects.toMatchObject({ code: "endpoint-unknown" });
    await expect(quotas.read({ endpoint: "a/b" })).rejects.toMatchObject({ code: "invalid-input" });
    core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "quota.get" });
    await expect(quotas.read({ endpoint })).rejects.toMatchObject({ code: "not-offered" });
    expect(await quotas.get({ endpoint })).toMatchObject({ data: { problem: { code: "not-offered" } } });
  });

  it.each(["empty-object", "null"] as const)("treats %s as no quota", async (noQuota) => {
    await using core = await openQuotaCore({ simulator: { endpoints: 3, oddities: { noQuota } } });
    const { quotas } = core.client;
    expect((await quotas.read({ endpoint })).data.state).toEqual({ state: "none" });
  });
});

describe("a change", () => {
  it("sets, adds, changes and deletes", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    expect(await quotas.change(setData(50))).toMatchObject({
      outcome: "set",
      change: 1,
      reading: { state: { quota: { volume: 50, percent: 100 } } },
    });
    const add = { op: "add", volume: 12.5, whereNone: "skip" } as const;
    expect(await quotas.change({ endpoint, kind: "data", operation: add })).toMatchObject({ outcome: "set" });
    const threshold = { op: "change", thresholdPercent: 5 } as const;
    expect(await quotas.change({ endpoint, kind: "data", operation: threshold })).toMatchObject({
      reading: { state: { quota: { volume: 62.5, thresholdPercent: 5 } } },
    });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([62.5]);
    expect(await quotas.change({ endpoint, kind: "data", operation: { op: "delete" } })).toMatchObject({
      outcome: "deleted",
      reading: { state: { state: "none" } },
    });
    expect(await quotas.change({ endpoint, kind: "data", operation: { op: "delete" } })).toMatchObject({
      outcome: "unchanged",
    });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([undefined]);
    const { changes } = await quotas.changes({ endpoint });
    const van = codedText("quota-endpoint-name", { name: "van-00002" });
    expect(changes.map(({ change, title, targets, single }) => [change, title, targets, single])).toEqual([
      [4, codedText("delete-data-quota"), van, true],
      [3, codedText("change-data-quota"), van, true],
      [2, codedText("quota-add-data", { volume: 12.5 }), van, true],
      [1, codedText("quota-set-data-to", { volume: 50 }), van, true],
    ]);
  });

  it("is in the audit with the previous and the requested values", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(50));
    await quotas.change({ endpoint, kind: "data", operation: { op: "delete" } });
    const { items } = await core.client.audit.list({ target: { kind: "endpoint", id: endpoint } });
    expect(items.map(({ operation }) => operation)).toEqual(
      ([codedText("delete-data-quota"), codedText("set-data-quota")] as const).map((text) => formatText(text)),
    );
    expect(await core.client.audit.get({ id: items[1]?.id ?? "" })).toMatchObject({
      before: { quota: "none" },
      after: { volume: 50, expires: "2040-01-01T00:00:00.000Z", whenUsedUp: "block" },
    });
  });

  it("sends nothing if a field is invalid, nothing would remain, or no change is needed", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const wrong = { endpoint, kind: "sms", operation: { op: "set", volume: 1.5, expiresAt } } as const;
    await expect(quotas.change(wrong)).rejects.toMatchObject({ code: "invalid-input", details: { field: "volume" } });
    const withoutThreshold = { endpoint, kind: "sms", operation: { op: "set", volume: 5, expiresAt } } as const;
    await expect(quotas.change(withoutThreshold)).rejects.toMatchObject({ details: { field: "thresholdPercent" } });
    await expect(quotas.change(setData(0))).rejects.toMatchObject({ code: "confirmation-needed" });
    expect(await core.requests("quota.set")).toBe(0);
    expect(await quotas.change({ ...setData(0), confirmZero: true })).toMatchObject({ outcome: "set" });
    expect(await quotas.change(setData(0))).toMatchObject({ outcome: "unchanged" });
    expect(await core.requests("quota.set")).toBe(1);
  });

  it("previews its result, without sending", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const seen = { state: "none" } as const;
    expect(await quotas.check({ kind: "data", operation: set(5), seen })).toMatchObject({
      after: { quota: { volume: 5 } },
      needsConfirmZero: false,
    });
    expect(await quotas.check({ kind: "data", operation: set(0) })).toMatchObject({ needsConfirmZero: true });
    const noExpiry = { op: "set", volume: 5 } as const;
    await expect(quotas.check({ kind: "data", operation: noExpiry, seen })).rejects.toMatchObject({
      details: { field: "expiresAt" },
    });
    expect(await core.requests("quota.get")).toBe(0);
  });

  it("does not overwrite a quota that changed elsewhere since it was shown", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(50));
    const seen = (await quotas.get({ endpoint })).data.state;
    if (seen === undefined) throw new Error("nothing was kept");
    await setElsewhere(core, endpoint, 200);
    const operation = { op: "add", volume: 5, whereNone: "skip" } as const;
    const rejected = await quotas.change({ endpoint, kind: "data", operation, seen });
    expect(rejected).toMatchObject({ outcome: "moved", usageOnly: false, current: { quota: { volume: 200 } } });
    expect(rejected.change).toBe(undefined);
    expect(await readVolumes(core, "data", [endpoint])).toEqual([200]);
    const { current } = rejected;
    if (current === undefined) throw new Error("the answer does not say what is there now");
    expect(await quotas.change({ endpoint, kind: "data", operation, seen: current })).toMatchObject({ outcome: "set" });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([205]);
  });

  it("applies both of two concurrent additions", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(100));
    const operation = { op: "add", volume: 50, whereNone: "skip" } as const;
    const add = { endpoint, kind: "data", operation } as const;
    const both = await Promise.all([quotas.change(add), quotas.change(add)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["set", "set"]);
    expect(await readVolumes(core, "data", [endpoint])).toEqual([200]);
  });

  it("sends the second of two clicks only if the quota is still as shown", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const { reading } = await quotas.change(setData(100));
    const operation = { op: "add", volume: 50, whereNone: "skip" } as const;
    const add = { endpoint, kind: "data", operation, seen: reading?.state } as const;
    const both = await Promise.all([quotas.change(add), quotas.change(add)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["set", "moved"]);
    expect(await readVolumes(core, "data", [endpoint])).toEqual([150]);
  });

  it("sends no addition where a gateway's text, not the service, reports the quota as missing", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await setElsewhere(core, endpoint, 5_000);
    core.setFaults({ kind: "answer-before", rate: 1, status: 404, body: "404 page not found\n", on: "quota.get" });
    const operation = { op: "add", volume: 100, whereNone: "set", expiresAt } as const;
    await expect(quotas.change({ endpoint, kind: "data", operation })).rejects.toMatchObject({
      code: "unexpected-answer",
    });
    core.setFaults();
    expect(await readVolumes(core, "data", [endpoint])).toEqual([5_000]);
  });

  it("reports the service's message when the service rejects it", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    core.setFaults({ kind: "refuse", rate: 1, on: "quota.set" });
    await expect(quotas.change(setData(5))).rejects.toMatchObject({ message: expect.stringContaining("422") });
    expect((await quotas.rows({ change: 1 })).items).toMatchObject([
      { state: "not-applied", before: { state: "none" } },
    ]);
  });

  it("reports a deletion as not offered if the service reports it, not if a gateway's page does", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(5));
    const remove = { endpoint, kind: "data", operation: { op: "delete" } } as const;
    core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "quota.delete" });
    await expect(quotas.change(remove)).rejects.toMatchObject({ code: "not-offered" });
    // A page is no response of the service: it proves nothing about what is offered, or done.
    core.setFaults({ kind: "html", rate: 1, status: 404, on: "quota.delete" });
    expect(await quotas.change(remove)).toMatchObject({ outcome: "unknown" });
  });
});

describe("a change with a lost response", () => {
  it("is looked up, and never sent twice", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.read({ endpoint });
    core.setFaults({ kind: "reset-after", rate: 1, on: "quota.set" });
    expect(await quotas.change(setData(7))).toMatchObject({
      outcome: "set",
      message: codedText("quota-confirmed-by-reading"),
    });
    expect(await core.requests("quota.set")).toBe(1);
  });

  it("is unknown until the service must have finished it, then proven not applied by a read", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 50 } });
    const { quotas } = core.client;
    core.setFaults({ kind: "reset-before", rate: 1, on: "quota.set" });
    const answer = await quotas.change(setData(7));
    expect(answer).toMatchObject({ outcome: "unknown", change: 1, current: { state: "none" } });
    await expect(quotas.undo({ change: 1 })).rejects.toMatchObject({
      text: codedText("quota-undo-unresolved", { count: 1, change: 1 }),
    });
    await core.waitFor(
      "quotas.changeMoved",
      () => quotas.state({ change: 1 }),
      ({ counts }) => counts["not-applied"] === 1,
    );
    expect((await quotas.rows({ change: 1 })).items).toMatchObject([{ state: "not-applied", code: "not-applied" }]);
    expect(await core.requests("quota.set")).toBe(1);
  });

  it("is resolved by the read of the next change of the same quota, before that one is sent", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 60_000 } });
    const { quotas } = core.client;
    await setElsewhere(core, endpoint, 100);
    core.setFaults({ kind: "reset-before", rate: 1, on: "quota.set" });
    const operation = { op: "add", volume: 50, whereNone: "skip" } as const;
    const lost = await quotas.change({ endpoint, kind: "data", operation });
    expect(lost.outcome).toBe("unknown");
    core.setFaults();
    // As a service that applies it late.
    await setElsewhere(core, endpoint, 150);
    expect(await quotas.change({ endpoint, kind: "data", operation })).toMatchObject({ outcome: "set" });
    await quotas.read({ endpoint });
    expect((await quotas.rows({ change: lost.change ?? 0 })).items).toMatchObject([{ state: "set" }]);
    expect(await readVolumes(core, "data", [endpoint])).toEqual([200]);
  });

  it("is resolved by the next read of the quota, also after a crash", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 60_000 } });
    const { quotas } = core.client;
    core.setFaults({ kind: "late", rate: 1, delayMs: 10_000, on: "quota.set" });
    const lost = quotas.change(setData(7)).catch(() => undefined);
    await expect.poll(() => core.requests("quota.set"), soon).toBe(1);
    await core.crash();
    await lost;
    const after = core.client.quotas;
    const [row] = (await after.rows({ change: 1 })).items;
    expect([row?.state, row?.code]).toEqual(["unknown", "interrupted"]);
    expect((await after.state({ change: 1 })).state).toBe("finished");
    await expect.poll(async () => (await after.read({ endpoint })).data.state?.state, { timeout: 20_000 }).toBe("set");
    expect((await after.rows({ change: 1 })).items).toMatchObject([{ state: "set" }]);
    expect(await core.requests("quota.set")).toBe(1);
  });
});
