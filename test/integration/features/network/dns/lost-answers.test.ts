/** Attach, detach, undo and delete over a network that loses responses: reported as unknown, resolved, never sent twice automatically. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore({ ...networkOptions, simulator: { endpoints: 3 } });

/** Whether the request was applied before its response was lost. */
const losses = [
  ["applied", "reset-after"],
  ["not applied", "reset-before"],
] as const;

/** Checked at the service: a configuration in use cannot be deleted. */
async function isUsed({ client }: Core, dns: string): Promise<boolean> {
  return (await client.dns.remove({ dns })).outcome === "in-use";
}

test.each(losses)(
  "an attachment with a lost response (%s) is sent once, and an undo restores the previous state",
  async (_, kind) => {
    await using core = await open();
    const { client } = core;
    await client.dns.attach({ profile: "902", dns: "3" });
    core.setFaults({ kind, rate: 1, on: "profile.update" });
    const lost = await client.dns.attach({ profile: "902", dns: "4" });
    expect(lost).toMatchObject({ outcome: "unknown", change: { state: "unknown", undoable: true } });
    await client.dns.refresh({});
    await client.profiles.read({ profile: "902" });
    expect(await core.requests("profile.update")).toBe(2);
    core.setFaults();
    expect(await client.dns.undo({ profile: "902" })).toMatchObject({
      outcome: "done",
      use: { assignment: { state: "uses", dns: "3" } },
    });
    expect([await isUsed(core, "3"), await isUsed(core, "4")]).toEqual([true, false]);
  },
);

test.each(losses)(
  "a detachment with a lost response (%s) is sent once, and an undo restores the previous state",
  async (_, kind) => {
    await using core = await open();
    const { client } = core;
    await client.dns.attach({ profile: "902", dns: "4" });
    core.setFaults({ kind, rate: 1, on: "profile.update" });
    expect(await client.dns.detach({ profile: "902" })).toMatchObject({
      outcome: "unknown",
      use: { assignment: { state: "unknown" }, lost: { requested: { state: "none" } } },
    });
    expect(await core.requests("profile.update")).toBe(2);
    core.setFaults();
    await client.dns.undo({ profile: "902" });
    expect(await isUsed(core, "4")).toBe(true);
  },
);

test.each(losses)("an undo with a lost response (%s) can be repeated", async (_, kind) => {
  await using core = await open();
  const { client } = core;
  await client.dns.attach({ profile: "902", dns: "3" });
  const attached = await client.dns.attach({ profile: "902", dns: "4" });
  core.setFaults({ kind, rate: 1, on: "profile.update" });
  expect(await client.dns.undo({ profile: "902" })).toMatchObject({
    outcome: "unknown",
    change: { kind: "undone", state: "unknown", undoable: true, undoOf: attached.change?.change },
  });
  core.setFaults();
  const again = await client.dns.undo({ profile: "902" });
  expect(again).toMatchObject({ outcome: "done", use: { assignment: { state: "uses", dns: "3" } } });
  expect([await isUsed(core, "3"), await isUsed(core, "4")]).toEqual([true, false]);
  await expect(client.dns.undo({ profile: "902" })).rejects.toMatchObject({ code: "nothing-to-undo" });
  const { changes } = await client.dns.changes({ profile: "902" });
  expect(changes.find(({ kind: changeKind }) => changeKind === "attached")).toMatchObject({
    undoneBy: again.change?.change,
  });
});

test("a lost deletion whose repetition finds no configuration was applied", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "dns.delete", attempts: 1 },
    { kind: "error-before", rate: 1, on: "dns.list" },
  );
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "unknown" });
  expect((await client.dns.list({})).unresolved).toMatchObject([{ change: 1, kind: "delete", dns: "4" }]);
  expect(await core.requests("dns.delete")).toBe(1);
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({
    outcome: "deleted",
    message: codedText("dns-deleted-earlier", { dns: "4" }),
  });
  expect(await client.dns.list({})).toMatchObject({ unresolved: [], resolved: [{ change: 1, state: "done" }] });
});

test("a lost deletion whose repetition finds the configuration was not applied", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.delete", attempts: 1 });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "unknown" });
  expect((await client.dns.refresh({})).unresolved).toHaveLength(1);
  expect(await core.requests("dns.delete")).toBe(1);
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "deleted" });
  expect(await client.dns.list({})).toMatchObject({ unresolved: [], resolved: [{ change: 1, state: "not-applied" }] });
  expect((await client.dns.refresh({})).items.map(({ id }) => id)).toEqual(["3"]);
});

test("a gateway's page in place of the response to a deletion proves nothing", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "html", rate: 1, status: 404, on: "dns.delete" });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "unknown" });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "unknown" });
  expect(await client.dns.list({})).toMatchObject({
    items: [{ id: "3" }, { id: "4" }],
    unresolved: [{ dns: "4" }, { dns: "4" }],
  });
});

test("a deletion that is rejected because of use proves that an earlier lost one was not applied", async () => {
  await using core = await open();
  const { client } = core;
  await client.dns.attach({ profile: "902", dns: "4" });
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.delete", attempts: 1 });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "unknown" });
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "in-use" });
  expect(await client.dns.list({})).toMatchObject({ unresolved: [], resolved: [{ change: 2, state: "not-applied" }] });
});

test("a rejected deletion names the profiles that use the configuration, and those that may", async () => {
  await using core = await open();
  const { client } = core;
  await client.dns.attach({ profile: "902", dns: "4" });
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  await client.dns.attach({ profile: "903", dns: "4" });
  core.setFaults();
  const rejected = await client.dns.remove({ dns: "4" });
  expect(rejected.outcome).toBe("in-use");
  for (const text of [
    codedText("dns-users", { count: 1, profiles: '"Meters" (902)' }),
    codedText("dns-possible-users", { count: 1, profiles: '"Vending" (903)' }),
  ]) {
    expect(formatText(rejected.message)).toContain(formatText(text));
  }
});

test("names a lost creation where one with its addresses exists", async () => {
  await using core = await open();
  const { client } = core;
  const [primary, secondary] = ["192.0.2.53", "198.51.100.53"];
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.create" });
  expect(await client.dns.create({ primary, secondary })).toMatchObject({ outcome: "unknown" });
  core.setFaults();
  expect(await client.dns.create({ primary, secondary, allowSame: true })).toMatchObject({
    outcome: "created",
    id: "5",
  });
  const exists = await client.dns.create({ primary, secondary });
  expect(exists).toMatchObject({ outcome: "exists", id: "5" });
  expect(exists.message).toEqual(codedText("dns-exists-unconfirmed", { dns: "5", change: 1 }));
  expect(await core.requests("dns.create")).toBe(2);
});

test("if the profile of a lost change is missing later, the audit does not report the change as not applied", async () => {
  await using core = await open();
  const { client } = core;
  core.setFaults({ kind: "reset-after", rate: 1, on: "profile.update" });
  expect(await client.dns.attach({ profile: "902", dns: "4" })).toMatchObject({ outcome: "unknown" });
  core.setFaults(
    { kind: "refuse", rate: 1, status: 404, on: "profile.get" },
    { kind: "refuse", rate: 1, status: 405, on: "profile.list" },
  );
  await client.dns.refresh({});
  expect((await client.dns.changes({ profile: "902" })).changes).toMatchObject([{ state: "not-applied" }]);
  const [entry] = (await client.audit.list({ kind: ["change"] })).items;
  expect(entry).toMatchObject({ outcome: "unknown" });
  expect(entry?.resolution).toBeUndefined();
});
