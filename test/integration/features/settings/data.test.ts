/** Size, compaction and backups of a real database, and settings that move to another data directory. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Imported } from "#shared/contract/data.ts";
import { compareBackup } from "../../../../main/core/store/restore.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { startConfirmed } from "../../../make/start-confirmed.ts";

/** "kind name action count", one per line. */
const briefly = (items: readonly Imported[]): string[] =>
  items.map(({ kind, name = "-", action, count }) => `${kind} ${name} ${action} ${count}`);

test("compaction returns the space of deleted data, and what remains is unchanged", async () => {
  await using core = await openCore({ simulator: { endpoints: 2000 } });
  const before = await core.client.fleet.list({ collection: "endpoint", limit: 5 });
  core.inDatabase((database) => {
    database.exec("CREATE TABLE filler (x BLOB); INSERT INTO filler VALUES (randomblob(5000000)); DROP TABLE filler");
  });
  const used = await core.client.data.usage({});
  expect(used.reusableBytes).toBeGreaterThan(4_000_000);
  const sizes = await core.client.data.compact({});
  expect(sizes.before - sizes.after).toBeGreaterThan(4_000_000);
  expect(statSync(join(core.dataDir, databaseName)).size).toBe(sizes.after);
  expect((await core.client.data.usage({})).reusableBytes).toBe(0);
  expect(await core.client.fleet.list({ collection: "endpoint", limit: 5 })).toEqual(before);
  expect((await core.client.fleet.list({ collection: "endpoint", filter: "any:1", limit: 1 })).items).toHaveLength(1);
  await core.restart();
  expect(
    (await core.client.diagnostics.run({ network: false })).checks.find(({ id }) => id === "integrity"),
  ).toMatchObject({
    result: "ok",
  });
});

test("is rejected while a campaign sends, and possible once it is paused", async () => {
  await using core = await openCore({ simulator: { endpoints: 200 } });
  const { client } = core;
  const { campaignId } = await client.campaigns.plan({
    name: "slow",
    audience: [{ source: { csv: { file: core.writeIds(10) } } }],
    text: "CHK",
    from: "4915112345",
    rate: 0.1,
  });
  await startConfirmed(client, campaignId);
  await core.untilCampaign(campaignId, "running");
  await expect(client.data.compact({})).rejects.toMatchObject({ code: "data-busy" });
  await client.campaigns.pause({ campaignId });
  await core.untilCampaign(campaignId, "paused");
  expect((await client.data.compact({})).after).toBeGreaterThan(0);
});

test("a backup on request is complete, private and can be compared", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  const backup = await core.client.data.createBackup({});
  expect((await core.client.data.backups({})).backups).toEqual([backup]);
  const path = join(core.dataDir, "backups", backup.name);
  expect(existsSync(path)).toBe(true);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(compareBackup(core.dataDir, backup.name)).toMatchObject({ backup, inBackup: [] });
  const { parts } = await core.client.data.usage({});
  expect(parts.find(({ part }) => part === "backups")).toMatchObject({ files: 1, bytes: backup.bytes });
});

async function fill({ client }: Core): Promise<void> {
  await client.settings.set({ theme: "dark", lastAddress: "/fleet" });
  await client.templates.save({ name: "reboot", text: "REBOOT {{pin}}" });
  await client.views.save({
    connection: "practice",
    collection: "endpoint",
    name: "new",
    filter: "status:enabled",
    sort: "",
  });
  await client.suppression.add({ connection: "practice", values: ["70001", "70002"], note: "in repair" });
}

test("settings, templates, views and suppression lists move to another data directory, and no secret does", async () => {
  await using from = await openCore({ simulator: { endpoints: 5 } });
  await fill(from);
  const { text } = await from.client.data.exportSettings({});
  expect(text).not.toContain(from.simulator.applicationToken);
  expect(text).not.toContain("/fleet");
  await using to = await openCore({ simulator: { endpoints: 5 } });
  const { client } = to;
  const changes = ["suppression - add 2", "template reboot add 1", "view new add 1"];
  const preview = await client.data.importSettings({ text, existing: "replace" });
  expect(preview.applied).toBe(false);
  expect(briefly(preview.items).filter((line) => !line.includes("unchanged"))).toEqual([
    ...changes,
    "setting theme replace 1",
  ]);
  expect((await client.templates.list({})).templates).toEqual([]);
  const applied = await client.data.importSettings({ text, existing: "replace", apply: true });
  expect(applied.items).toEqual(preview.items);
  expect((await client.settings.get({})).theme).toBe("dark");
  expect((await client.views.list({})).views).toMatchObject([{ name: "new", filter: "status:enabled" }]);
  const { entries } = await client.suppression.list({});
  expect(entries.map(({ value, note }) => `${value} ${note}`).toSorted()).toEqual([
    "70001 in repair",
    "70002 in repair",
  ]);
  const again = await client.data.importSettings({ text, existing: "replace", apply: true });
  expect(again.items.every(({ action }) => action === "unchanged")).toBe(true);
});

test("what differs stays unless it is replaced, lists only grow, and what has no connection is reported", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  const { client } = core;
  await fill(core);
  const { text } = await client.data.exportSettings({});
  const file = JSON.parse(text) as { templates: { text: string }[]; suppression: object[]; views: object[] };
  file.templates[0] = { ...file.templates[0], text: "REBOOT NOW" };
  file.suppression = [
    { connection: "practice", entries: [{ value: "70003" }] },
    { connection: "elsewhere", entries: [{ value: "1" }, { value: "2" }] },
  ];
  file.views = [{ connection: "practice", collection: "endpoint", name: "bad", filter: "nonsense:1", sort: "" }];
  const { items } = await client.data.importSettings({ text: JSON.stringify(file), apply: true });
  expect(briefly(items).filter((line) => !line.includes("unchanged"))).toEqual([
    "suppression - add 1",
    "suppression - skip 2",
    "template reboot keep 1",
    "view bad skip 1",
  ]);
  expect((await client.templates.list({})).templates[0]).toMatchObject({ text: "REBOOT {{pin}}" });
  expect((await client.suppression.list({})).entries.map(({ value }) => value).toSorted()).toEqual([
    "70001",
    "70002",
    "70003",
  ]);
});

test.each([
  ["no JSON", "import-invalid"],
  ['{"format":"fleetdesk-templates","version":1}', "import-invalid"],
  ['{"format":"fleetdesk-settings","version":2}', "import-newer"],
  ['{"format":"fleetdesk-settings","version":1,"settings":{"theme":"pink"}}', "import-invalid"],
])("rejects %s before anything changes", async (text, code) => {
  await using core = await openCore({ connection: false });
  await expect(core.client.data.importSettings({ text, apply: true })).rejects.toMatchObject({ code });
});
