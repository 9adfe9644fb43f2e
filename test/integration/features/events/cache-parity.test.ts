import { expect, test } from "vitest";
import { openCore } from "../../../make/core.ts";

const all = { scope: { of: "all" as const } };

test("the cache answers every filter of the table as the service does", async () => {
  await using core = await openCore();
  const { events } = core.client;
  await events.load({ ...all, limit: 100_000 });
  const { items } = await events.list({ ...all, limit: 1000 });
  const one = items.find(({ sim, endpoint }) => sim !== undefined && endpoint?.name !== undefined);
  const person = items.find(({ user }) => user !== undefined);
  const { record } = await events.get({ key: one?.key ?? "" });
  const endpoint = record["endpoint"] as Readonly<Record<string, string>>;
  const filters = [
    "",
    `id:${one?.id}`,
    "severity:0",
    "severity:2",
    "type:1|2",
    "type:1|2,severity:0",
    "source:0",
    "alert:true",
    "alert:false",
    "description:location",
    "description:new loc*",
    "description:nothing like it",
    `endpoint:${one?.endpoint?.id}`,
    `endpoint:${one?.endpoint?.name}`,
    `endpoint:${one?.endpoint?.id}|70002`,
    `tags:${endpoint["tags"]?.split(",")[0]}`,
    `ip_address:${endpoint["ip_address"]}`,
    `imei:${endpoint["imei"]}`,
    `iccid:${one?.sim?.name}`,
    `imsi:${one?.imsi}`,
    `organisation:${one?.organisation?.id}`,
    `user:${person?.user?.id}`,
    `user:${person?.user?.name}`,
    "from:2001-01-01T00:00:00Z,until:2001-01-02T00:00:00Z",
    `from:${new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 19)}Z,until:2099-01-01T00:00:00Z`,
  ];
  const counts: number[] = [];
  for (const filter of filters) {
    const live = await events.livePage({ ...all, filter, sort: "-timestamp,-id", perPage: 1000 });
    const cached = await events.list({ ...all, filter, limit: 1000, from: 0 });
    expect([filter, cached.items.map(({ id }) => id)]).toEqual([filter, live.items.map(({ id }) => id)]);
    counts.push(cached.items.length);
  }
  // Not all of them empty: the comparison would prove nothing.
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(filters.length - 4);
});

test("the cache rejects fields that records do not contain, and names the field", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  for (const field of ["network", "rat", "country"]) {
    await expect(core.client.events.list({ ...all, filter: `${field}:x` })).rejects.toMatchObject({
      code: "filter-not-kept",
      details: { field },
    });
  }
});

test("ids beyond the range of a number are unchanged", async () => {
  await using core = await openCore({ simulator: { endpoints: 5, oddities: { bigEventIds: true } } });
  const { events } = core.client;
  await events.load(all);
  const { items } = await events.list({ ...all, order: "oldest", from: 0, limit: 2 });
  expect(items.map(({ id }) => id)).toEqual(["9007199258740994", "9007199258740995"]);
});
