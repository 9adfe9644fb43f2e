import { expect, test } from "vitest";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const all = { scope: { of: "all" as const } };
const endpoints = { collection: "endpoint" as const };
const day = 86_400_000;

/** The newest contact of each endpoint, from the service itself. */
async function truthOf({ client }: Core): Promise<ReadonlyMap<string, { at: number; source: string }>> {
  const { items } = await client.events.livePage({ ...all, perPage: 1000, sort: "timestamp" });
  return new Map(
    items.flatMap(({ endpoint, type, at }) => {
      const source = type?.label.includes("PDP") ? "data" : type?.label.includes("ocation") ? "location" : undefined;
      return endpoint === undefined || source === undefined ? [] : [[endpoint.id, { at, source }] as const];
    }),
  );
}

async function idsOf({ client }: Core, filter: string): Promise<string[]> {
  const { items } = await client.fleet.list({ ...endpoints, filter, limit: 1000 });
  return items.map(({ id }) => id);
}

test("endpoints that the events prove seen or silent are found, and nothing is silent before all events are read", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 } });
  const { fleet, events } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  expect(await fleet.count({ ...endpoints, filter: "seen:>24h" })).toEqual({ total: 0, unknown: 60 });
  expect(await fleet.count({ ...endpoints, filter: "seen:<24h,status:enabled" })).toMatchObject({ total: 0 });
  expect(await idsOf(core, "seen:unknown")).toHaveLength(60);

  // Only the newest events: what they prove is known, the rest is not.
  await events.load({ ...all, limit: 10 });
  const some = await idsOf(core, "seen:<30d");
  expect(some.length).toBeGreaterThan(0);
  expect(await fleet.count({ ...endpoints, filter: "seen:>7d" })).toEqual({ total: 0, unknown: 60 - some.length });

  await events.load({ ...all, limit: 100_000 });
  const truth = await truthOf(core);
  const since = Date.now() - 7 * day;
  const seen = await idsOf(core, "seen:<7d");
  expect(new Set(seen)).toEqual(new Set([...truth].flatMap(([id, { at }]) => (at >= since ? [id] : []))));
  expect(seen.length).toBeGreaterThan(0);
  expect(await fleet.count({ ...endpoints, filter: "seen:>7d" })).toEqual({ total: 60 - seen.length, unknown: 0 });
  const silent = await idsOf(core, "seen:>7d");
  expect(new Set([...seen, ...silent]).size).toBe(60);
  // Combined with another condition, and of a list that the service stores for 30 days only.
  const enabled = await idsOf(core, "status:enabled");
  expect(await idsOf(core, "seen:>7d,status:enabled")).toEqual(enabled.filter((id) => silent.includes(id)));
  expect(await fleet.count({ ...endpoints, filter: "seen:>90d" })).toEqual({ total: 0, unknown: 60 - truth.size });

  const without = await idsOf(core, "seen:null");
  expect(new Set(without)).toEqual(new Set((await idsOf(core, "")).filter((id) => !truth.has(id))));
  expect(await fleet.count({ ...endpoints, filter: "seen:null" })).toEqual({ total: without.length });

  // The latest first, and those without a contact at the end; page by page, in either direction.
  const timeOf = (id: string): number => truth.get(id)?.at ?? 0;
  const latest: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await fleet.list({ ...endpoints, sort: "-seen", limit: 7, cursor });
    latest.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(latest).size).toBe(60);
  expect(latest.map(timeOf)).toEqual(latest.map(timeOf).toSorted((a, b) => b - a));
  const end = await fleet.list({ ...endpoints, sort: "-seen", limit: 20, fromEnd: true });
  expect(end.items.map(({ id }) => id)).toEqual(latest.slice(-20));
  const { items: silentFirst } = await fleet.list({ ...endpoints, filter: "seen:>7d", sort: "seen", limit: 1000 });
  expect(new Set(silentFirst.map(({ id }) => id))).toEqual(new Set(silent));

  const { items } = await fleet.list({ ...endpoints, limit: 1000 });
  for (const { id, record } of items) {
    const contact = truth.get(id);
    expect([id, record["last_seen"]]).toEqual([
      id,
      {
        ...(contact === undefined ? {} : { at: new Date(contact.at).toISOString(), source: contact.source }),
        state: contact !== undefined && contact.at >= Date.now() - day ? "seen" : "silent",
      },
    ]);
  }
});

test("the events of one endpoint decide only about this endpoint", async () => {
  await using core = await openCore({ simulator: { endpoints: 20 } });
  const { fleet, events } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  const truth = await truthOf(core);
  const [first = ""] = await idsOf(core, "");
  await events.load({ scope: { of: "endpoint", id: first }, limit: 1000 });
  const at = truth.get(first)?.at ?? 0;
  expect(await idsOf(core, at < Date.now() - 2 * day ? "seen:>2d" : "seen:<2d")).toContain(first);
  expect((await fleet.count({ ...endpoints, filter: "seen:>2d" })).unknown).toBeGreaterThan(10);
});

test("an event that is dated in the future is a contact of now", async () => {
  const clock = createSystemClock();
  const ahead = { ...clock, now: () => clock.now() + 400 * day };
  await using core = await openCore({ simulator: { endpoints: 20, clock: ahead } });
  const [event] = (await core.client.events.livePage({ ...all, perPage: 1000, sort: "-timestamp" })).items;
  expect(event?.at).toBeGreaterThan(Date.now() + day);
  await core.client.events.load({ ...all, limit: 1000 });
  const { items } = await core.client.fleet.list({ ...endpoints, limit: 1000 });
  const contacts = items.flatMap(({ record }) => (record["last_seen"] as { at: string } | undefined) ?? []);
  expect(contacts.length).toBeGreaterThan(0);
  expect(contacts.filter(({ at }) => Date.parse(at) > Date.now())).toEqual([]);
});

test("a delivered SMS is a contact", async () => {
  await using core = await openCore({
    simulator: {
      endpoints: 20,
      smsLife: { pendingMs: 1, bufferedMs: [1, 1], failedRate: 0, expiredRate: 0, asleepRate: 0 },
    },
  });
  const { fleet, sms } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  const [endpoint = ""] = await idsOf(core, "status:enabled");
  await sms.send({ endpoint, from: "4915112345", text: "STATUS?" });
  await expect
    .poll(async () => {
      await sms.list({ endpoint });
      return (await fleet.get({ ...endpoints, id: endpoint })).record["last_seen"];
    })
    .toMatchObject({ source: "sms", state: "seen" });
  expect(await idsOf(core, "seen:<1h")).toEqual([endpoint]);
  const { items } = await fleet.list({ ...endpoints, sort: "-seen" });
  expect([items[0]?.id, await fleet.count({ ...endpoints, filter: "seen:null" })]).toEqual([endpoint, { total: 19 }]);
});

test("the service is not asked by last contact", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  const { fleet } = core.client;
  await expect(fleet.listLive({ ...endpoints, filter: "seen:<24h" })).rejects.toMatchObject({ code: "filter-invalid" });
  await expect(fleet.listLive({ ...endpoints, sort: "seen" })).rejects.toMatchObject({ code: "sort-invalid" });
  await expect(fleet.list({ ...endpoints, filter: "seen:soon" })).rejects.toMatchObject({ code: "filter-invalid" });
});

test("an event in the list of an endpoint is its contact, also where its record names no endpoint", async () => {
  await using core = await openCore({ simulator: { endpoints: 3 } });
  await core.client.fleet.sync({ collections: ["endpoint"] });
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  const body = JSON.stringify([{ id: 1, timestamp, event_type: { id: 3, description: "Create PDP Context" } }]);
  core.setFaults({ kind: "answer-before", rate: 1, on: "endpoint.events", body });
  await core.client.events.load({ scope: { of: "endpoint", id: "70001" }, limit: 10 });
  expect(await idsOf(core, "seen:<24h")).toEqual(["70001"]);
});
