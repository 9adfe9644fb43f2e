/** Changes since a campaign was planned: the service's fleet is changed, synchronised, and compared. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

/** Synchronises, so that the cache has the service's changes. */
async function mutateFleet(core: Core, mutation: object): Promise<void> {
  await core.mutate(mutation);
  await core.sync("endpoint");
}

const common = { name: "Night", from: "4911", watchHours: 0 };

async function planIds(core: Core, text = "CHK {{endpoint.name}}", count = 20): Promise<string> {
  const audience = [{ source: { csv: { file: core.writeIds(count) } } }];
  return (await core.client.campaigns.plan({ ...common, text, audience })).campaignId;
}

async function changeFleet(core: Core): Promise<void> {
  await mutateFleet(core, {
    change: [
      { id: 70_002, set: { name: "Renamed" } },
      { id: 70_003, set: { status: { id: 1, description: "Disabled" } } },
      { id: 70_004, set: { sim: { id: 1, iccid: "8949000000000000001" } } },
      { id: 70_005, set: { tags: "only a tag" } },
      { id: 70_006, set: { status: { id: 2, description: "Deleted" } } },
    ],
    delete: [70_007],
  });
}

describe("drift", () => {
  it("reports endpoints that are missing, deleted, disabled, renamed or have another SIM, and changed texts", async () => {
    await using core = await openCore();
    const campaignId = await planIds(core);
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70002" });
    await changeFleet(core);
    const { items, counts, compared, plannedAt, asOf = 0 } = await core.client.planning.drift({ campaignId });
    expect(items.map(({ endpoint, kinds }) => [endpoint, kinds])).toEqual([
      ["70002", ["text-differs", "renamed"]],
      ["70003", ["disabled"]],
      ["70004", ["sim-swapped"]],
      ["70006", ["deleted"]],
      ["70007", ["missing"]],
    ]);
    expect(counts).toEqual({ missing: 1, deleted: 1, disabled: 1, "sim-swapped": 1, "text-differs": 1, renamed: 1 });
    expect(compared).toBe(19); // one of the twenty has no name and is excluded
    expect(asOf).toBeGreaterThanOrEqual(plannedAt);
    const renamed = codedText("drift-name-changed", { before: String(record["name"]), after: "Renamed" });
    expect(items[0]?.details).toContainEqual(renamed);
  });

  it("is empty if nothing changed, and after a change back", async () => {
    await using core = await openCore();
    const { record } = await core.client.fleet.get({ collection: "endpoint", id: "70002" });
    const campaignId = await planIds(core);
    await mutateFleet(core, { change: [{ id: 70_002, set: { name: "Renamed" } }] });
    await mutateFleet(core, { change: [{ id: 70_002, set: { name: String(record["name"]) } }] });
    const { items } = await core.client.planning.drift({ campaignId });
    expect(items.flatMap(({ kinds }) => kinds)).toEqual([]);
  });

  it("detects a changed field through a binding, and ignores fields that the text does not use", async () => {
    await using core = await openCore();
    const campaignId = await planIds(core, "CHK {{endpoint.tags}}", 3);
    await mutateFleet(core, {
      change: [
        { id: 70_002, set: { name: "Renamed" } },
        { id: 70_003, set: { tags: "new" } },
      ],
    });
    const { items } = await core.client.planning.drift({ campaignId });
    expect(items.map(({ endpoint, kinds }) => [endpoint, kinds])).toEqual([
      ["70002", ["renamed"]],
      ["70003", ["text-differs"]],
    ]);
  });

  it("counts endpoints that would match the filter today, and not those that were excluded", async () => {
    await using core = await openCore();
    await mutateFleet(core, { change: [70_001, 70_002, 70_003].map((id) => ({ id, set: { tags: "night" } })) });
    await core.client.suppression.add({ values: ["70003"] });
    const audience = [{ source: { filter: "tags:night" } }];
    const { campaignId } = await core.client.campaigns.plan({ ...common, text: "CHK", audience });
    expect((await core.client.planning.drift({ campaignId })).joined).toBe(0);
    await mutateFleet(core, { change: [70_010, 70_011].map((id) => ({ id, set: { tags: "night" } })) });
    expect((await core.client.planning.drift({ campaignId })).joined).toBe(2);
  });

  it("excludes only the recipients that an operator drops, with correct counters", async () => {
    await using core = await openCore();
    const campaignId = await planIds(core);
    await changeFleet(core);
    const dropped = await core.client.planning.dropDrifted({ campaignId, kinds: ["missing", "disabled", "deleted"] });
    expect(dropped).toEqual({ cancelled: 3 });
    const { counts } = await core.client.campaigns.status({ campaignId });
    expect([counts.pending, counts.cancelled, counts.planned]).toEqual([16, 3, 20]);
    const { items } = await core.client.campaigns.recipients({ campaignId, outcome: ["cancelled"] });
    expect(items.map(({ endpoint, code }) => [endpoint, code])).toEqual([
      ["70003", "drift"],
      ["70006", "drift"],
      ["70007", "drift"],
    ]);
    await core.client.campaigns.start({ campaignId });
    await core.untilCampaign(campaignId, "finished");
    expect(core.simulator.ledger()).toHaveLength(16);
  });

  it("compares all recipients if the plan is older than the fleet's history", async () => {
    await using core = await openCore();
    const campaignId = await planIds(core);
    await changeFleet(core);
    await core.app.stop();
    core.inDatabase((db) => db.exec("DELETE FROM fleet_history; DELETE FROM fleet_run WHERE snapshot = 1"));
    await core.restart();
    const { counts } = await core.client.planning.drift({ campaignId });
    expect(counts).toMatchObject({ missing: 1, deleted: 1, disabled: 1, "text-differs": 1 });
  });

  it("excludes no recipients while the campaign runs", async () => {
    await using core = await openCore();
    const campaignId = await planIds(core);
    await core.client.campaigns.start({ campaignId, rate: 1, concurrency: 1 });
    await expect(core.client.planning.dropDrifted({ campaignId, kinds: ["missing"] })).rejects.toMatchObject({
      code: "campaign-state",
    });
  });
});
