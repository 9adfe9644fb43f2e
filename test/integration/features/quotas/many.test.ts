/** Bulk changes of quotas: plan, start, races, faults, retry, undo. Checked with the quotas at the service. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import {
  add5,
  holdReading,
  ids,
  openQuotaCore,
  patchProfile,
  planChange,
  readVolumes,
  runChange,
  setElsewhere,
  untilIdle,
} from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";
import { holdMs } from "../../../make/service-client.ts";

/** The computer may be busy with other work. */
const longTimeout = { timeout: 20_000 };

describe("a bulk change", () => {
  it("reads the old values, sends nothing before it is started, and includes each endpoint once", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const before = await readVolumes(core, "data", ids);
    const change = await planChange(core, add5, { ids: [...ids, ...ids] });
    expect(await core.requests("quota.set")).toBe(0);
    const countBefore = before.filter((volume) => volume !== undefined).length;
    expect(await quotas.state({ change })).toMatchObject({
      title: codedText("quota-add-data", { volume: 5 }),
      targets: codedText("quota-endpoints-selected", { count: 12 }),
      total: 12,
      counts: { planned: 12 },
      had: { quota: countBefore, none: 12 - countBefore },
    });
    await quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await readVolumes(core, "data", ids)).toEqual(
      before.map((volume) => Math.round(((volume ?? 0) + 5) * 1e6) / 1e6),
    );
    expect(await core.requests("quota.set")).toBe(12);
  });

  it("skips endpoints that changed elsewhere, before sending and before an undo", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const change = await planChange(core, add5);
    await setElsewhere(core, "70003", 300);
    await quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 11, moved: 1 } });
    expect((await quotas.rows({ change, states: ["moved"] })).items).toMatchObject([
      { row: 3, endpoint: "70003", name: "van-00003", code: "moved", current: { quota: { volume: 300 } } },
    ]);
    expect(await readVolumes(core, "data", ["70003"])).toEqual([300]);

    await quotas.retry({ change, states: ["moved"] });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12, moved: 0 } });
    expect(await readVolumes(core, "data", ["70003"])).toEqual([305]);

    await setElsewhere(core, "70004", 400);
    const { change: undo } = await quotas.undo({ change });
    expect(await untilIdle(core, undo)).toMatchObject({ counts: { set: 11, moved: 1 } });
    expect(await readVolumes(core, "data", ["70003", "70004"])).toEqual([300, 400]);
    const { change: forced } = await quotas.undo({ change, overwriteMoved: true });
    expect((await untilIdle(core, forced)).counts.moved).toBe(0);
    expect((await readVolumes(core, "data", ["70004"]))[0]).not.toBe(400);
  });

  it("treats a lower remainder as usage: it blocks nothing, unless requested", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const endpoints = ["70001", "70002"];
    await patchProfile(core, "70001", { apply_sms_quota: true });
    const sms = (operation: QuotaOperation): Parameters<typeof quotas.plan>[0] => {
      return { kind: "sms", operation, source: { ids: endpoints } };
    };
    const first = await quotas.plan(sms({ op: "set", volume: 50, expiresAt, thresholdPercent: 20 }));
    await untilIdle(core, first.change);
    await quotas.start({ change: first.change });
    await untilIdle(core, first.change);
    const lenient = await quotas.plan(sms(add5));
    await untilIdle(core, lenient.change);
    await core.client.sms.send({ endpoint: "70001", from: "4911", text: "STATUS" });
    expect((await readVolumes(core, "sms", endpoints))[0]).toBe(49);
    await quotas.start({ change: lenient.change });
    expect(await untilIdle(core, lenient.change)).toMatchObject({ counts: { set: 2 } });
    expect(await readVolumes(core, "sms", endpoints)).toEqual([54, 55]);
    const third = await quotas.plan(sms(add5));
    await untilIdle(core, third.change);
    await core.client.sms.send({ endpoint: "70001", from: "4911", text: "STATUS" });
    await quotas.start({ change: third.change, acceptUsage: false });
    expect(await untilIdle(core, third.change)).toMatchObject({ counts: { set: 1, moved: 1 } });
  });

  it("requires the number above a hundred, and a second confirmation if nothing would remain", async () => {
    await using core = await openQuotaCore({ simulator: { endpoints: 120 } });
    const { quotas } = core.client;
    const zero = { kind: "data", operation: { op: "set", volume: 0, expiresAt }, source: { filter: "" } } as const;
    await expect(quotas.plan(zero)).rejects.toMatchObject({ code: "confirmation-needed" });
    const { change } = await quotas.plan({ ...zero, confirmZero: true });
    const { counts, toZero } = await untilIdle(core, change);
    expect([counts.planned, toZero]).toEqual([120, 120]);
    await expect(quotas.start({ change })).rejects.toMatchObject({ code: "confirmation-needed" });
    await expect(quotas.start({ change, confirm: 119 })).rejects.toMatchObject({ code: "confirmation-needed" });
    await quotas.cancel({ change });
    expect(await quotas.state({ change })).toMatchObject({ state: "cancelled", counts: { cancelled: 120 } });
    await expect(quotas.start({ change })).rejects.toMatchObject({ code: "quota-change-state" });
    await expect(quotas.undo({ change })).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("reports the endpoints of a filter, an audience or a view, and rejects unknown ones", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    const { client } = core;
    const audience = await client.fleet.saveAudience({ name: "three", ids: ids.slice(0, 3) });
    const view = await client.views.save({
      collection: "endpoint",
      name: "vans",
      filter: "name:van*",
      sort: "",
      columns: [],
    });
    const planTargets = async (source: object): Promise<unknown> => {
      const { targets, total } = await quotas.plan({
        kind: "sms",
        operation: { op: "delete" },
        confirmZero: true,
        source: source as { view: number },
      });
      return [targets, total];
    };
    expect(await planTargets({ audience: audience.id })).toEqual([
      codedText("quota-endpoints-of-audience", { name: "three" }),
      3,
    ]);
    const [, vans] = (await planTargets({ filter: "name:van*" })) as [CodedText, number];
    expect(await planTargets({ view: view.id })).toEqual([
      codedText("quota-endpoints-of-view-filter", { filter: "name:van*" }),
      vans,
    ]);
    await expect(planTargets({ filter: "colour:red" })).rejects.toMatchObject({ code: "filter-invalid" });
    await expect(planTargets({ filter: "name:nobody" })).rejects.toMatchObject({ code: "no-endpoints" });
    await expect(planTargets({ audience: 99 })).rejects.toMatchObject({ code: "audience-unknown" });
    await expect(planTargets({ view: 99 })).rejects.toMatchObject({ code: "view-unknown" });
    expect((await quotas.changes({})).changes).toHaveLength(3);
  });
});

describe("a service that fails", () => {
  it("loses responses: each change is looked up, and no request is repeated", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults(
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70001, 70002] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70003] },
      { kind: "error-after", rate: 1, on: "quota.set", endpoints: [70004] },
    );
    await core.client.quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({
      state: "finished",
      counts: { set: 11, "not-applied": 1, unknown: 0 },
    });
    expect(await core.requests("quota.set")).toBe(12);
    expect((await core.client.quotas.rows({ change, states: ["not-applied"] })).items).toMatchObject([
      { endpoint: "70003", code: "not-applied" },
    ]);
    core.setFaults();
    await core.client.quotas.retry({ change, states: ["not-applied"] });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(13);
  });

  it("throttles: throttled rows are sent when the limit allows, and counted once", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults({ kind: "throttle", rate: 1, attempts: 1, retryAfter: true, on: ["quota.set"] });
    await core.client.quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12 } });
  });

  it("rejects some and cannot be read for others: both are reported, and retried separately", async () => {
    await using core = await openQuotaCore();
    core.setFaults(
      { kind: "refuse", rate: 1, status: 403, on: "quota.get", endpoints: [70001] },
      { kind: "refuse", rate: 1, on: "quota.set", endpoints: [70002] },
    );
    const { quotas } = core.client;
    const { change } = await quotas.plan({ kind: "data", operation: add5, source: { ids: [...ids, "99999"] } });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { planned: 11, unreadable: 2 } });
    await quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 10, "not-applied": 1, unreadable: 2 } });
    core.setFaults();
    await quotas.retry({ change, states: ["not-applied"] });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 11, unreadable: 2 } });
    await quotas.retry({ change, states: ["unreadable"] });
    expect(await untilIdle(core, change)).toMatchObject({ state: "planned", counts: { planned: 1, unreadable: 1 } });
    await quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12, unreadable: 1 } });
    expect((await quotas.rows({ change, states: ["unreadable"] })).items).toMatchObject([{ code: "endpoint-unknown" }]);
    await expect(quotas.retry({ change, states: ["not-applied"] })).rejects.toMatchObject({ code: "no-endpoints" });
  });

  it("does not delete quotas: each row reports that", async () => {
    await using core = await openQuotaCore();
    await runChange(core, { op: "set", volume: 5, expiresAt });
    core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "quota.delete" });
    const change = await runChange(core, { op: "delete" });
    expect(await core.client.quotas.state({ change })).toMatchObject({ counts: { "not-applied": 12 } });
    expect((await core.client.quotas.rows({ change, limit: 1 })).items).toMatchObject([{ code: "not-offered" }]);
  });

  it("requires a sign-in: unsent rows wait, and are resumed", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    await core.client.session.signOut({});
    await core.client.quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "interrupted", counts: { planned: 12 } });
    await core.connect("practice");
    await core.client.quotas.resume({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 12 } });
  });
});

it("waits for a lost connection, and then sends each row once", async () => {
  const network = { isLost: false };
  const proxy = { resolve: () => Promise.resolve(network.isLost ? "http://127.0.0.1:9" : undefined) };
  const clock = createAutoAdvancingClock(Date.UTC(2031, 0, 1));
  await using core = await openQuotaCore({ clock, hosts: { proxy } });
  const change = await planChange(core, add5);
  network.isLost = true;
  await core.client.quotas.start({ change });
  await clock.pass(10 * 60_000);
  expect(await core.client.quotas.state({ change })).toMatchObject({ state: "running", counts: { planned: 12 } });
  network.isLost = false;
  expect(await clock.fastForward(() => untilIdle(core, change))).toMatchObject({
    state: "finished",
    counts: { set: 12 },
  });
  expect(await core.requests("quota.set")).toBe(12);
});

describe("a program that ends", () => {
  it("crashes: rows in flight are unknown, are looked up on resume, and nothing is sent twice", async () => {
    await using core = await openQuotaCore({ simulator: { endpoints: 60 }, connection: { reconcileAfterMs: 1_000 } });
    const all = Array.from({ length: 60 }, (_, index) => String(70_001 + index));
    const before = await readVolumes(core, "data", all);
    const { change } = await core.client.quotas.plan({ kind: "data", operation: add5, source: { ids: all } });
    await untilIdle(core, change);
    const late = { kind: "late", rate: 1, on: "quota.set" } as const;
    // The first row is in flight at whatever moment the program dies.
    core.setFaults({ ...late, delayMs: holdMs, endpoints: [70_001] }, { ...late, delayMs: 500 });
    await core.client.quotas.start({ change });
    const isPartlySent = async (): Promise<boolean> => {
      const { counts } = await core.client.quotas.state({ change });
      return counts.set > 5 && counts.sending > 0;
    };
    await expect.poll(isPartlySent, longTimeout).toBe(true);
    core.simulator.advance(holdMs);
    await core.crash();
    core.setFaults();
    const status = await core.client.quotas.state({ change });
    expect(status.state).toBe("interrupted");
    expect(status.counts.unknown).toBeGreaterThan(0);
    expect(status.counts.sending).toBe(0);
    await core.client.quotas.resume({ change });
    const { state, counts } = await untilIdle(core, change);
    expect([state, counts.unknown, counts.set + counts["not-applied"]]).toEqual(["finished", 0, 60]);
    // Requests that were about to leave at the crash never arrived, and are reported as such.
    const { items } = await core.client.quotas.rows({ change, states: ["not-applied"], limit: 60 });
    const lost = new Set(items.map(({ endpoint }) => endpoint));
    expect(items.map(({ code }) => code).filter((code) => code !== "not-applied")).toEqual([]);
    expect(await core.requests("quota.set")).toBe(counts.set);
    expect(await readVolumes(core, "data", all)).toEqual(
      before.map((volume, index) => {
        if (lost.has(all[index] ?? "")) return volume;
        return Math.round(((volume ?? 0) + 5) * 1e6) / 1e6;
      }),
    );
  });

  it("exits cleanly: pending responses are awaited, the rest waits to be resumed", async () => {
    await using core = await openQuotaCore();
    const change = await planChange(core, add5);
    core.setFaults({ kind: "slow", rate: 1, delayMs: 100, on: "quota.set" }, holdReading(70_012));
    await core.client.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), longTimeout).toBeGreaterThan(0);
    await core.restart();
    core.setFaults();
    const status = await core.client.quotas.state({ change });
    expect([status.state, status.counts.unknown, status.counts.set + status.counts.planned]).toEqual([
      "interrupted",
      0,
      12,
    ]);
    await core.client.quotas.resume({ change });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
  });
});
