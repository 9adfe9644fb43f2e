/** Practice: the simulator in its own thread, and the connection that leads to it. */
import { DatabaseSync } from "node:sqlite";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createApp } from "../../../main/app.ts";
import type { App } from "../../../main/app.ts";
import type { Hosts } from "../../../main/hosts.ts";
import { createDecidedKeychain } from "../../../main/node/keychain-decided.ts";
import { createMemoryKeychain } from "../../../main/node/keychain-memory.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const keychain = createDecidedKeychain(createMemoryKeychain());
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(others: Partial<Hosts> = {}): Promise<App> {
  const app = createApp(makeHosts(folder.path("data"), { keychain, ...others }));
  await app.start();
  open.push(() => app.stop());
  return app;
}

test("practice makes a connection of its own that is marked as one, current, and works", async () => {
  const { client } = await start();
  expect(await client.practice.get({})).toEqual({ state: "off" });
  expect(await client.practice.start({ endpoints: 120 })).toEqual({
    state: "running",
    connection: "Practice",
    endpoints: 120,
  });
  expect(await client.connections.get({})).toMatchObject({ name: "Practice", current: true, practice: true });
  const { reports } = await client.fleet.sync({ collections: ["endpoint"] });
  expect(reports[0]).toMatchObject({ state: "complete", unique: 120 });
  expect(await client.practice.stop({})).toEqual({ state: "off", connection: "Practice" });
});

test("at the next start it is back where it was when it was left in use, with the same copy of the fleet", async () => {
  const first = await start();
  await first.client.practice.start({ endpoints: 60 });
  await first.client.fleet.sync({ collections: ["endpoint"] });
  const before = await first.client.connections.get({});
  await first.stop();
  const { client } = await start();
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "running", endpoints: 60 });
  expect(await client.connections.get({})).toEqual(before);
  expect((await client.fleet.list({ collection: "endpoint" })).items.length).toBe(60);
  expect((await client.fleet.sync({ collections: ["endpoint"] })).reports[0]).toMatchObject({
    state: "complete",
    added: 0,
  });
});

test("it is not started while another connection is in use, and comes when it is used again", async () => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(() => service.close());
  const first = await start();
  await first.client.practice.start({ endpoints: 20 });
  const secret = { applicationToken: service.applicationToken };
  await first.client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  await first.stop();
  const { client } = await start();
  expect(await client.practice.get({})).toEqual({ state: "off", connection: "Practice" });
  await client.connections.use({ connection: "Practice" });
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "running", endpoints: 20 });
});

test("where its place was taken meanwhile it finds another one, and the connection leads there", async () => {
  const first = await start();
  await first.client.practice.start({ endpoints: 20 });
  const before = await first.client.connections.get({});
  await first.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(Number(new URL(before.baseUrl).port), "127.0.0.1", resolve);
  });
  open.push(() => new Promise((resolve) => taken.close(() => resolve())));
  const { client } = await start();
  await expect
    .poll(async () => (await client.connections.get({})).baseUrl, { timeout: 10_000 })
    .not.toBe(before.baseUrl);
  expect(await client.connections.get({})).toMatchObject({ name: "Practice", practice: true });
  expect((taken.address() as AddressInfo).port).toBe(Number(new URL(before.baseUrl).port));
});

test("a person's own connection of that name is left alone", async () => {
  const service = await startSimulator({ endpoints: 5 });
  open.push(() => service.close());
  const { client } = await start();
  const secret = { applicationToken: service.applicationToken };
  await client.connections.connect({ name: "Practice", baseUrl: service.baseUrl, secret });
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({ connection: "Practice 2" });
  expect(await client.connections.get({ connection: "Practice" })).toMatchObject({
    baseUrl: service.baseUrl,
    practice: false,
  });
});

test("it ends when its connection is forgotten, and can be begun anew", async () => {
  const { client } = await start();
  await client.practice.start({ endpoints: 20 });
  await client.connections.forget({ connection: "Practice" });
  await expect.poll(() => client.practice.get({})).toEqual({ state: "off" });
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({ state: "running", connection: "Practice" });
});

test("a simulator that cannot be started says so, and nothing is left of the try", async () => {
  const { client } = await start({
    practice: { start: () => Promise.reject(new Error("no thread")) },
  });
  await expect(client.practice.start({ endpoints: 20 })).rejects.toMatchObject({ code: "internal" });
  expect(await client.practice.get({})).toEqual({ state: "off" });
  expect(await client.connections.list({})).toEqual({ connections: [] });
});

test("a simulator that ended by itself is off, and can be started again", async () => {
  const simulator = await startSimulator({ endpoints: 20 });
  open.push(() => simulator.close());
  const { baseUrl, applicationToken } = simulator;
  const dying = Promise.withResolvers<void>();
  let starts = 0;
  const { client } = await start({
    practice: {
      start: () => {
        starts += 1;
        const ended = starts === 1 ? dying.promise : new Promise<void>(() => undefined);
        return Promise.resolve({ baseUrl, applicationToken, ended, close: () => Promise.resolve() });
      },
    },
  });
  await client.practice.start({ endpoints: 20 });
  dying.resolve();
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "off" });
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({ state: "running" });
  expect(starts).toBe(2);
});

test("what the program remembers of it is no setting of the person's", async () => {
  const first = await start();
  await first.client.practice.start({ endpoints: 20 });
  const settings = await first.client.settings.get({});
  await first.stop();
  const database = new DatabaseSync(folder.path("data/fleetdesk.db"), { readOnly: true });
  expect(database.prepare("SELECT key FROM setting").all()).toEqual([{ key: "own.practice" }]);
  database.close();
  expect(Object.keys(settings)).not.toContain("own.practice");
});
