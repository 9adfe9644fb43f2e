import { expect, test } from "vitest";
import { createApp, type App } from "../../main/app.ts";
import { startSimulator } from "../../main/simulator/simulator.ts";
import { makeHosts } from "../make/hosts.ts";
import { useScratchFolder } from "../make/scratch-folder.ts";

const folder = useScratchFolder();

const appIn = (dataDir: string): App => createApp(makeHosts(dataDir));

test("a core answers only between its start and its stop, and both may be said twice or not at all", async () => {
  const app = appIn(folder.path("data"));
  await app.stop();
  const refused = { ok: false, failure: { code: "not-started" } };
  expect(await app.call("connections.list", {})).toMatchObject(refused);
  await app.start();
  expect(await app.call("connections.list", {})).toEqual({ ok: true, value: { connections: [] } });
  await app.stop();
  await app.stop();
  expect(await app.call("connections.list", {})).toMatchObject(refused);
});

test("a core that cannot open its database throws why, and may be stopped", async () => {
  const app = appIn(folder.write("data", "a file where the directory should be"));
  await expect(app.start()).rejects.toMatchObject({ code: "data-dir-read-only" });
  await app.stop();
});

test("what happened is told by topics that carry ids", async () => {
  const simulator = await startSimulator({ endpoints: 30 });
  const app = appIn(folder.path("data"));
  const told = new Set<string>();
  app.onAny((topic, payload) => told.add(`${topic} ${JSON.stringify(payload)}`));
  await app.start();
  const secret = { applicationToken: simulator.applicationToken };
  await app.client.connections.connect({ name: "practice", baseUrl: simulator.baseUrl, secret });
  await app.client.fleet.sync({ collections: ["endpoint"] });
  await app.stop();
  await simulator.close();
  expect(told).toContain('connections.changed {"connection":"practice"}');
  expect(told).toContain('fleet.changed {"connection":"practice","collection":"endpoint"}');
});

test("no answer and no topic carries a token", async () => {
  const simulator = await startSimulator({ endpoints: 5 });
  const app = appIn(folder.path("data"));
  const said: unknown[] = [];
  app.onAny((topic, payload) => said.push(topic, payload));
  await app.start();
  const secret = { username: simulator.username, password: simulator.password };
  said.push(await app.client.connections.connect({ name: "practice", baseUrl: simulator.baseUrl, secret }));
  said.push(
    await app.client.connections.list({}),
    await app.client.session.get({}),
    await app.client.session.signOut({}),
  );
  await app.stop();
  await simulator.close();
  expect(JSON.stringify(said)).not.toMatch(/eyJ/);
  expect(JSON.stringify(said)).not.toContain(simulator.password);
});
