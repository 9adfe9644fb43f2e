/** Changes of many quotas: plan, start, races, faults, retry, undo. The service's own view decides. */
import { describe, expect, it } from "vitest";
import type { QuotaOperation } from "#contract/quota-words.ts";
import { useQuotaCores } from "../../make/quota-core.ts";
import { add5, ids, plan, run } from "../../make/quota-changes.ts";
import { farAway as expiresAt } from "../../make/quota-stand.ts";

const open = useQuotaCores();

/** The machine may have other things to do. */
const patiently = { timeout: 20_000 };

describe("a change of many", () => {
  it("reads the old values, sends nothing before it is started, and takes each endpoint once", async () => {
    const core = await open();
    const { quotas, requests, volumes } = core;
    const before = await volumes("data", ids);
    const change = await plan(core, add5, { ids: [...ids, ...ids] });
    expect(await requests("quota.set")).toBe(0);
    const had = before.filter((volume) => volume !== undefined).length;
    expect(await quotas.state({ change })).toMatchObject({
      title: "Add 5 MB to the data quota",
      whom: "12 chosen endpoints",
      total: 12,
      counts: { planned: 12 },
      had: { quota: had, none: 12 - had },
    });
    await quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 12 } });
    expect(await volumes("data", ids)).toEqual(before.map((volume) => Math.round(((volume ?? 0) + 5) * 1e6) / 1e6));
    expect(await requests("quota.set")).toBe(12);
  });

  it("leaves alone who was changed by somebody else, before sending and before taking back", async () => {
    const core = await open();
    const { quotas, setElsewhere, volumes } = core;
    const change = await plan(core, add5);
    await setElsewhere("70003", 300);
    await quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 11, moved: 1 } });
    expect((await quotas.rows({ change, states: ["moved"] })).items).toMatchObject([
      { row: 3, endpoint: "70003", name: "van-00003", code: "moved", current: { quota: { volume: 300 } } },
    ]);
    expect(await volumes("data", ["70003"])).toEqual([300]);

    await quotas.retry({ change, which: ["moved"] });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12, moved: 0 } });
    expect(await volumes("data", ["70003"])).toEqual([305]);

    await setElsewhere("70004", 400);
    const { change: undo } = await quotas.undo({ change });
    expect(await core.rest(undo)).toMatchObject({ counts: { set: 11, moved: 1 } });
    expect(await volumes("data", ["70003", "70004"])).toEqual([300, 400]);
    const { change: forced } = await quotas.undo({ change, overwriteMoved: true });
    expect((await core.rest(forced)).counts.moved).toBe(0);
    expect((await volumes("data", ["70004"]))[0]).not.toBe(400);
  });

  it("takes use for use: what less is left does not stop it, unless that is wanted", async () => {
    const core = await open();
    const { quotas } = core;
    const endpoints = ["70001", "70002"];
    await core.patchProfile("70001", { apply_sms_quota: true });
    const sms = (operation: QuotaOperation): Parameters<typeof quotas.plan>[0] => {
      return { kind: "sms", operation, source: { ids: endpoints } };
    };
    const first = await quotas.plan(sms({ op: "set", volume: 50, expiresAt, thresholdPercent: 20 }));
    await core.rest(first.change);
    await quotas.start({ change: first.change });
    await core.rest(first.change);
    const lenient = await quotas.plan(sms(add5));
    await core.rest(lenient.change);
    await core.core.client.sms.send({ endpoint: "70001", from: "4911", text: "STATUS" });
    expect((await core.volumes("sms", endpoints))[0]).toBe(49);
    await quotas.start({ change: lenient.change });
    expect(await core.rest(lenient.change)).toMatchObject({ counts: { set: 2 } });
    expect(await core.volumes("sms", endpoints)).toEqual([54, 55]);
    const third = await quotas.plan(sms(add5));
    await core.rest(third.change);
    await core.core.client.sms.send({ endpoint: "70001", from: "4911", text: "STATUS" });
    await quotas.start({ change: third.change, acceptUsage: false });
    expect(await core.rest(third.change)).toMatchObject({ counts: { set: 1, moved: 1 } });
  });

  it("asks for the number above a hundred, and for a second word where nothing would be left", async () => {
    const core = await open({ simulator: { endpoints: 120 } });
    const { quotas } = core;
    const zero = { kind: "data", operation: { op: "set", volume: 0, expiresAt }, source: { filter: "" } } as const;
    await expect(quotas.plan(zero)).rejects.toMatchObject({ code: "confirmation-needed" });
    const { change } = await quotas.plan({ ...zero, confirmZero: true });
    const { counts, toZero } = await core.rest(change);
    expect([counts.planned, toZero]).toEqual([120, 120]);
    await expect(quotas.start({ change })).rejects.toMatchObject({ code: "confirmation-needed" });
    await expect(quotas.start({ change, typedNumber: 119 })).rejects.toMatchObject({ code: "confirmation-needed" });
    await quotas.cancel({ change });
    expect(await quotas.state({ change })).toMatchObject({ state: "cancelled", counts: { cancelled: 120 } });
    await expect(quotas.start({ change })).rejects.toMatchObject({ code: "quota-change-state" });
    await expect(quotas.undo({ change })).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("says who is meant by a filter, an audience or a view, and refuses who nobody is", async () => {
    const core = await open();
    const { quotas } = core;
    const { client } = core.core;
    const audience = await client.fleet.saveAudience({ name: "three", ids: ids.slice(0, 3) });
    const view = await client.views.save({
      collection: "endpoint",
      name: "vans",
      filter: "name:van*",
      sort: "",
      columns: [],
    });
    const said = async (source: object): Promise<unknown> => {
      const { whom, total } = await quotas.plan({
        kind: "sms",
        operation: { op: "delete" },
        confirmZero: true,
        source: source as { view: number },
      });
      return [whom, total];
    };
    expect(await said({ audience: audience.id })).toEqual(["the audience three", 3]);
    const [, vans] = (await said({ filter: "name:van*" })) as [string, number];
    expect(await said({ view: view.id })).toEqual(["a saved view (name:van*)", vans]);
    await expect(said({ filter: "colour:red" })).rejects.toMatchObject({ code: "filter-invalid" });
    await expect(said({ filter: "name:nobody" })).rejects.toMatchObject({ code: "nobody" });
    await expect(said({ audience: 99 })).rejects.toMatchObject({ code: "audience-unknown" });
    await expect(said({ view: 99 })).rejects.toMatchObject({ code: "view-unknown" });
    expect((await quotas.changes({})).changes).toHaveLength(3);
  });
});

describe("a service that fails", () => {
  it("loses answers: each change is looked up, and no request is repeated", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([
      { kind: "reset-after", rate: 1, on: "quota.set", endpoints: [70001, 70002] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [70003] },
      { kind: "error-after", rate: 1, on: "quota.set", endpoints: [70004] },
    ]);
    await core.quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 11, refused: 1, unknown: 0 } });
    expect(await core.requests("quota.set")).toBe(12);
    expect((await core.quotas.rows({ change, states: ["refused"] })).items).toMatchObject([
      { endpoint: "70003", code: "not-applied" },
    ]);
    await core.faults([]);
    await core.quotas.retry({ change, which: ["refused"] });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(13);
  });

  it("throttles: what was turned away is sent when there is room, and counted once", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([{ kind: "throttle", rate: 1, attempts: 1, retryAfter: true, on: ["quota.set"] }]);
    await core.quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12 } });
  });

  it("refuses some and cannot be read for others: both are told, and retried on their own", async () => {
    const core = await open();
    await core.faults([
      { kind: "refuse", rate: 1, status: 403, on: "quota.get", endpoints: [70001] },
      { kind: "refuse", rate: 1, on: "quota.set", endpoints: [70002] },
    ]);
    const { quotas } = core;
    const { change } = await quotas.plan({ kind: "data", operation: add5, source: { ids: [...ids, "99999"] } });
    expect(await core.rest(change)).toMatchObject({ counts: { planned: 11, unreadable: 2 } });
    await quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 10, refused: 1, unreadable: 2 } });
    await core.faults([]);
    await quotas.retry({ change, which: ["refused"] });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 11, unreadable: 2 } });
    await quotas.retry({ change, which: ["unreadable"] });
    expect(await core.rest(change)).toMatchObject({ state: "planned", counts: { planned: 1, unreadable: 1 } });
    await quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12, unreadable: 1 } });
    expect((await quotas.rows({ change, states: ["unreadable"] })).items).toMatchObject([{ code: "endpoint-unknown" }]);
    await expect(quotas.retry({ change, which: ["refused"] })).rejects.toMatchObject({ code: "nobody" });
  });

  it("does not delete quotas: each row says so", async () => {
    const core = await open();
    await run(core, { op: "set", volume: 5, expiresAt });
    await core.faults([{ kind: "refuse", rate: 1, status: 405, on: "quota.delete" }]);
    const change = await run(core, { op: "delete" });
    expect(await core.quotas.state({ change })).toMatchObject({ counts: { refused: 12 } });
    expect((await core.quotas.rows({ change, limit: 1 })).items).toMatchObject([{ code: "not-offered" }]);
  });

  it("asks for a sign-in: what was not sent waits, and is resumed", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.core.client.session.signOut({});
    await core.quotas.start({ change });
    expect(await core.rest(change)).toMatchObject({ state: "interrupted", counts: { planned: 12 } });
    const { applicationToken, baseUrl } = core.core.simulator;
    const options = { ceiling: "none", reconcileAfterMs: 200 } as const;
    await core.core.client.connections.connect({ name: "practice", baseUrl, secret: { applicationToken }, options });
    await core.quotas.resume({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { set: 12 } });
  });
});

describe("a program that ends", () => {
  it("dies in the middle: what was in flight is unknown, is looked up on going on, and nothing is sent twice", async () => {
    const core = await open({ simulator: { endpoints: 60 }, options: { reconcileAfterMs: 1_000 } });
    const all = Array.from({ length: 60 }, (_, index) => String(70_001 + index));
    const before = await core.volumes("data", all);
    const { change } = await core.quotas.plan({ kind: "data", operation: add5, source: { ids: all } });
    await core.rest(change);
    // Late enough that the copy is taken while answers are under way.
    await core.faults([{ kind: "late", rate: 1, delayMs: 150, on: "quota.set" }]);
    await core.quotas.start({ change });
    await expect.poll(async () => (await core.quotas.state({ change })).counts.set, patiently).toBeGreaterThan(5);
    await core.core.crash();
    const found = await core.quotas.state({ change });
    expect(found.state).toBe("interrupted");
    expect(found.counts.unknown).toBeGreaterThan(0);
    expect(found.counts.sending).toBe(0);
    await core.quotas.resume({ change });
    expect(await core.rest(change)).toMatchObject({ state: "finished", counts: { unknown: 0, refused: 0 } });
    expect(await core.volumes("data", all)).toEqual(
      before.map((volume) => Math.round(((volume ?? 0) + 5) * 1e6) / 1e6),
    );
  });

  it("ends in an orderly way: answers under way are awaited, the rest waits to be resumed", async () => {
    const core = await open();
    const change = await plan(core, add5);
    await core.faults([{ kind: "slow", rate: 1, delayMs: 100, on: "quota.set" }]);
    await core.quotas.start({ change });
    await expect.poll(() => core.requests("quota.set"), patiently).toBeGreaterThan(0);
    await core.core.restart();
    const found = await core.quotas.state({ change });
    expect([found.state, found.counts.unknown, found.counts.set + found.counts.planned]).toEqual([
      "interrupted",
      0,
      12,
    ]);
    await core.quotas.resume({ change });
    expect(await core.rest(change)).toMatchObject({ counts: { set: 12 } });
    expect(await core.requests("quota.set")).toBe(12);
  });
});
