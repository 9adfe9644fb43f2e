/** What a person has set up: kept over a restart, never in the way of a start. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { settingsSchema } from "#contract/settings.ts";
import { createApp } from "../../../main/app.ts";
import type { App } from "../../../main/app.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import type { FakeLog } from "../../fakes/fake-log.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const defaults = settingsSchema.parse({});
const open: App[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.stop();
});

async function start(log: FakeLog = createFakeLog()): Promise<App> {
  const app = createApp(makeHosts(folder.path("data"), { log }));
  await app.start();
  open.push(app);
  return app;
}

test("before anything was set there are the defaults", async () => {
  const { client } = await start();
  expect(await client.settings.get({})).toEqual(defaults);
});

test("a change names what changes; the rest keeps its value, also over a restart", async () => {
  const first = await start();
  const told: string[] = [];
  first.onAny((topic) => told.push(topic));
  await first.client.settings.set({ theme: "dark", columns: { "fleet/endpoint": [{ field: "name", width: 200 }] } });
  const expected = {
    ...defaults,
    theme: "dark",
    density: "comfortable",
    columns: { "fleet/endpoint": [{ field: "name", width: 200 }] },
  };
  expect(await first.client.settings.set({ density: "comfortable" })).toEqual(expected);
  await first.client.settings.set({});
  expect(told).toEqual(["settings.changed", "settings.changed"]);
  await first.stop();
  expect(await (await start()).client.settings.get({})).toEqual(expected);
});

test("a value that the treaty does not allow changes nothing", async () => {
  const { client } = await start();
  await expect(client.settings.set({ theme: "light", detailWidth: 5 })).rejects.toMatchObject({
    code: "invalid-input",
  });
  expect(await client.settings.get({})).toEqual(defaults);
});

test("a stored value that is broken or from another version falls back to its default, and takes no other with it", async () => {
  const first = await start();
  await first.client.settings.set({ theme: "dark", density: "comfortable", detailWidth: 400 });
  await first.stop();
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"));
  database.exec(`UPDATE setting SET value = '{broken' WHERE key = 'theme';
    UPDATE setting SET value = '"roomy"' WHERE key = 'density';
    INSERT INTO setting (key, value) VALUES ('fromTheFuture', '1');`);
  database.close();
  const log = createFakeLog();
  const { client } = await start(log);
  expect(await client.settings.get({})).toEqual({ ...defaults, detailWidth: 400 });
  expect(log.lines.filter(({ event }) => event === "settings.value-ignored").map(({ fields }) => fields)).toEqual([
    { key: "density" },
    { key: "theme" },
  ]);
});
