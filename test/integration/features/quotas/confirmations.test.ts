/** Changes that may disconnect a device need a confirmation before they are sent: the whole core over real HTTP. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { openQuotaCore, patchProfile, untilIdle } from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";

const endpoint = "70002";
const meters = { kind: codedText("quota-kind-data"), profile: codedText("quota-profile", { name: "Meters" }) };
const set = (volume: number) => ({ op: "set", volume, expiresAt }) as const;
const setData = (volume: number) => ({ endpoint, kind: "data", operation: set(volume) }) as const;

describe("a change that may disconnect an endpoint", () => {
  it("needs a confirmation before a quota is deleted that is or may be enforced, with the known facts", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(50));
    const remove = { endpoint, kind: "data", operation: { op: "delete" } } as const;
    const seen = (await quotas.get({ endpoint })).data.state;
    await quotas.read({ endpoint });
    expect(await quotas.check({ ...remove, seen })).toMatchObject({
      needsConfirmZero: false,
      warnings: [codedText("quota-warning-delete-effect", { effect: codedText("quota-effect-not-enforced", meters) })],
    });
    await patchProfile(core, endpoint, { apply_data_quota: true });
    await quotas.refresh({ kinds: ["data"], source: { ids: [endpoint] } });
    await expect.poll(async () => (await quotas.refreshState({})).refresh?.state).toBe("done");
    const effect = codedText("quota-effect-enforced", meters);
    expect(await quotas.check({ ...remove, seen })).toMatchObject({
      needsConfirmZero: true,
      warnings: [codedText("quota-warning-delete-effect", { effect })],
    });
    const before = await core.requests("quota.delete");
    await expect(quotas.change(remove)).rejects.toMatchObject({
      code: "confirmation-needed",
      text: codedText("quota-confirm-none-effect", { effect }),
      details: { field: "confirmZero" },
    });
    await expect(quotas.plan({ ...remove, source: { ids: [endpoint] } })).rejects.toMatchObject({
      code: "confirmation-needed",
    });
    expect(await core.requests("quota.delete")).toBe(before);
    expect(await quotas.change({ ...remove, confirmZero: true })).toMatchObject({ outcome: "deleted" });
    core.setFaults();
  });

  it("needs a confirmation before a quota is deleted if it is not known whether it is enforced", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await quotas.change(setData(50));
    core.setFaults({ kind: "refuse", rate: 1, status: 403, on: "profile.get" });
    const remove = { endpoint, kind: "data", operation: { op: "delete" } } as const;
    await expect(quotas.change(remove)).rejects.toMatchObject({
      code: "confirmation-needed",
      text: codedText("quota-confirm-none-effect", { effect: codedText("quota-effect-unknown", meters) }),
    });
    expect(await core.requests("quota.delete")).toBe(0);
  });

  it("treats a tiny remainder like 0 in the confirmation, and never displays it as 0", async () => {
    await using core = await openQuotaCore();
    const { quotas } = core.client;
    await expect(quotas.change(setData(0.000_000_01))).rejects.toMatchObject({ code: "confirmation-needed" });
    expect(await quotas.check({ kind: "data", operation: set(0.0009) })).toMatchObject({ needsConfirmZero: true });
    expect(await quotas.check({ kind: "data", operation: set(0.001) })).toMatchObject({ needsConfirmZero: false });
    const add = { op: "add", volume: 0.000_000_01, whereNone: "skip" } as const;
    await expect(quotas.check({ kind: "data", operation: add })).rejects.toMatchObject({
      details: { field: "volume" },
    });
    expect(await core.requests("quota.set")).toBe(0);
    await quotas.change({ ...setData(0.000_000_01), confirmZero: true });
    expect((await quotas.changes({ endpoint })).changes[0]?.title).toEqual(
      codedText("quota-set-data-to", { volume: 0.000_000_01 }),
    );
  });
});

it("above a hundred the number is confirmed before rejected rows are retried", async () => {
  await using core = await openQuotaCore({ simulator: { endpoints: 101 } });
  const { quotas } = core.client;
  const ids = Array.from({ length: 101 }, (_, index) => String(70_001 + index));
  const { change } = await quotas.plan({ kind: "data", operation: set(7), source: { ids } });
  await untilIdle(core, change);
  core.setFaults({ kind: "refuse", rate: 1, on: "quota.set" });
  await quotas.start({ change, confirm: 101 });
  expect(await untilIdle(core, change)).toMatchObject({ counts: { "not-applied": 101 } });
  core.setFaults();
  const before = await core.requests("quota.set");
  const again = { change, states: ["not-applied" as const] };
  await expect(quotas.retry(again)).rejects.toMatchObject({
    code: "confirmation-needed",
    details: { field: "confirm", count: 101 },
  });
  await expect(quotas.retry({ ...again, confirm: 100 })).rejects.toMatchObject({ code: "confirmation-needed" });
  expect(await core.requests("quota.set")).toBe(before);
  await quotas.retry({ ...again, confirm: 101 });
  expect(await untilIdle(core, change)).toMatchObject({ counts: { set: 101 } });
});
