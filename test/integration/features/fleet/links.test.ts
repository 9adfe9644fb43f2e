/** The links of a record, in both directions, from the cache; and reading one record again. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { firstSimId } from "../../../../main/simulator/values.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { countRows, openCore, type Core } from "../../../make/core.ts";

const clock = createFakeClock();
const customer = "4242";
let core: Core;

async function sync(collections?: readonly Collection[]): Promise<void> {
  await clock.advance(1000);
  await core.client.fleet.sync(collections === undefined ? {} : { collections: [...collections] });
}

async function links(collection: Collection, id: string): Promise<Readonly<Record<string, RecordLink>>> {
  const { links: recordLinks } = await core.client.records.links({ collection, id });
  return Object.fromEntries(recordLinks.map((link) => [link.relation, link]));
}

const idsOf = (link: RecordLink | undefined): readonly string[] => (link?.items ?? []).map(({ id }) => id);
const simOf = (slot: number): string => String(firstSimId + slot);
const endpointOf = (slot: number): string => String(70_001 + slot);

beforeAll(async () => {
  core = await openCore({ simulator: { endpoints: 60, seed: 5 }, clock, sync: [] });
  await sync();
});

afterAll(() => core[Symbol.asyncDispose]());

test("an endpoint links to its SIM, its IMSIs and its organisation, and each of them back", async () => {
  const related = await links("endpoint", endpointOf(1));
  expect(idsOf(related["sim"])).toEqual([simOf(1)]);
  const [imsi] = idsOf(related["imsis"]);
  const [organisation] = idsOf(related["organisation"]);
  expect(related["organisation"]).toMatchObject({
    state: "reported",
    total: 1,
    note: codedText("link-note-through-sim"),
  });

  const sim = await links("sim", simOf(1));
  expect([idsOf(sim["endpoint"]), idsOf(sim["imsis"]), idsOf(sim["organisation"])]).toEqual([
    [endpointOf(1)],
    [imsi],
    [organisation],
  ]);
  const back = await links("imsi", imsi ?? "");
  expect([idsOf(back["sim"]), idsOf(back["endpoint"]), idsOf(back["organisation"])]).toEqual([
    [simOf(1)],
    [endpointOf(1)],
    [organisation],
  ]);
});

test("every link contains its records, not only their ids", async () => {
  const { sim, imsis, organisation } = await links("endpoint", endpointOf(2));
  for (const link of [sim, imsis, organisation]) expect(link?.items[0]?.name).toMatch(/./);
});

test("an organisation counts its users, SIMs and endpoints, and the list with that filter has as many rows", async () => {
  const organisation = idsOf((await links("endpoint", endpointOf(1)))["organisation"])[0] ?? "";
  const related = await links("organisation", organisation);
  for (const relation of ["users", "sims"]) {
    const { total, list, cache } = related[relation] ?? {};
    const { total: listed } = await core.client.fleet.count({
      collection: list?.collection ?? "imsi",
      filter: list?.filter ?? "",
    });
    expect([relation, total, cache?.state]).toEqual([relation, listed, "complete"]);
    expect(listed).toBeGreaterThan(5);
  }
  const assigned = await core.client.fleet.listLive({ collection: "endpoint", filter: "", sort: "", limit: 1000 });
  const withSim = assigned.items.filter(({ record }) => record["sim"] !== undefined);
  expect(related["endpoints"]).toMatchObject({ total: withSim.length, list: { collection: "sim" } });
  expect(idsOf(related["endpoints"])).toHaveLength(5);
  expect(related["issued-sims"]).toBeUndefined();
});

test("a user links to the organisation and to the other users", async () => {
  const related = await links("user", "6002");
  expect(idsOf(related["organisation"])).toHaveLength(1);
  expect(related["users"]).toMatchObject({ total: 25, list: { collection: "user" } });
});

test("counts the endpoints with the same profiles", async () => {
  const { service_profile: profile } = await links("endpoint", endpointOf(1));
  expect(profile).toMatchObject({ collection: "endpoint", state: "reported", note: { code: "link-note-profile" } });
  expect(profile?.list?.filter).toMatch(/^service_profile:\d+$/);
});

test("a SIM in stock has no endpoint, and a SIM without a reported customer has an unknown organisation", async () => {
  const { items } = await core.client.fleet.list({
    collection: "sim",
    filter: "endpoint:null",
    sort: "",
    limit: 1,
    skip: 0,
    fromEnd: false,
  });
  const related = await links("sim", items[0]?.id ?? "");
  expect(related["endpoint"]).toMatchObject({ state: "reported", total: 0 });
  expect(related["organisation"]).toMatchObject({ state: "not-reported", items: [] });
  expect(related["organisation"]?.total).toBeUndefined();
});

test("a SIM with two IMSIs links to both, whichever of the records names the other", async () => {
  const second = idsOf((await links("sim", simOf(8)))["imsis"])[0] ?? "";
  await core.mutate({ collection: "imsi", change: [{ id: Number(second), set: { sim: { id: firstSimId + 7 } } }] });
  await sync(["imsi"]);
  const related = await links("sim", simOf(7));
  expect(related["imsis"]?.total).toBe(2);
  expect(idsOf(related["imsis"])).toContain(second);
});

test("tariff plans are not loaded before a request; afterwards the organisation's, with their SIMs and endpoints", async () => {
  const organisation = idsOf((await links("endpoint", endpointOf(1)))["organisation"])[0] ?? "";
  const before = (await links("organisation", organisation))["tariff-plans"];
  expect([before?.state, before?.total]).toEqual(["never-read", undefined]);
  expect(await core.client.records.readTariffPlans({ organisation })).toEqual({
    requested: 1,
    left: 0,
    plans: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]),
  });
  const plans = (await links("organisation", organisation))["tariff-plans"];
  expect(plans).toMatchObject({ state: "reported", total: 1, readAt: clock.now() });
  const back = await links("tariff_plan", idsOf(plans)[0] ?? "");
  expect(idsOf(back["organisations"])).toEqual([organisation]);
  const { sims, endpoints } = await links("organisation", organisation);
  expect([back["sims"]?.total, back["endpoints"]?.total]).toEqual([sims?.total, endpoints?.total]);
  expect(idsOf((await links("sim", simOf(1)))["tariff-plans"])).toEqual(idsOf(plans));
});

test("a plan that is not known for any organisation reports the number of loaded organisations", async () => {
  const other = (await links("tariff_plan", "312"))["organisations"];
  expect(other).toMatchObject({
    state: "reported",
    items: [],
    note: codedText("link-note-plans-loaded", { count: 1 }),
  });
  const { requested, left } = await core.client.records.readTariffPlans({});
  expect([requested, left]).toEqual([40, 0]);
  const related = await links("tariff_plan", "312");
  expect(related["organisations"]?.note).toEqual(codedText("link-note-plans-loaded", { count: 40 }));
  expect(related["organisations"]?.total).toBeGreaterThan(1);
  expect(related["sims"]?.list).toBeUndefined();
});

test("a record that was read again takes precedence until a later sync has read it", async () => {
  const id = endpointOf(3);
  await core.mutate({ collection: "endpoint", change: [{ id: Number(id), set: { name: "renamed" } }] });
  await clock.advance(1000);
  const { record, asOf } = await core.client.records.readAgain({ collection: "endpoint", id });
  expect(record?.["name"]).toBe("renamed");
  expect(await core.client.fleet.get({ collection: "endpoint", id })).toMatchObject({
    record: { name: "renamed" },
    readAt: asOf,
    firstSeen: expect.any(Number),
  });
  await sync(["endpoint"]);
  const synced = await core.client.fleet.get({ collection: "endpoint", id });
  expect([synced.record["name"], synced.readAt]).toEqual(["renamed", undefined]);
});

/** Begins a sync whose list is read by the service at once ("slow") or at the end ("late") of two seconds. */
async function beginSync(kind: "slow" | "late"): Promise<{ readonly syncing: Promise<void> }> {
  const before = await core.requests("endpoint.list");
  core.setFaults({ kind, rate: 1, delayMs: 2000, on: "endpoint.list" });
  const syncing = sync(["endpoint"]);
  await expect.poll(() => core.requests("endpoint.list")).toBeGreaterThan(before);
  core.setFaults();
  return { syncing };
}

test("a record that was read again during a sync takes precedence over the list that was read before", async () => {
  const id = endpointOf(4);
  const { syncing } = await beginSync("slow");
  await core.mutate({ collection: "endpoint", change: [{ id: Number(id), set: { name: "renamed" } }] });
  await clock.advance(1000);
  const { asOf } = await core.client.records.readAgain({ collection: "endpoint", id });
  await clock.advance(1000);
  await syncing;
  expect(await core.client.fleet.get({ collection: "endpoint", id })).toMatchObject({
    record: { name: "renamed" },
    readAt: asOf,
  });
});

test("a record that was read again during a sync and changed before the list was read comes from the list", async () => {
  const id = endpointOf(5);
  const { syncing } = await beginSync("late");
  await clock.advance(1000);
  await core.client.records.readAgain({ collection: "endpoint", id });
  await core.mutate({ collection: "endpoint", change: [{ id: Number(id), set: { name: "renamed" } }] });
  await clock.advance(1000);
  await syncing;
  const synced = await core.client.fleet.get({ collection: "endpoint", id });
  expect([synced.record["name"], synced.readAt]).toEqual(["renamed", undefined]);
});

test("a record that the service no longer has stays in the cache, and one that only the service has can be read offline", async () => {
  const deletedId = endpointOf(10);
  await core.mutate({ collection: "endpoint", delete: [Number(deletedId)], add: 1 });
  await clock.advance(1000);
  const answer = await core.client.records.readAgain({ collection: "endpoint", id: deletedId });
  expect(answer.record).toBeUndefined();
  expect((await core.client.fleet.get({ collection: "endpoint", id: deletedId })).readAt).toBeUndefined();

  const added = endpointOf(60);
  const query = { collection: "endpoint", id: added } as const;
  await expect(core.client.fleet.get(query)).rejects.toMatchObject({ code: "not-in-cache" });
  await core.client.records.readAgain(query);
  const cached = await core.client.fleet.get(query);
  expect([cached.id, cached.firstSeen, cached.readAt]).toEqual([added, undefined, clock.now()]);
  // A later sync without the record takes precedence.
  await core.mutate({ collection: "endpoint", delete: [Number(added)] });
  await sync(["endpoint"]);
  await expect(core.client.fleet.get(query)).rejects.toMatchObject({ code: "not-in-cache" });
});

test("shows a customer that the cache does not have by its name in the SIM record", async () => {
  const customerOrg = { id: Number(customer), name: "Somebody else" };
  await core.mutate({ collection: "sim", change: [{ id: Number(simOf(20)), set: { customer_org: customerOrg } }] });
  await sync(["sim"]);
  const { organisation } = await links("sim", simOf(20));
  expect(organisation?.items).toEqual([{ id: customer, name: "Somebody else" }]);
});

test("combines lists of different times that disagree about the SIM of an endpoint", async () => {
  const [endpoint, sim] = [endpointOf(30), simOf(30)];
  await core.mutate({ collection: "endpoint", change: [{ id: Number(endpoint), unset: ["sim"] }] });
  // Only one of the two lists is read again.
  await sync(["endpoint"]);
  expect(idsOf((await links("endpoint", endpoint))["sim"])).toEqual([sim]);
  await core.mutate({
    collection: "endpoint",
    change: [{ id: Number(endpoint), set: { sim: { id: Number(simOf(31)), iccid: "8988303000000099999" } } }],
  });
  await sync(["endpoint"]);
  expect(idsOf((await links("endpoint", endpoint))["sim"])).toEqual([simOf(31), sim]);
});

test("an IMSI whose record names no SIM has none only if the SIMs were read", async () => {
  const imsi = idsOf((await links("sim", simOf(9)))["imsis"])[0] ?? "";
  await core.mutate({ collection: "imsi", change: [{ id: Number(imsi), unset: ["sim"] }] });
  await using other = await openCore({ simulator: core.simulator, clock, sync: [] });
  const simLink = async (): Promise<RecordLink | undefined> =>
    (await other.client.records.links({ collection: "imsi", id: imsi })).links[0];
  await other.client.fleet.sync({ collections: ["imsi"] });
  expect(await simLink()).toMatchObject({ relation: "sim", state: "never-read", items: [] });
  await other.client.fleet.sync({ collections: ["sim"] });
  expect(await simLink()).toMatchObject({ relation: "sim", state: "reported", items: [{ id: simOf(9) }] });
});

test("deleting a connection removes its cached records", async () => {
  await core.client.records.readAgain({ collection: "user", id: "6003" });
  const tables = ["fleet_reading", "fleet_plan_reading"];
  expect(tables.map((table) => countRows(core, table))).not.toContain(0);
  await core.client.connections.delete({ connection: "practice" });
  expect(tables.map((table) => countRows(core, table))).toEqual([0, 0]);
});
