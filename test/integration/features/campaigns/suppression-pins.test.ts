/** An endpoint that a suppression entry has matched stays protected, whatever its name or numbers are later. */
import { expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

async function nameOf(core: Core, id: string): Promise<string> {
  return String((await core.client.fleet.get({ collection: "endpoint", id })).record["name"]);
}

const plan = (core: Core) =>
  core.client.campaigns.plan({
    name: "pinned",
    from: "4911",
    text: "CHK",
    watchHours: 0,
    audience: [{ source: { csv: { file: core.writeIds(5) } } }],
  });

async function rename(core: Core, id: number, name: string): Promise<void> {
  await core.mutate({ change: [{ id, set: { name } }] });
  await core.sync("endpoint");
}

async function left(core: Core, campaignId: string): Promise<readonly string[]> {
  const { items } = await core.client.campaigns.recipients({ campaignId, limit: 100 });
  return items.flatMap(({ identifier, reason, code }) => ((reason ?? code) === "suppressed" ? [identifier] : []));
}

it("a renamed endpoint is still not planned, and the list shows its former name", async () => {
  await using core = await openCore();
  const was = await nameOf(core, "70002");
  await core.client.suppression.add({ values: [was] });
  await rename(core, 70_002, "Called otherwise");
  expect(await left(core, (await plan(core)).campaignId)).toEqual(["70002"]);
  const { entries } = await core.client.suppression.list({});
  expect(entries).toMatchObject([
    { value: was, formerEndpoints: [{ endpoint: "70002", name: "Called otherwise", was }] },
  ]);
  expect(entries[0]?.endpoint).toBeUndefined();
});

it("an endpoint that only a later read matched by name is protected from then on", async () => {
  await using core = await openCore();
  await core.client.suppression.add({ values: ["Soon called so"] });
  await rename(core, 70_003, "Soon called so");
  await expect
    .poll(async () => (await core.client.suppression.list({})).entries, { timeout: 10_000 })
    .toMatchObject([{ endpoint: "70003" }]);
  const before = await plan(core);
  await rename(core, 70_003, "Not any more");
  expect(await left(core, (await plan(core)).campaignId)).toEqual(["70003"]);
  expect(await left(core, before.campaignId)).toEqual(["70003"]);
});

it("removing the entry removes the endpoint's protection", async () => {
  await using core = await openCore();
  const was = await nameOf(core, "70002");
  await core.client.suppression.add({ values: [was] });
  await rename(core, 70_002, "Called otherwise");
  expect(await core.client.suppression.remove({ values: [was] })).toEqual({ removed: 1 });
  expect(await left(core, (await plan(core)).campaignId)).toEqual([]);
  await core.client.suppression.add({ values: [was] });
  expect((await core.client.suppression.list({})).entries[0]?.formerEndpoints).toBeUndefined();
});
