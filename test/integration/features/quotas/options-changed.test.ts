/** Connection options are changed while quotas are read or changed: the whole core over real HTTP. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";
import { holdReading, untilIdle } from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";
import { holdMs } from "../../../make/service-client.ts";

function open(endpoints: number): Promise<Core> {
  return openCore({ simulator: { endpoints }, connection: { quotaPath: "literal" } });
}

/** Resolves when this many requests have arrived at the service. */
async function waitForRequests(core: Core, operation: string, count: number): Promise<void> {
  await expect.poll(() => core.requests(operation), { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count);
}

async function allowLess(core: Core): Promise<void> {
  const ceiling = { requests: 400, seconds: 1 };
  await core.client.connections.setOptions({ connection: "practice", options: { ceiling } });
}

test("a refresh continues with the current connection, and no endpoint fails because of the change", async () => {
  await using core = await open(200);
  core.setFaults(holdReading(70_200), { kind: "late", rate: 1, delayMs: 30, on: "quota.get" });
  await core.client.quotas.refresh({ kinds: ["data"] });
  await waitForRequests(core, "quota.get", 20);
  await allowLess(core);
  core.setFaults();
  core.simulator.advance(holdMs);
  const state = async (): Promise<unknown> => (await core.client.quotas.refreshState({})).refresh;
  await expect.poll(state, { timeout: 30_000 }).toMatchObject({ state: "done", done: 200, total: 200, failed: 0 });
});

test("a bulk change is interrupted and can be resumed; no row is rejected or sent twice because of the change", async () => {
  await using core = await open(60);
  const { quotas } = core.client;
  const ids = Array.from({ length: 60 }, (_, index) => String(70_001 + index));
  const operation = { op: "set", volume: 50, expiresAt } as const;
  const { change } = await quotas.plan({ kind: "data", operation, source: { ids } });
  await untilIdle(core, change);
  core.setFaults(holdReading(70_060), { kind: "late", rate: 1, delayMs: 30, on: "quota.get" });
  await quotas.start({ change });
  await waitForRequests(core, "quota.set", 10);
  await allowLess(core);
  const interrupted = await untilIdle(core, change);
  expect(interrupted).toMatchObject({
    state: "interrupted",
    message: codedText("quota-connection-changed"),
    counts: { unreadable: 0, "not-applied": 0 },
  });
  core.setFaults();
  await quotas.resume({ change });
  const { counts, state } = await untilIdle(core, change);
  expect([state, counts.set + counts.unknown]).toEqual(["finished", 60]);
});
