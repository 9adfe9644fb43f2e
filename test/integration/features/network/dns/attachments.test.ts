/** Which configuration a profile uses: attached, detached, reported, lost, undone. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Clock } from "../../../../../main/core/hosts.ts";
import { startReportingService, type ReportingService } from "../../../../fakes/reporting-service.ts";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore(networkOptions);

/** The same with a service that reports in its details what a profile uses. */
const openReporting = (): Promise<Core<Clock, ReportingService>> =>
  openCore({ ...networkOptions, proxy: startReportingService });

/** As another client. */
async function deleteProfile(core: Core, id: string): Promise<void> {
  const { status } = await core.fetch(`/api/v1/service_profile/${id}`, "DELETE");
  expect(status).toBe(204);
}

test("attaching reports the endpoint count, is recorded locally, and is shown in the list", async () => {
  await using core = await open();
  const { client } = core;
  await client.fleet.sync({ collections: ["endpoint"] });
  await client.dns.refresh({});
  const impact = await client.dns.impact({ action: "attach", profile: "902" });
  expect(impact).toMatchObject({
    profiles: [{ id: "902", name: "Meters", use: { assignment: { state: "unknown" } } }],
    endpoints: { exactness: "exact", count: 8 },
    cache: { state: "complete", unique: 30 },
  });
  expect(impact.note).toEqual(codedText("profile-impact-note"));
  expect(await client.dns.attach({ profile: "902", dns: "4" })).toMatchObject({
    outcome: "done",
    use: { assignment: { state: "uses", dns: "4" }, source: "this-computer" },
    change: { kind: "attached", before: { state: "unknown" }, state: "done", undoable: false },
  });
  expect((await client.dns.list({})).items).toMatchObject([
    { id: "3", users: [] },
    { id: "4", users: [{ id: "902" }] },
  ]);
  expect((await client.profiles.list({})).items.find(({ id }) => id === "902")).toMatchObject({
    dns: { assignment: { state: "uses", dns: "4" }, source: "this-computer" },
  });
});

test("an undo restores the previous configuration, once", async () => {
  await using core = await open();
  const { client } = core;
  await client.dns.recordAssignment({ profile: "901", dns: "3" });
  const attached = await client.dns.attach({ profile: "901", dns: "4" });
  expect(attached.change).toMatchObject({ before: { state: "uses", dns: "3" }, undoable: true });
  const back = await client.dns.undo({ profile: "901", change: attached.change?.change });
  expect(back).toMatchObject({
    outcome: "done",
    use: { assignment: { state: "uses", dns: "3" } },
    change: { kind: "undone", undoOf: attached.change?.change },
  });
  // Checked at the service: a configuration in use cannot be deleted, others can.
  expect(await client.dns.remove({ dns: "3" })).toMatchObject({ outcome: "in-use" });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "deleted" });
  await expect(client.dns.undo({ profile: "901" })).rejects.toMatchObject({ code: "nothing-to-undo" });
  const { changes } = await client.dns.changes({ profile: "901" });
  expect(changes.map(({ kind, undoable }) => [kind, undoable])).toEqual([
    ["undone", false],
    ["attached", false],
    ["recorded", false],
  ]);
  expect(changes[1]).toMatchObject({ undoneBy: back.change?.change });
});

test("an unknown previous configuration cannot be restored, and nothing is sent", async () => {
  await using core = await open();
  const { client } = core;
  await expect(client.dns.undo({ profile: "902" })).rejects.toMatchObject({ code: "nothing-to-undo" });
  await client.dns.attach({ profile: "902", dns: "4" });
  await expect(client.dns.undo({ profile: "902" })).rejects.toMatchObject({ code: "earlier-unknown" });
  expect(await core.requests("profile.update")).toBe(1);
});

test("a configuration that was deleted since cannot be restored", async () => {
  await using core = await open();
  const { client } = core;
  await client.dns.recordAssignment({ profile: "902", dns: "4" });
  await client.dns.attach({ profile: "902", dns: "3" });
  await client.dns.remove({ dns: "4" });
  await expect(client.dns.undo({ profile: "902" })).rejects.toMatchObject({ code: "dns-gone" });
  expect(await core.requests("profile.update")).toBe(1);
});

test("an undo detects a later change: noted by an operator, made by another change, reported by the service", async () => {
  await using core = await openReporting();
  const reporting = core.proxy;
  const { client } = core;
  await client.dns.recordAssignment({ profile: "902" });
  const first = await client.dns.attach({ profile: "902", dns: "4" });
  await client.dns.recordAssignment({ profile: "902", dns: "3" });
  expect(await client.dns.undo({ profile: "902" })).toMatchObject({
    outcome: "moved",
    use: { assignment: { state: "uses", dns: "3" }, source: "person" },
  });
  await client.dns.attach({ profile: "902", dns: "3" });
  expect(await client.dns.undo({ profile: "902", change: first.change?.change })).toMatchObject({ outcome: "moved" });
  reporting.assignments.set("902", 4);
  expect(await client.dns.undo({ profile: "902" })).toMatchObject({
    outcome: "moved",
    use: { assignment: { state: "uses", dns: "4" }, source: "service" },
  });
  expect(await core.requests("profile.update")).toBe(2);
});

test("where the service reports the assignment, an identical one is not sent, and the previous one is known", async () => {
  await using core = await openReporting();
  const reporting = core.proxy;
  reporting.assignments.set("901", 3);
  reporting.assignments.set("902", null);
  expect(await core.client.dns.attach({ profile: "901", dns: "3" })).toMatchObject({ outcome: "unchanged" });
  expect(await core.client.dns.detach({ profile: "902" })).toMatchObject({ outcome: "unchanged" });
  expect(await core.requests("profile.update")).toBe(0);
  const { change } = await core.client.dns.attach({ profile: "901", dns: "4" });
  expect(change).toMatchObject({ before: { state: "uses", dns: "3" }, undoable: true });
});

test("a lost response leaves the assignment unknown, and a repetition preserves the previous one", async () => {
  await using core = await open();
  const { client } = core;
  await client.dns.recordAssignment({ profile: "902", dns: "3" });
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  const lost = await client.dns.attach({ profile: "902", dns: "4" });
  expect(lost).toMatchObject({
    outcome: "unknown",
    use: { assignment: { state: "unknown" }, lost: { requested: { state: "uses", dns: "4" } } },
    change: { state: "unknown", undoable: true },
  });
  expect(await core.requests("profile.update")).toBe(1);
  core.setFaults();
  expect(await client.dns.attach({ profile: "902", dns: "4" })).toMatchObject({
    outcome: "done",
    change: { before: { state: "uses", dns: "3" } },
  });
  expect(await client.dns.undo({ profile: "902" })).toMatchObject({ outcome: "done" });
});

test("a lost response is resolved by reading where the service reports the assignment, immediately or later", async () => {
  await using core = await openReporting();
  const reporting = core.proxy;
  const { client } = core;
  reporting.assignments.set("901", 3);
  await client.profiles.read({ profile: "901" });
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  expect(await client.dns.attach({ profile: "901", dns: "4" })).toMatchObject({ outcome: "unknown" });
  reporting.assignments.set("901", 4);
  await client.dns.refresh({});
  expect((await client.dns.changes({ profile: "901" })).changes).toMatchObject([{ state: "done" }]);
  expect((await client.dns.list({})).items.find(({ id }) => id === "4")?.users).toMatchObject([{ id: "901" }]);
});

test.each(["<html>taken</html>", '{"dns":{'])(
  "a response of another format (%j) leaves the outcome unknown until the profile is read",
  async (body) => {
    await using core = await openReporting();
    const reporting = core.proxy;
    reporting.assignments.set("902", 3);
    reporting.patchBody = body;
    expect(await core.client.dns.attach({ profile: "902", dns: "4" })).toMatchObject({
      outcome: "unknown",
      change: { state: "unknown" },
    });
    reporting.assignments.set("902", 4);
    expect(await core.client.dns.attach({ profile: "902", dns: "4" })).toMatchObject({ outcome: "unchanged" });
  },
);

test.each(["", "[]"])("after an accepting response without the profile (%j) the assignment is read", async (body) => {
  await using core = await openReporting();
  const reporting = core.proxy;
  reporting.assignments.set("902", 3);
  reporting.patchBody = body;
  const before = await core.requests("profile.get");
  const attached = await core.client.dns.attach({ profile: "902", dns: "3" });
  expect(attached).toMatchObject({ outcome: "unchanged" });
  const reattached = await core.client.dns.attach({ profile: "902", dns: "4" });
  // The service accepted the change and still reports the previous value: both are returned.
  expect(reattached).toMatchObject({ outcome: "done", change: { state: "done" } });
  expect(reattached.message).toEqual(codedText("dns-accepted-uses-other", { dns: "3" }));
  reporting.assignments.set("902", 4);
  await core.client.profiles.setCallback({ profile: "902", callback: "21" });
  expect((await core.client.profiles.get({ profile: "902" })).profile).toMatchObject({
    callback: { assignment: { state: "uses", callback: "21" }, source: "service" },
    dns: { assignment: { state: "uses", dns: "4" }, source: "service" },
  });
  expect(await core.requests("profile.update")).toBe(2);
  expect(await core.requests("profile.get")).toBe(before + 5);
});

test("a lost response outlives the program, and is removed with its profile", async () => {
  await using core = await open();
  core.setFaults({ kind: "reset-before", rate: 1, on: "profile.update" });
  expect(await core.client.dns.attach({ profile: "904", dns: "4" })).toMatchObject({ outcome: "unknown" });
  core.setFaults();
  await core.restart();
  expect((await core.client.dns.changes({})).changes).toMatchObject([{ profile: "904", state: "unknown" }]);
  await core.client.dns.refresh({});
  expect((await core.client.dns.changes({})).changes).toMatchObject([{ profile: "904", state: "unknown" }]);
  await deleteProfile(core, "904");
  await core.client.dns.refresh({});
  expect((await core.client.dns.changes({})).changes).toMatchObject([
    { state: "not-applied", code: "profile-unknown" },
  ]);
});

test("a request that was never sent is no change, a rejected one is recorded as one", async () => {
  await using core = await open();
  const { client } = core;
  await expect(client.dns.attach({ profile: "902", dns: "77" })).rejects.toMatchObject({
    code: "dns-unknown",
    details: { field: "dns" },
  });
  await expect(client.dns.attach({ profile: "4711", dns: "4" })).rejects.toMatchObject({ code: "profile-unknown" });
  await expect(client.dns.attach({ profile: "902", dns: "four" })).rejects.toMatchObject({
    code: "invalid-input",
    details: { field: "dns" },
  });
  await expect(client.dns.attach({ profile: "a/b", dns: "4" })).rejects.toMatchObject({
    code: "invalid-input",
    details: { field: "profile" },
  });
  expect((await client.dns.changes({})).changes).toMatchObject([{ profile: "902", state: "refused", undoable: false }]);
  await core.closeService();
  await expect(client.dns.detach({ profile: "902" })).rejects.toMatchObject({ details: { kind: "offline" } });
  expect((await client.dns.changes({})).changes).toHaveLength(1);
});

test.each([404, 405])("attaches also where the service has no detail of a profile (%i)", async (status) => {
  await using core = await open();
  core.setFaults({ kind: "refuse", rate: 1, status, on: ["profile.get", "profile.list"] });
  const { client } = core;
  const attach = client.dns.attach({ profile: "902", dns: "4" });
  if (status === 404) {
    // A 404 of the service itself means that this profile does not exist.
    await expect(attach).rejects.toMatchObject({ code: "profile-unknown" });
    return;
  }
  expect(await attach).toMatchObject({ outcome: "done" });
  // The profile is only in the local register.
  expect((await client.profiles.list({})).items).toMatchObject([{ id: "902", sources: [{ from: "this-computer" }] }]);
});

test("concurrent changes of one profile run one after another", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "slow", rate: 1, delayMs: 30, on: "profile.update", attempts: 1 });
  await Promise.all([client.dns.attach({ profile: "902", dns: "3" }), client.dns.attach({ profile: "902", dns: "4" })]);
  const { changes } = await client.dns.changes({ profile: "902" });
  expect(changes).toMatchObject([
    { before: { state: "uses", dns: "3" }, after: { state: "uses", dns: "4" }, undoable: true },
    { before: { state: "unknown" }, after: { state: "uses", dns: "3" }, undoable: false },
  ]);
});

test("lists changes in pages, newest first", async () => {
  await using core = await open();
  const { client } = core;
  for (const dns of ["3", "4", "3"]) await client.dns.recordAssignment({ profile: "901", dns });
  const first = await client.dns.changes({ limit: 2 });
  const second = await client.dns.changes({ limit: 2, before: first.next });
  expect([...first.changes, ...second.changes].map(({ change }) => change)).toEqual([3, 2, 1]);
  expect(second.next).toBeUndefined();
});
