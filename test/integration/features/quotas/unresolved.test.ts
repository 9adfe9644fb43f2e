import { formatText } from "#shared/texts/text.ts";
/** An earlier change of the same quota with an unknown outcome: no further change is sent, unless an operator confirms. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import type { Core } from "../../../make/core.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { openQuotaCore, planChange, readVolumes, setElsewhere, untilIdle } from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";

const endpoint = "70002";
const add50: QuotaOperation = { op: "add", volume: 50, whereNone: "skip" };
const request = { endpoint, kind: "data", operation: add50 } as const;
const lost = { kind: "reset-before", rate: 1, on: "quota.set" } as const;
/** The reported unconfirmed change. */
const title = codedText("quota-add-data", { volume: 50 });
const moment = /^[\d-]+ [\d:]+ UTC$/;
const slow = { connection: { reconcileAfterMs: 60_000 } };

/** 100 MB are left, and the outcome of adding 50 is unknown. Resolves with the number of that change. */
async function loseAnswer(core: Core): Promise<number> {
  await setElsewhere(core, endpoint, 100);
  core.setFaults(lost);
  const { outcome, change } = await core.client.quotas.change(request);
  expect(outcome).toBe("unknown");
  core.setFaults();
  return change ?? 0;
}

async function stateOf({ client }: Core, change: number): Promise<unknown> {
  const [row] = (await client.quotas.rows({ change })).items;
  return row?.code === undefined ? row?.state : [row.state, row.code];
}

/** The audit's outcomes of quota writes, newest first. */
async function audited({ client }: Core): Promise<readonly unknown[]> {
  const { items } = await client.audit.list({ search: "quota", kind: ["change"] });
  return items.map(({ outcome, resolution }) => [outcome, resolution?.message]);
}

describe("the audit", () => {
  it("records when a read proves that a lost change was applied", async () => {
    await using core = await openQuotaCore(slow);
    await loseAnswer(core);
    expect(await audited(core)).toEqual([["unknown", undefined]]);
    await setElsewhere(core, endpoint, 150);
    await core.client.quotas.read({ endpoint });
    const message = formatText(codedText("proved-quota-set"));
    expect(await audited(core)).toEqual([["done", message]]);
  });

  it("records when a read proves that a lost change was not applied", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 1 } });
    const lostChange = await loseAnswer(core);
    await core.client.quotas.resolve({ change: lostChange });
    const message = formatText(codedText("proved-quota-not-set"));
    expect(await audited(core)).toEqual([["not-done", message]]);
    expect(await core.client.audit.verify({})).toMatchObject({ sound: true });
  });
});

describe("a change of one endpoint", () => {
  it("is not sent, and reports when the earlier one was sent and what to do", async () => {
    await using core = await openQuotaCore(slow);
    const lostChange = await loseAnswer(core);
    const before = await core.requests("quota.set");
    const answer = await core.client.quotas.change(request);
    expect(answer).toMatchObject({
      outcome: "unsettled",
      current: { quota: { volume: 100 } },
      unresolved: { change: lostChange, title },
      message: {
        code: "quota-change-unresolved-since",
        params: {
          change: lostChange,
          title,
          sentAt: expect.stringMatching(moment),
          next: { code: "quota-resolve-by-refresh", params: { after: expect.stringMatching(moment) } },
        },
      },
    });
    expect(answer.change).toBe(undefined);
    const { sentAt = 0, resolvableFrom = 0 } = answer.unresolved ?? {};
    expect(resolvableFrom - sentAt).toBe(60_000);
    expect(await core.requests("quota.set")).toBe(before);
    // The other kind of quota is not affected.
    const sms = { op: "set", volume: 5, expiresAt, thresholdPercent: 10 } as const;
    expect(await core.client.quotas.change({ endpoint, kind: "sms", operation: sms })).toMatchObject({
      outcome: "set",
    });
  });

  it("is sent when allowed; of two with the same result only one is reported as set", async () => {
    await using core = await openQuotaCore(slow);
    const lostChange = await loseAnswer(core);
    const second = await core.client.quotas.change({ ...request, allowUnresolved: true });
    expect(second).toMatchObject({ outcome: "set", reading: { state: { quota: { volume: 150 } } } });
    await core.client.quotas.read({ endpoint });
    await core.client.quotas.resolve({ change: lostChange });
    expect(await stateOf(core, second.change ?? 0)).toBe("set");
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "overtaken"]);
    // The first may still be applied, so the third needs a confirmation as well.
    expect(await core.client.quotas.change(request)).toMatchObject({ outcome: "unsettled" });
    await core.client.quotas.retry({ change: lostChange, states: ["unknown"] });
    await untilIdle(core, lostChange);
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "overtaken"]);
    expect(await readVolumes(core, "data", [endpoint])).toEqual([150]);
  });

  it("can be sent as soon as a read has resolved the first", async () => {
    await using core = await openQuotaCore(slow);
    const lostChange = await loseAnswer(core);
    await setElsewhere(core, endpoint, 150);
    expect(await core.client.quotas.change(request)).toMatchObject({ outcome: "set" });
    expect(await stateOf(core, lostChange)).toBe("set");
    expect(await readVolumes(core, "data", [endpoint])).toEqual([200]);
  });

  it("can be sent when the time has passed in which the first could be applied", async () => {
    await using core = await openQuotaCore({ connection: { reconcileAfterMs: 50 } });
    const lostChange = await loseAnswer(core);
    await expect
      .poll(async () => stateOf(core, lostChange), { timeout: 20_000 })
      .toEqual(["not-applied", "not-applied"]);
    expect(await core.client.quotas.change(request)).toMatchObject({ outcome: "set" });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([150]);
  });
});

describe("a bulk change", () => {
  const source = { ids: ["70001", endpoint, "70003"] };
  const operation: QuotaOperation = { op: "add", volume: 5, whereNone: "set", expiresAt };

  it("sets unresolved endpoints aside, and reports that before anything is sent", async () => {
    await using core = await openQuotaCore(slow);
    await loseAnswer(core);
    const { change } = await core.client.quotas.plan({ kind: "data", operation, source });
    expect(await untilIdle(core, change)).toMatchObject({ state: "planned", counts: { planned: 2, unsettled: 1 } });
    const { items } = await core.client.quotas.rows({ change, states: ["unsettled"] });
    expect(items).toMatchObject([{ endpoint, code: "unsettled", message: { code: "quota-change-unresolved-since" } }]);
    await core.client.quotas.start({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 2, unsettled: 1 } });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([100]);
    // A new attempt looks the change up again.
    await core.client.quotas.retry({ change, states: ["unsettled"] });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 2, unsettled: 1 } });
    await core.client.quotas.retry({ change, states: ["unsettled"], allowUnresolved: true });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 3 } });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([105]);
  });

  it("includes them if an operator confirms that at the start", async () => {
    await using core = await openQuotaCore(slow);
    await loseAnswer(core);
    const only = await core.client.quotas.plan({ kind: "data", operation, source: { ids: [endpoint] } });
    await untilIdle(core, only.change);
    await expect(core.client.quotas.start({ change: only.change })).rejects.toMatchObject({
      code: "no-endpoints",
      text: codedText("quota-nothing-left-on-hold", { count: 1 }),
    });
    await core.client.quotas.start({ change: only.change, allowUnresolved: true });
    expect(await untilIdle(core, only.change)).toMatchObject({ counts: { set: 1 } });
  });

  it("adds more than a hundred of them to a plan, which is confirmed when it starts", async () => {
    await using core = await openQuotaCore({ ...slow, simulator: { endpoints: 110 } });
    const ids = Array.from({ length: 101 }, (_, index) => String(70_001 + index));
    const change = await planChange(core, operation, { ids });
    core.inDatabase((database) => database.exec("UPDATE quota_row SET state = 'unsettled'"));
    await core.client.quotas.retry({ change, states: ["unsettled"], confirm: 101 });
    expect(await core.client.quotas.state({ change })).toMatchObject({ state: "planned", counts: { planned: 101 } });
    await expect(core.client.quotas.start({ change })).rejects.toMatchObject({ code: "confirmation-needed" });
  });

  it("does not undo an unresolved change", async () => {
    await using core = await openQuotaCore(slow);
    const lostChange = await loseAnswer(core);
    await setElsewhere(core, endpoint, 150);
    await core.client.quotas.read({ endpoint });
    core.setFaults(lost);
    expect(await core.client.quotas.change(request)).toMatchObject({ outcome: "unknown" });
    core.setFaults();
    const { change } = await core.client.quotas.undo({ change: lostChange });
    expect(await untilIdle(core, change)).toMatchObject({ counts: { unsettled: 1, set: 0 } });
    const allowed = await core.client.quotas.undo({ change: lostChange, allowUnresolved: true });
    expect(await untilIdle(core, allowed.change)).toMatchObject({ counts: { set: 1 } });
    expect(await readVolumes(core, "data", [endpoint])).toEqual([100]);
  });

  it("stays unknown when its row was requeued and the change is cancelled, and blocks others until then", async () => {
    await using core = await openQuotaCore(slow);
    await loseAnswer(core);
    core.setFaults(lost);
    const ids = ["70005"];
    const { change } = await core.client.quotas.plan({ kind: "data", operation, source: { ids } });
    await untilIdle(core, change);
    await core.client.quotas.start({ change });
    await expect
      .poll(async () => (await core.client.quotas.state({ change })).counts.unknown, { timeout: 20_000 })
      .toBe(1);
    await core.client.quotas.stopAll({});
    await core.client.quotas.retry({ change, states: ["unknown"] });
    expect(await core.client.quotas.state({ change })).toMatchObject({ state: "interrupted", counts: { planned: 1 } });
    expect(await core.client.quotas.change({ ...request, endpoint: "70005", operation })).toMatchObject({
      outcome: "unsettled",
      message: { params: { next: codedText("quota-resolve-by-resuming", { change }) } },
    });
    expect(await core.client.quotas.cancel({ change })).toMatchObject({ counts: { unknown: 1, cancelled: 0 } });
  });
});

describe("setting the clock of the computer", () => {
  it("forward does not end the grace period", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    const lostChange = await loseAnswer(core);
    clock.jump(3_600_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "connection-lost"]);
    await clock.advance(60_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["not-applied", "not-applied"]);
  });

  it("back does not hide that a later change was sent", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    const lostChange = await loseAnswer(core);
    clock.jump(-3_600_000);
    const second = await core.client.quotas.change({ ...request, allowUnresolved: true });
    expect(second).toMatchObject({ outcome: "set", reading: { state: { quota: { volume: 150 } } } });
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "overtaken"]);
    const { data } = await core.client.quotas.get({ endpoint });
    expect(data.state).toMatchObject({ quota: { volume: 150 } });
  });

  it("back between two processes does not change the grace period, and hides no reading", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    const lostChange = await loseAnswer(core);
    await core.whileStopped(() => clock.jump(-3_600_000));
    await setElsewhere(core, endpoint, 170);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "connection-lost"]);
    expect((await core.client.quotas.get({ endpoint })).data.state).toMatchObject({ quota: { volume: 170 } });
    expect(await core.client.quotas.change(request)).toMatchObject({ outcome: "unsettled" });
    await clock.advance(60_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["moved", "moved"]);
  });

  it("back between two processes does not hide which change was sent last", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    const first = await loseAnswer(core);
    const second = await core.client.quotas.change({ ...request, allowUnresolved: true });
    expect(second).toMatchObject({ outcome: "set", reading: { state: { quota: { volume: 150 } } } });
    await core.whileStopped(() => clock.jump(-3_600_000));
    core.setFaults(lost);
    const third = await core.client.quotas.change({ ...request, allowUnresolved: true });
    core.setFaults();
    expect(third.outcome).toBe("unknown");
    await setElsewhere(core, endpoint, 200);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, first)).toEqual(["unknown", "overtaken"]);
    expect(await stateOf(core, third.change ?? 0)).toBe("set");
  });

  it("forward between two processes does not end the grace period", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    const lostChange = await loseAnswer(core);
    await core.whileStopped(() => clock.jump(3_600_000));
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "connection-lost"]);
    await clock.advance(60_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["not-applied", "not-applied"]);
  });

  it("forward after a restart of the computer counts the whole grace period again", async () => {
    const clock = createFakeClock();
    await using core = await openQuotaCore({ ...slow, clock });
    await clock.advance(30_000);
    const lostChange = await loseAnswer(core);
    await clock.advance(40_000);
    await core.whileStopped(() => {
      clock.jump(3_600_000);
      clock.reboot();
    });
    await clock.advance(50_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["unknown", "connection-lost"]);
    await clock.advance(10_000);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, lostChange)).toEqual(["not-applied", "not-applied"]);
  });
});

describe("an answer that cannot be saved", () => {
  /** The database rejects the outcomes of quota changes until `restore`. */
  function rejectOutcomes(core: Core): { restore(): void } {
    const states = "('set', 'not-applied', 'unknown')";
    core.inDatabase((database) =>
      database.exec(`CREATE TRIGGER broken BEFORE UPDATE ON quota_row WHEN NEW.state IN ${states}
        BEGIN SELECT RAISE(ABORT, 'broken'); END`),
    );
    return { restore: () => core.inDatabase((database) => database.exec("DROP TRIGGER broken")) };
  }

  it("is reported, and the outcome is unknown as soon as the database works again, until it is read", async () => {
    await using core = await openQuotaCore(slow);
    await setElsewhere(core, endpoint, 100);
    const database = rejectOutcomes(core);
    const answer = await core.client.quotas.change(request);
    expect(answer).toMatchObject({ outcome: "unknown", message: codedText("quota-answer-not-saved") });
    const change = answer.change ?? 0;
    expect(await stateOf(core, change)).toBe("sending");
    database.restore();
    await core.waitFor(
      "quotas.changeMoved",
      () => core.client.quotas.state({ change }),
      ({ state, counts }) => state === "finished" && counts.unknown === 1,
    );
    expect(await stateOf(core, change)).toEqual(["unknown", "answer-not-saved"]);
    await core.client.quotas.read({ endpoint });
    expect(await stateOf(core, change)).toBe("set");
  });

  it("interrupts a bulk change, which resolves it by reading when it is resumed", async () => {
    await using core = await openQuotaCore(slow);
    const change = await planChange(core, { op: "set", volume: 5, expiresAt }, { ids: ["70001", endpoint] });
    const database = rejectOutcomes(core);
    await core.client.quotas.start({ change });
    // Every outcome was rejected, and so was the end of the run.
    await expect.poll(() => core.log.lines.map(({ event }) => event)).toContain("quotas.run-not-ended");
    database.restore();
    const stopped = await untilIdle(core, change);
    expect(stopped).toMatchObject({ state: "interrupted", code: "database-error", counts: { sending: 0 } });
    await core.client.quotas.resume({ change });
    expect(await untilIdle(core, change)).toMatchObject({ state: "finished", counts: { set: 2 } });
    expect(await core.requests("quota.set")).toBe(2);
  });
});
