/** Size, compaction and backups of a real database, and settings that move to another data directory. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Imported } from "#shared/contract/data.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { compareBackup } from "../../../../main/core/store/restore.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { once, plan, reasons, recipients, run, sent } from "../../../make/copied-campaign.ts";
import { overwriteTable } from "../../../make/damage.ts";
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

test("a restored backup lacks what came after it, sends nothing automatically, and sends nothing again", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 }, keepAlive: true });
  const { client } = core;
  const campaignId = await plan(core);
  const scheduledId = await plan(core, { name: "later", schedule: { at: Date.UTC(2100, 0, 1), zone: "UTC" } });
  await startConfirmed(client, scheduledId);
  const backup = await client.data.createBackup({});
  await run(core, campaignId);
  expect(sent(core)).toEqual(once);
  const { inBackup, inUse } = await client.data.compareBackup({ backup: backup.name });
  expect(inBackup).toMatchObject([
    { campaignId, state: "planned", accepted: 0 },
    { campaignId: scheduledId, state: "scheduled" },
  ]);
  expect(inUse?.[0]).toMatchObject({ campaignId, state: "finished", accepted: recipients });
  const { former } = await client.data.restoreBackup({ backup: backup.name });
  expect(existsSync(former ?? "")).toBe(true);
  expect(await client.campaigns.status({ campaignId })).toMatchObject({
    state: "planned",
    counts: { pending: recipients, accepted: 0 },
  });
  expect(await client.campaigns.status({ campaignId: scheduledId })).toMatchObject({
    state: "paused",
    reason: "interrupted",
    message: codedText("paused-backup-restored"),
  });
  expect(sent(core)).toEqual(once);
  await client.campaigns.start({ campaignId });
  expect(await core.untilCampaign(campaignId, "finished")).toMatchObject({ counts: { accepted: recipients } });
  expect(await reasons(client, campaignId)).toEqual(["backup-restored"]);
  expect(sent(core)).toEqual(once);
});

test("an endpoint that was suppressed after the backup stays suppressed when the backup is restored", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 }, keepAlive: true });
  const { client } = core;
  await client.suppression.add({ values: ["70001"] });
  const campaignId = await plan(core);
  const backup = await client.data.createBackup({});
  await client.suppression.add({ values: ["70002"], note: "asked to stop" });
  const { suppression } = await client.data.compareBackup({ backup: backup.name });
  expect(suppression).toEqual({ added: 1, lost: 0 });
  await client.data.restoreBackup({ backup: backup.name });
  expect((await client.suppression.list({})).entries).toMatchObject([
    { value: "70002", note: "asked to stop" },
    { value: "70001" },
  ]);
  await run(core, campaignId);
  expect(core.simulator.ledger().filter(({ endpointId }) => [70001, 70002].includes(endpointId))).toEqual([]);
  expect(sent(core).messages).toBe(recipients - 2);
});

test("a backup that is damaged, of a newer version, missing or outside of the folder leaves the program as it is", async () => {
  await using core = await openCore({ simulator: { endpoints: 5 } });
  const { client } = core;
  const { name } = await client.data.createBackup({});
  writeFileSync(join(core.dataDir, "backups", name), "no database");
  const newer = await client.data.createBackup({});
  const database = new DatabaseSync(join(core.dataDir, "backups", newer.name));
  database.exec("PRAGMA user_version = 100000");
  database.close();
  for (const [backup, code] of [
    [newer.name, "backup-newer"],
    [name, "backup-damaged"],
    ["fleetdesk-none.db", "backup-unknown"],
    ["../fleetdesk.db", "backup-unknown"],
  ] as const)
    await expect(client.data.restoreBackup({ backup })).rejects.toMatchObject({ code });
  expect((await client.fleet.count({ collection: "endpoint" })).total).toBe(5);
});

test("a damaged cache is rebuilt while the program runs, and counts as never synced", async () => {
  await using core = await openCore({ simulator: { endpoints: 400 } });
  const { client } = core;
  expect(await client.data.check({})).toEqual({ state: "sound", parts: [], findings: [] });
  const before = await client.audit.list({});
  await core.whileStopped((dataDir) => overwriteTable(join(dataDir, databaseName), "fleet_endpoint_raw"));
  expect(await core.client.data.check({})).toMatchObject({ state: "cache-damaged", parts: ["fleet"] });
  const { former } = await core.client.data.rebuild({});
  expect(existsSync(former ?? "")).toBe(true);
  expect(await core.client.data.check({})).toMatchObject({ state: "sound" });
  expect(await core.client.fleet.completeness({ collection: "endpoint" })).toMatchObject({ state: "never" });
  expect((await core.client.audit.list({})).items).toEqual(before.items);
  await core.sync("endpoint");
  expect((await core.client.fleet.count({ collection: "endpoint" })).total).toBe(400);
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

test("a replacing import shortens no retention and removes no column layout", async () => {
  await using core = await openCore({ connection: false });
  const { text } = await core.client.data.exportSettings({});
  const saved = { retention: { events: 3650, messages: 30 }, columns: { endpoint: [{ field: "name" }] } };
  await core.client.settings.set(saved);
  await core.client.data.importSettings({ text, existing: "replace", apply: true });
  expect(await core.client.settings.get({})).toMatchObject({ ...saved, retention: { events: 3650, messages: 400 } });
});

test("an endpoint that its name no longer matches is suppressed on the other computer as well", async () => {
  await using from = await openCore({ simulator: { endpoints: 5 } });
  const { name } = (await from.client.fleet.get({ collection: "endpoint", id: "70002" })).record;
  await from.client.suppression.add({ values: [String(name)], note: "in repair" });
  const renamed = { change: [{ id: 70_002, set: { name: "Called otherwise" } }] };
  await from.mutate(renamed);
  await from.sync("endpoint");
  const { text } = await from.client.data.exportSettings({});
  await using to = await openCore({ simulator: { endpoints: 5 } });
  await to.mutate(renamed);
  await to.sync("endpoint");
  await to.client.data.importSettings({ text, apply: true });
  const { entries } = await to.client.suppression.list({});
  expect(entries).toContainEqual(expect.objectContaining({ value: "70002", endpoint: "70002", note: "in repair" }));
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
