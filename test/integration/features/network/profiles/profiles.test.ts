/** Service profiles against the simulator: from three sources, created, found after lost responses, their callback and users. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore(networkOptions);
const absent = { kind: "refuse", rate: 1, status: 405, on: ["profile.list", "profile.get"] } as const;

test("profiles are not loaded at first; after a sync they come from the endpoints; then from the service", async () => {
  await using core = await open();
  const { client } = core;
  expect(await client.profiles.list({})).toMatchObject({
    list: { state: "never" },
    cache: { state: "never" },
    items: [],
  });
  await client.fleet.sync({ collections: ["endpoint"] });
  expect((await client.profiles.list({})).items.map(({ id, name, sources }) => [id, name, sources[0]?.from])).toEqual([
    ["902", "Meters", "endpoints"],
    ["901", "Trackers", "endpoints"],
    ["903", "Vending", "endpoints"],
  ]);
  const read = await client.profiles.refresh({});
  expect(read.list.state).toBe("read");
  expect(read.items.find(({ id }) => id === "904")).toMatchObject({
    name: "Metered SMS",
    sources: [{ from: "service" }],
    endpoints: { exactness: "exact", count: 0 },
    usedCount: { count: 0 },
    switches: { apply_sms_quota: true, retail: false },
    dns: { assignment: { state: "unknown" } },
    callback: { assignment: { state: "unknown" } },
  });
  await core.simulator.close();
  await expect(client.profiles.refresh({})).rejects.toMatchObject({ details: { kind: "offline" } });
  expect(await client.profiles.list({})).toEqual(read);
});

test("reports that the service has no list, and takes profiles from endpoints and this computer", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults(absent);
  await client.fleet.sync({ collections: ["endpoint"] });
  expect(await client.profiles.refresh({})).toMatchObject({ list: { state: "not-offered" } });
  expect(await client.profiles.create({ name: "Alarms", dns: "4" })).toMatchObject({ outcome: "created", id: "905" });
  const { items } = await client.profiles.list({});
  expect(items.map(({ id, sources }) => [id, sources.map(({ from }) => from)])).toEqual([
    ["905", ["this-computer"]],
    ["902", ["endpoints"]],
    ["901", ["endpoints"]],
    ["903", ["endpoints"]],
  ]);
  expect(items[0]).toMatchObject({
    name: "Alarms",
    dns: { assignment: { state: "uses", dns: "4" }, source: "this-computer" },
    callback: { assignment: { state: "none" }, source: "this-computer" },
  });
  expect(await client.profiles.read({ profile: "901" })).toMatchObject({
    profile: { name: "Trackers" },
    detail: { state: "not-offered" },
  });
});

test("caches a detail as the service returned it, with the callback it names", async () => {
  await using core = await open();
  const { client } = core;
  await expect(client.profiles.get({ profile: "901" })).rejects.toMatchObject({ code: "profile-unknown" });
  const read = await client.profiles.read({ profile: "901" });
  expect(read).toMatchObject({
    detail: { state: "read" },
    record: { id: 901, breakout_region: { name: "eu-west-1" } },
    profile: {
      callback: {
        assignment: { state: "uses", callback: "21", url: "https://fleet.example.com/sms" },
        source: "service",
      },
    },
  });
  await core.simulator.close();
  expect(await client.profiles.get({ profile: "901" })).toEqual(read);
  await expect(client.profiles.read({ profile: "901" })).rejects.toMatchObject({ details: { kind: "offline" } });
});

test("reports a profile that the service does not have", async () => {
  await using core = await open();
  await expect(core.client.profiles.read({ profile: "4711" })).rejects.toMatchObject({ code: "profile-unknown" });
  await expect(core.client.profiles.setCallback({ profile: "4711", callback: "21" })).rejects.toMatchObject({
    code: "profile-unknown",
  });
});

test("reports the usage of a profile: counts from the cache, and a filter that matches exactly those", async () => {
  await using core = await open();
  const { client } = core;
  expect(await client.profiles.users({ profile: "902" })).toMatchObject({
    endpoints: { exactness: "unknown" },
    byStatus: [],
  });
  await client.fleet.sync({ collections: ["endpoint"] });
  const users = await client.profiles.users({ profile: "902" });
  expect(users).toMatchObject({ endpoints: { exactness: "exact", count: 8 }, cache: { state: "complete" } });
  expect(users.byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(8);
  expect(await client.fleet.count({ collection: "endpoint", filter: users.filter })).toEqual({ total: 8 });
});

test("names every invalid field of a new profile, and sends nothing", async () => {
  await using core = await open();
  const { client } = core;
  const wrong = [
    [{ name: " " }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ name: "a", description: "x".repeat(1001) }, "description"],
    [{ name: "a", dns: "four" }, "dns"],
    [{ name: "a", dns: "-1" }, "dns"],
    [{ name: "a", callback: "2.5" }, "callback"],
  ] as const;
  for (const [draft, field] of wrong) {
    const failure = { code: "invalid-input", details: { field } };
    await expect(client.profiles.check(draft)).rejects.toMatchObject(failure);
    await expect(client.profiles.create(draft)).rejects.toMatchObject(failure);
  }
  await expect(client.profiles.setCallback({ profile: "901", callback: "x" })).rejects.toMatchObject({
    code: "invalid-input",
    details: { field: "callback" },
  });
  expect(await core.requests("profile.create")).toBe(0);
});

test("creates a profile with its features, configuration and callback, and warns of a duplicate name", async () => {
  await using core = await open();
  const { client, app } = core;
  const notifications: unknown[] = [];
  app.on("profiles.changed", (payload) => notifications.push(payload));
  const draft = {
    name: " Alarms ",
    description: "Night",
    dns: "4",
    callback: "21",
    switches: { apply_sms_quota: true },
  };
  expect(await client.profiles.create(draft)).toMatchObject({ outcome: "created", id: "905", warnings: [] });
  expect(notifications).toContainEqual({ connection: "practice" });
  expect(await client.profiles.read({ profile: "905" })).toMatchObject({
    record: { name: "Alarms", description: "Night", apply_sms_quota: true, api_callback: { id: 21 } },
    profile: { dns: { assignment: { state: "uses", dns: "4" } } },
  });
  // Checked at the service: the configuration is in use.
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({
    outcome: "in-use",
    impact: { profiles: [{ id: "905" }] },
  });
  expect(await client.profiles.check({ name: "Alarms" })).toMatchObject({
    same: ["905"],
    warnings: [{ field: "name" }],
  });
});

test("a duplicate name needs a confirmation, also when both are sent at the same time", async () => {
  await using core = await open();
  const { client } = core;
  const both = await Promise.all([
    client.profiles.create({ name: "Alarms" }),
    client.profiles.create({ name: " Alarms", description: "another" }),
  ]);
  expect(both).toMatchObject([
    { outcome: "created", id: "905", warnings: [] },
    { outcome: "exists", id: "905", warnings: [{ field: "name", code: "name-there" }] },
  ]);
  expect(both[1].message).toEqual(codedText("profile-exists", { name: "Alarms", ids: "905" }));
  expect(await core.requests("profile.create")).toBe(1);
  expect(await client.profiles.create({ name: "Alarms", allowSame: true })).toMatchObject({
    outcome: "created",
    id: "906",
  });
});

test("where there is no list, a name that was sent or created here before needs a confirmation too", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.create", attempts: 1 }, absent);
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "unknown" });
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "unsettled" });
  expect(await core.requests("profile.create")).toBe(1);
  expect(await client.profiles.create({ name: "Neu", allowSame: true })).toMatchObject({ outcome: "created" });
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "exists" });
  expect(await core.requests("profile.create")).toBe(2);
});

test("finds a creation with a lost response by reading, and sends once", async () => {
  await using core = await open();
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.create" });
  expect(await core.client.profiles.create({ name: "Alarms", dns: "4" })).toMatchObject({
    outcome: "created",
    id: "905",
  });
  expect(await core.requests("profile.create")).toBe(1);
  const { items, unresolved } = await core.client.profiles.list({});
  expect(unresolved).toEqual([]);
  expect(items.find(({ id }) => id === "905")).toMatchObject({ dns: { assignment: { state: "uses", dns: "4" } } });
});

test("a lost creation where there is no list stays unknown, and is listed as unresolved", async () => {
  await using core = await open();
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.create" }, absent);
  const answer = await core.client.profiles.create({ name: "Alarms" });
  expect(answer).toMatchObject({ outcome: "unknown", message: { code: "profile-create-unknown-no-list" } });
  expect(await core.client.profiles.list({})).toMatchObject({ items: [], unresolved: [{ name: "Alarms" }] });
});

test("a rejected creation returns the service's message and leaves nothing behind", async () => {
  await using core = await open();
  await expect(core.client.profiles.create({ name: "Alarms", dns: "77" })).rejects.toMatchObject({
    details: { status: 422 },
  });
  expect((await core.client.profiles.list({})).unresolved).toEqual([]);
});

test("sets the callback, does not send an identical one, and removes it", async () => {
  await using core = await open();
  const { client } = core;
  expect(await client.profiles.setCallback({ profile: "902", callback: "21" })).toMatchObject({
    outcome: "set",
    before: { state: "unknown" },
    use: { assignment: { state: "uses", callback: "21" }, source: "this-computer" },
  });
  expect(await client.profiles.setCallback({ profile: "902", callback: "21" })).toMatchObject({ outcome: "unchanged" });
  expect(await client.profiles.setCallback({ profile: "902" })).toMatchObject({
    outcome: "set",
    before: { state: "uses", callback: "21" },
    use: { assignment: { state: "none" } },
  });
  expect(await core.requests("profile.update")).toBe(2);
  expect((await client.profiles.read({ profile: "902" })).record).not.toHaveProperty("api_callback");
});

test("resolves a callback with a lost response by reading, also a removed one", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  expect(await client.profiles.setCallback({ profile: "902", callback: "21" })).toMatchObject({ outcome: "set" });
  expect(await client.profiles.setCallback({ profile: "902" })).toMatchObject({
    outcome: "set",
    use: { assignment: { state: "none" } },
  });
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.update" });
  const lost = await client.profiles.setCallback({ profile: "902", callback: "21" });
  expect(lost).toMatchObject({
    outcome: "unknown",
    before: { state: "none" },
    use: { assignment: { state: "unknown" } },
  });
  expect(await core.requests("profile.update")).toBe(3);
});

test("does not repeat a profile with an unknown outcome", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.create" });
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({ outcome: "unknown" });
  core.setFaults();
  expect(await client.profiles.create({ name: "Neu" })).toMatchObject({
    outcome: "unsettled",
    message: codedText("profile-unconfirmed", { name: "Neu", change: 1 }),
  });
  expect(await core.requests("profile.create")).toBe(1);
});
