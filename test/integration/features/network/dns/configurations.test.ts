/** DNS configurations against the simulator: cached, created, found after lost responses, rejected deletions explained. */
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { joinTexts } from "#shared/texts/join-texts.ts";
import { openCore } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";
import { createFastClock } from "../../../../fakes/fast-clock.ts";

const addresses = { primary: "8.8.8.8", secondary: "8.8.4.4" };

test("caches the list with its time, for reading without a network", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  expect(await client.dns.list({})).toMatchObject({ state: "never", items: [] });
  const read = await client.dns.refresh({});
  expect(read).toMatchObject({
    state: "read",
    items: [
      { id: "3", primary: "9.9.9.9", secondary: "149.112.112.112", version: 4, users: [] },
      { id: "4", primary: "1.1.1.1", secondary: "1.0.0.1", version: 4, users: [] },
    ],
  });
  core.setFaults({ kind: "reset-before", rate: 1 });
  await expect(client.dns.refresh({})).rejects.toMatchObject({ code: "connection-lost" });
  expect(await client.dns.list({})).toEqual(read);
});

test.each([404, 405])("reports that there is no such list (%i), and creating still works", async (status) => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "refuse", rate: 1, status, on: "dns.list" });
  const { client } = core;
  expect(await client.dns.refresh({})).toMatchObject({ state: "not-offered", items: [] });
  expect(await client.dns.create(addresses)).toMatchObject({ outcome: "created", id: "5" });
});

test("without a list, configurations that were created here or are used by profiles are the register, until deleted", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "dns.list" });
  const { client } = core;
  await client.dns.create(addresses);
  await client.dns.attach({ profile: "902", dns: "4" });
  const { state, items } = await client.dns.refresh({});
  expect({ state, items }).toMatchObject({
    state: "not-offered",
    items: [
      { id: "4", users: [{ id: "902" }] },
      { id: "5", ...addresses, users: [] },
    ],
  });
  expect(await client.dns.check(addresses)).toMatchObject({ same: ["5"] });
  expect(await client.dns.create(addresses)).toMatchObject({ outcome: "exists", id: "5" });
  expect(await core.requests("dns.create")).toBe(1);
  expect(await client.dns.attach({ profile: "902", dns: "5" })).toMatchObject({ outcome: "done" });
  expect(await client.dns.detach({ profile: "902" })).toMatchObject({ outcome: "done" });
  expect(await client.dns.remove({ dns: "5" })).toMatchObject({ outcome: "deleted" });
  expect((await client.dns.list({})).items).toEqual([]);
});

test("an invalid address names its field and nothing is sent", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  const wrong = { primary: "8.8.8.8", secondary: "8.8.4" };
  for (const attempt of [client.dns.check(wrong), client.dns.create(wrong)]) {
    await expect(attempt).rejects.toMatchObject({ code: "invalid-input", details: { field: "secondary" } });
  }
  expect([await core.requests("dns.list"), await core.requests("dns.create")]).toEqual([0, 0]);
});

test("a second click returns what the first one creates", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  const both = await Promise.all([client.dns.create(addresses), client.dns.create(addresses)]);
  expect(both).toMatchObject([
    { outcome: "created", id: "5" },
    { outcome: "exists", id: "5" },
  ]);
  expect(await core.requests("dns.create")).toBe(1);
});

test("creates a configuration, reports it, and does not create it a second time", async () => {
  await using core = await openCore(networkOptions);
  const { client, app } = core;
  const notifications: unknown[] = [];
  app.on("dns.changed", (payload) => notifications.push(payload));
  const created = await client.dns.create({ ...addresses, secondary: "10.0.0.53" });
  expect(created).toMatchObject({ outcome: "created", id: "5", warnings: [{ field: "secondary", code: "private" }] });
  expect(notifications).toContainEqual({ connection: "practice" });
  const again = { primary: "8.8.8.8 ", secondary: "10.0.0.53" };
  expect(await client.dns.check(again)).toMatchObject({ same: ["5"] });
  expect(await client.dns.create(again)).toMatchObject({ outcome: "exists", id: "5" });
  expect(await core.requests("dns.create")).toBe(1);
  expect(await client.dns.create({ ...again, allowSame: true })).toMatchObject({ outcome: "created", id: "6" });
});

test("finds a creation with a lost response by reading, and sends once", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "reset-after", rate: 1, on: "dns.create" });
  expect(await core.client.dns.create(addresses)).toMatchObject({
    outcome: "created",
    id: "5",
    message: codedText("dns-created-recovered", { dns: "5" }),
  });
  expect(await core.requests("dns.create")).toBe(1);
  expect(await core.client.dns.list({})).toMatchObject({ unresolved: [], items: [{}, {}, { id: "5" }] });
});

test("a lost creation that cannot be looked up is unknown until the list is read and contains it", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "dns.create" },
    { kind: "slow", rate: 1, on: "dns.list", attempts: 1, delayMs: 0 },
    { kind: "error-before", rate: 1, on: "dns.list" },
  );
  const answer = await client.dns.create(addresses);
  expect(answer).toMatchObject({ outcome: "unknown", message: { code: "dns-create-unknown", params: { change: 1 } } });
  expect((await client.dns.list({})).unresolved).toMatchObject([{ kind: "create", ...addresses }]);
  core.setFaults();
  expect(await client.dns.refresh({})).toMatchObject({ unresolved: [], items: [{}, {}, { id: "5" }] });
});

test("a lost creation that no list contains is not applied after two minutes, not before", async () => {
  const clock = createFastClock(1);
  await using core = await openCore({ ...networkOptions, simulator: { endpoints: 3 }, clock });
  const { client } = core;
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.create" });
  expect(await client.dns.create(addresses)).toMatchObject({ outcome: "unknown" });
  expect((await client.dns.refresh({})).unresolved).toHaveLength(1);
  clock.pass(121_000);
  expect((await client.dns.refresh({})).unresolved).toEqual([]);
});

test("a creation that was proven not sent is a plain failure", async () => {
  await using core = await openCore(networkOptions);
  await core.closeService();
  await expect(core.client.dns.create(addresses)).rejects.toMatchObject({
    code: expect.stringMatching(/connection/) as string,
  });
  expect((await core.client.dns.list({})).unresolved).toEqual([]);
});

test("a rejected creation returns the service's message and leaves nothing behind", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "refuse", rate: 1, status: 422, on: "dns.create" });
  await expect(core.client.dns.create(addresses)).rejects.toMatchObject({ details: { status: 422 } });
  expect((await core.client.dns.list({})).unresolved).toEqual([]);
});

test("deleting a configuration in use is rejected with its known users", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  await client.fleet.sync({ collections: ["endpoint"] });
  await client.profiles.refresh({});
  await client.dns.refresh({});
  const withoutUsers = await client.dns.remove({ dns: "3" });
  expect(withoutUsers).toMatchObject({
    outcome: "in-use",
    impact: { profiles: [], unknownProfiles: 4, hasAllProfiles: true },
  });
  expect(formatText(withoutUsers.message)).toContain(formatText(codedText("dns-users-unknown")));
  await client.dns.attach({ profile: "902", dns: "4" });
  const rejected = await client.dns.remove({ dns: "4" });
  expect(rejected).toMatchObject({
    outcome: "in-use",
    impact: {
      profiles: [
        { id: "902", name: "Meters", use: { source: "this-computer" }, endpoints: { exactness: "exact", count: 8 } },
      ],
      unknownProfiles: 3,
    },
  });
  expect(rejected.message).toEqual(
    joinTexts(
      codedText("service-refused-reason", {
        status: 409,
        reason: "The DNS configuration is used by a service profile.",
      }),
      codedText("dns-users", { count: 1, profiles: '"Meters" (902)' }),
      codedText("other-profiles-unknown", { count: 3 }),
    ),
  );
  await client.dns.detach({ profile: "902" });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "deleted" });
  expect((await client.dns.list({})).items.map(({ id }) => id)).toEqual(["3"]);
  await expect(client.dns.remove({ dns: "4" })).rejects.toMatchObject({ code: "dns-unknown" });
});

test("resolves a deletion with a lost response by reading", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  core.setFaults({ kind: "reset-after", rate: 1, on: "dns.delete" });
  const deleted = await client.dns.remove({ dns: "4" });
  expect(deleted).toEqual({ outcome: "deleted", message: codedText("dns-deleted-recovered", { dns: "4" }) });
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.delete" });
  const unknown = await client.dns.remove({ dns: "3" });
  expect(unknown).toMatchObject({ outcome: "unknown", message: { code: "dns-delete-unknown-listed" } });
  expect((await client.dns.list({})).unresolved).toMatchObject([{ kind: "delete", dns: "3" }]);
});

test("nothing remains of the configurations and profiles of a deleted connection", async () => {
  await using core = await openCore(networkOptions);
  const { client } = core;
  await client.dns.refresh({});
  await client.profiles.refresh({});
  await client.dns.recordAssignment({ profile: "901", dns: "3" });
  await core.connect("other");
  await client.connections.delete({ connection: "practice" });
  await core.connect("practice");
  expect(await client.dns.list({})).toMatchObject({ state: "never", items: [], unknownProfiles: 0 });
  expect(await client.dns.changes({})).toEqual({ changes: [] });
  expect(await client.profiles.list({})).toMatchObject({ list: { state: "never" }, items: [] });
});

test("does not repeat a request with an unknown outcome unless an operator confirms", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.create" });
  const { client } = core;
  expect(await client.dns.create(addresses)).toMatchObject({ outcome: "unknown" });
  core.setFaults();
  const again = await client.dns.create(addresses);
  expect(again).toMatchObject({ outcome: "unsettled", message: codedText("dns-unconfirmed", { change: 1 }) });
  const { items } = await client.dns.refresh({});
  expect(items.filter(({ primary }) => primary === addresses.primary)).toEqual([]);
  expect(await client.dns.create({ ...addresses, allowSame: true })).toMatchObject({ outcome: "created" });
});
