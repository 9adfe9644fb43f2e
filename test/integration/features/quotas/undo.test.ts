/** Undoing a bulk change: in one step, and the rest of it where the service rejected some. Checked with the quotas at the service. */
import { expect, it } from "vitest";
import { add5, ids, openQuotaCore, readVolumes, runChange, setElsewhere, untilIdle } from "../../../make/quotas.ts";

it("undoes a change in one step: old values are restored, and where none was set none is", async () => {
  await using core = await openQuotaCore();
  const before = await readVolumes(core, "data", ids);
  const change = await runChange(core, add5);
  const { change: undo } = await core.client.quotas.undo({ change });
  expect(await untilIdle(core, undo)).toMatchObject({ state: "finished", undoOf: change, counts: { set: 12 } });
  expect(await readVolumes(core, "data", ids)).toEqual(before);
  expect(await core.client.quotas.state({ change })).toMatchObject({
    undone: { by: undo, back: 12, isRunning: false },
  });
  await expect(core.client.quotas.undo({ change })).rejects.toMatchObject({ code: "nothing-to-undo" });
  // An undo is a change too.
  const { change: again } = await core.client.quotas.undo({ change: undo });
  await untilIdle(core, again);
  expect(await readVolumes(core, "data", ids)).toEqual(
    before.map((volume) => Math.round(((volume ?? 0) + 5) * 1e6) / 1e6),
  );
  expect(await core.client.quotas.state({ change })).toMatchObject({ undone: { back: 0 } });
});

it("a change does not count as undone if the undo was rejected, and the next undo restores the rest", async () => {
  await using core = await openQuotaCore();
  const before = await readVolumes(core, "data", ids);
  const change = await runChange(core, add5);
  core.setFaults({ kind: "refuse", rate: 1, on: ["quota.set", "quota.delete"], endpoints: [70_001, 70_002] });
  const { change: undo } = await core.client.quotas.undo({ change });
  const { counts } = await untilIdle(core, undo);
  expect(counts).toMatchObject({ "not-applied": 2, set: 10 });
  expect(await core.client.quotas.state({ change })).toMatchObject({
    undone: { by: undo, back: 10, isRunning: false },
  });
  core.setFaults();
  const { change: again } = await core.client.quotas.undo({ change });
  expect(await untilIdle(core, again)).toMatchObject({ total: 2, counts: { set: 2 } });
  expect(await readVolumes(core, "data", ids)).toEqual(before);
  expect(await core.client.quotas.state({ change })).toMatchObject({
    undone: { by: again, back: 12, isRunning: false },
  });
});

it("an undo without options overwrites no quota that changed elsewhere, and the operator can continue from it", async () => {
  await using core = await openQuotaCore();
  const endpoint = "70002";
  await setElsewhere(core, endpoint, 100);
  const operation = { op: "add", volume: 5, whereNone: "skip" } as const;
  const { change = 0 } = await core.client.quotas.change({ endpoint, kind: "data", operation });
  await setElsewhere(core, endpoint, 300);
  const { change: undo } = await core.client.quotas.undo({ change });
  expect(await untilIdle(core, undo)).toMatchObject({ state: "finished", counts: { moved: 1, set: 0 } });
  expect(await readVolumes(core, "data", [endpoint])).toEqual([300]);
  // The change is not undone yet, so the same undo is possible again; applied to the current value, it restores the former one.
  expect(await core.client.quotas.state({ change })).toMatchObject({ undone: { back: 0, isRunning: false } });
  await core.client.quotas.retry({ change: undo, states: ["moved"] });
  expect(await untilIdle(core, undo)).toMatchObject({ state: "finished", counts: { set: 1 } });
  expect(await readVolumes(core, "data", [endpoint])).toEqual([100]);
  expect(await core.client.quotas.state({ change })).toMatchObject({ undone: { by: undo, back: 1 } });
});
