/** The suppression list is matched to endpoints again after a sync, also when the program closes in between. */
import { expect, it } from "vitest";
import { openCore } from "../../../make/core.ts";

it("logs no error when the program closes during a sync", async () => {
  await using core = await openCore();
  await core.client.suppression.add({ values: ["May"] });
  core.setFaults({ kind: "slow", rate: 1, delayMs: 600_000, on: "endpoint.list" });
  const ended = core.client.fleet.sync({ collections: ["endpoint"] }).catch((error: unknown) => error);
  await expect.poll(async () => (await core.client.fleet.syncs({})).syncs.length).toBe(1);
  await core.app.stop();
  expect(await ended).toMatchObject({ code: "sync-cancelled" });
  expect(core.log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("protects an endpoint that a sync matched by name although the program closed right after the sync", async () => {
  await using core = await openCore();
  await core.client.suppression.add({ values: ["Soon called so"] });
  await core.mutate({ change: [{ id: 70_003, set: { name: "Soon called so" } }] });
  await core.sync("endpoint");
  await core.restart();
  await core.mutate({ change: [{ id: 70_003, set: { name: "Called otherwise" } }] });
  await core.sync("endpoint");
  const { entries } = await core.client.suppression.list({});
  expect(entries).toMatchObject([
    { value: "Soon called so", formerEndpoints: [{ endpoint: "70003", was: "Soon called so" }] },
  ]);
});
