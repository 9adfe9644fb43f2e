import { expect, test } from "vitest";
import { createOutsideCalls, type OutsideCalls } from "../../../../main/core/ipc/outside-calls.ts";

function setUp(keepAlive = false): OutsideCalls & { readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const call = (address: string, input: unknown): Promise<{ ok: true; value: unknown }> => {
    calls.push([address, input]);
    return Promise.resolve({ ok: true, value: {} });
  };
  return { ...createOutsideCalls({ call, processId: 42, keepAlive }), calls };
}

const inUse = { ok: false, failure: { code: "data-dir-in-use", details: { pid: 42 } } };

test("another process may query, pause and plan", async () => {
  const { outside, calls } = setUp();
  for (const address of ["campaigns.status", "campaigns.pause", "campaigns.plan", "fleet.list"])
    await outside(address, {});
  expect(calls).toHaveLength(4);
});

test("another process may not sync through this one", async () => {
  const { outside, calls } = setUp();
  expect(await outside("fleet.sync", {})).toMatchObject(inUse);
  expect(calls).toEqual([]);
});

test("another process may not start a campaign that is not running here", async () => {
  const { outside, calls } = setUp();
  expect(await outside("campaigns.start", { campaignId: "1" })).toMatchObject(inUse);
  expect(calls).toEqual([]);
});

test("starting a campaign that runs here changes its speed", async () => {
  const { inside, outside, calls } = setUp();
  await inside("campaigns.start", { campaignId: "1" });
  await outside("campaigns.start", { campaignId: "1", rate: 5 });
  expect(calls.at(-1)).toEqual(["campaigns.setSpeed", { campaignId: "1", rate: 5 }]);
});

test("starting a campaign that runs here without a speed returns its status", async () => {
  const { inside, outside, calls } = setUp();
  await inside("campaigns.start", { campaignId: "1" });
  await outside("campaigns.start", { campaignId: "1" });
  expect(calls.at(-1)).toEqual(["campaigns.status", { campaignId: "1" }]);
});

test("a long-lived process starts campaigns for others", async () => {
  const { outside, calls } = setUp(true);
  await outside("campaigns.start", { campaignId: "1" });
  expect(calls).toEqual([["campaigns.start", { campaignId: "1" }]]);
});

test.each(["fleet.exportCsv", "doctor.exportRows"])(
  "another process never opens the file dialog of %s here, not even in a long-lived process",
  async (address) => {
    const { outside, calls } = setUp(true);
    expect(await outside(address, {})).toMatchObject(inUse);
    expect(calls).toEqual([]);
  },
);
