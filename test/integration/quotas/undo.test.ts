/** Taking a change of many quotas back: in one step, and the rest of it where the service refused some. The service's own view decides. */
import { expect, it } from "vitest";
import { useQuotaCores } from "../../make/quota-core.ts";
import { add5, ids, run } from "../../make/quota-changes.ts";

const open = useQuotaCores();

it("a change is undone in one step: old values come back, and where none was set none is", async () => {
  const core = await open();
  const before = await core.volumes("data", ids);
  const change = await run(core, add5);
  const { change: undo } = await core.quotas.undo({ change });
  expect(await core.rest(undo)).toMatchObject({ state: "finished", undoOf: change, counts: { set: 12 } });
  expect(await core.volumes("data", ids)).toEqual(before);
  expect(await core.quotas.state({ change })).toMatchObject({ undone: { by: undo, back: 12, underWay: false } });
  await expect(core.quotas.undo({ change })).rejects.toMatchObject({ code: "nothing-to-undo" });
  // An undo is a change too.
  const { change: again } = await core.quotas.undo({ change: undo });
  await core.rest(again);
  expect(await core.volumes("data", ids)).toEqual(before.map((volume) => Math.round(((volume ?? 0) + 5) * 1e6) / 1e6));
  expect(await core.quotas.state({ change })).toMatchObject({ undone: { back: 0 } });
});

it("a change is not called taken back where the undo was refused, and what is left is put back by the next one", async () => {
  const core = await open();
  const before = await core.volumes("data", ids);
  const change = await run(core, add5);
  await core.faults([{ kind: "refuse", rate: 1, on: ["quota.set", "quota.delete"], endpoints: [70_001, 70_002] }]);
  const { change: undo } = await core.quotas.undo({ change });
  const { counts } = await core.rest(undo);
  expect(counts).toMatchObject({ refused: 2, set: 10 });
  expect(await core.quotas.state({ change })).toMatchObject({ undone: { by: undo, back: 10, underWay: false } });
  await core.faults([]);
  const { change: again } = await core.quotas.undo({ change });
  expect(await core.rest(again)).toMatchObject({ total: 2, counts: { set: 2 } });
  expect(await core.volumes("data", ids)).toEqual(before);
  expect(await core.quotas.state({ change })).toMatchObject({ undone: { by: again, back: 12, underWay: false } });
});
