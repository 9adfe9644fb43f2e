/** Settings: saved over a restart, never an obstacle to a start. */
import { expect, test } from "vitest";
import { settingsSchema } from "#shared/contract/settings.ts";
import { openCore, type Core } from "../../../make/core.ts";

const defaults = settingsSchema.parse({});
const open = (): Promise<Core> => openCore({ connection: false });

test("returns the defaults before anything was set", async () => {
  await using core = await open();
  const { client } = core;
  expect(await client.settings.get({})).toEqual(defaults);
});

test("an update changes only the named settings, also over a restart", async () => {
  await using core = await open();
  const { app, client } = core;
  const topics: string[] = [];
  app.onAny((topic) => topics.push(topic));
  await client.settings.set({ theme: "dark", columns: { "fleet/endpoint": [{ field: "name", width: 200 }] } });
  const expected = {
    ...defaults,
    theme: "dark",
    density: "comfortable",
    columns: { "fleet/endpoint": [{ field: "name", width: 200 }] },
  };
  expect(await client.settings.set({ density: "comfortable" })).toEqual(expected);
  await client.settings.set({});
  expect(topics).toEqual(["settings.changed", "settings.changed"]);
  await core.restart();
  expect(await core.client.settings.get({})).toEqual(expected);
});

test("a value that the contract does not allow changes nothing", async () => {
  await using core = await open();
  const { client } = core;
  await expect(client.settings.set({ theme: "light", detailWidth: 5 })).rejects.toMatchObject({
    code: "invalid-input",
  });
  expect(await client.settings.get({})).toEqual(defaults);
});

test("a stored value that is broken or from another version falls back to its default, without affecting others", async () => {
  await using core = await open();
  await core.client.settings.set({ theme: "dark", density: "comfortable", detailWidth: 400 });
  await core.app.stop();
  core.inDatabase((db) =>
    db.exec(`UPDATE setting SET value = '{broken' WHERE key = 'theme';
      UPDATE setting SET value = '"roomy"' WHERE key = 'density';
      INSERT INTO setting (key, value) VALUES ('fromTheFuture', '1');`),
  );
  await core.restart();
  const { client, log } = core;
  expect(await client.settings.get({})).toEqual({ ...defaults, detailWidth: 400 });
  expect(log.lines.filter(({ event }) => event === "settings.value-ignored").map(({ fields }) => fields)).toEqual([
    { key: "density" },
    { key: "theme" },
  ]);
});
