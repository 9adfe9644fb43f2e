/** Practice mode: the simulator in its own thread, and its connection. */
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { PracticeHost } from "../../../../main/core/hosts.ts";
import { t } from "#shared/texts/text.ts";
import { startSimulator } from "../../../../main/simulator/simulator.ts";
import { openCore, type Core } from "../../../make/core.ts";

const name = t(($) => $.connections.practice.connectionName);

/** A program without a connection; the simulator of the core is another service. */
const open = (practice?: PracticeHost): Promise<Core> =>
  openCore({
    simulator: { endpoints: 20 },
    connection: false,
    hosts: practice === undefined ? undefined : { practice },
  });

test("practice creates its own connection that is marked as practice, current, and works", async () => {
  await using core = await open();
  const { client } = core;
  expect(await client.practice.get({})).toEqual({ state: "off" });
  expect(await client.practice.start({ endpoints: 120 })).toEqual({
    state: "running",
    connection: name,
    endpoints: 120,
  });
  expect(await client.connections.get({})).toMatchObject({ name, current: true, practice: true });
  const { reports } = await client.fleet.sync({ collections: ["endpoint"] });
  expect(reports[0]).toMatchObject({ state: "complete", unique: 120 });
  expect(await client.practice.stop({})).toEqual({ state: "off", connection: name });
});

test("starts again with the program if it was in use, with the same cache of the fleet", async () => {
  await using core = await open();
  await core.client.practice.start({ endpoints: 60 });
  await core.client.fleet.sync({ collections: ["endpoint"] });
  const before = await core.client.connections.get({});
  await core.restart();
  const { client } = core;
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "running", endpoints: 60 });
  expect(await client.connections.get({})).toEqual(before);
  expect((await client.fleet.list({ collection: "endpoint" })).items.length).toBe(60);
  expect((await client.fleet.sync({ collections: ["endpoint"] })).reports[0]).toMatchObject({
    state: "complete",
    added: 0,
  });
});

test("does not start while another connection is in use, and starts when it is used again", async () => {
  await using core = await open();
  await core.client.practice.start({ endpoints: 20 });
  await core.connect("work");
  await core.restart();
  const { client } = core;
  expect(await client.practice.get({})).toEqual({ state: "off", connection: name });
  await client.connections.use({ connection: name });
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "running", endpoints: 20 });
});

test("uses another port if its own was taken, and updates the connection", async () => {
  await using core = await open();
  await core.client.practice.start({ endpoints: 20 });
  const before = await core.client.connections.get({});
  await core.app.stop();
  const blocker = createServer();
  await new Promise<void>((resolve) => {
    blocker.listen(Number(new URL(before.baseUrl).port), "127.0.0.1", resolve);
  });
  onTestFinished(() => new Promise<void>((resolve) => void blocker.close(() => resolve())));
  await core.restart();
  const { client } = core;
  await expect
    .poll(async () => (await client.connections.get({})).baseUrl, { timeout: 10_000 })
    .not.toBe(before.baseUrl);
  expect(await client.connections.get({})).toMatchObject({ name, practice: true });
  expect((blocker.address() as AddressInfo).port).toBe(Number(new URL(before.baseUrl).port));
});

test("does not change an operator's own connection of that name", async () => {
  await using core = await open();
  const { client } = core;
  await core.connect(name);
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({
    connection: t(($) => $.connections.practice.connectionNumbered, { number: 2 }),
  });
  expect(await client.connections.get({ connection: name })).toMatchObject({
    baseUrl: core.simulator.baseUrl,
    practice: false,
  });
});

test("stops when its connection is deleted, and can be started again", async () => {
  await using core = await open();
  const { client } = core;
  await client.practice.start({ endpoints: 20 });
  await client.connections.delete({ connection: name });
  await expect.poll(() => client.practice.get({})).toEqual({ state: "off" });
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({ state: "running", connection: name });
});

test("reports a simulator that cannot be started, and leaves nothing of the attempt", async () => {
  await using core = await open({ start: () => Promise.reject(new Error("no thread")) });
  const { client } = core;
  await expect(client.practice.start({ endpoints: 20 })).rejects.toMatchObject({ code: "internal" });
  expect(await client.practice.get({})).toEqual({ state: "off" });
  expect(await client.connections.list({})).toEqual({ connections: [] });
});

test("a simulator that stopped unexpectedly is off, and can be started again", async () => {
  const simulator = await startSimulator({ endpoints: 20 });
  onTestFinished(() => simulator.close());
  const { baseUrl, applicationToken } = simulator;
  const dying = Promise.withResolvers<void>();
  let starts = 0;
  await using core = await open({
    start: () => {
      starts += 1;
      const ended = starts === 1 ? dying.promise : new Promise<void>(() => undefined);
      return Promise.resolve({ baseUrl, applicationToken, ended, close: () => Promise.resolve() });
    },
  });
  const { client } = core;
  await client.practice.start({ endpoints: 20 });
  dying.resolve();
  await expect.poll(() => client.practice.get({})).toMatchObject({ state: "off" });
  expect(await client.practice.start({ endpoints: 20 })).toMatchObject({ state: "running" });
  expect(starts).toBe(2);
});

test("the stored state of practice is no setting of the operator", async () => {
  await using core = await open();
  await core.client.practice.start({ endpoints: 20 });
  const settings = await core.client.settings.get({});
  await core.app.stop();
  expect(core.inDatabase((db) => db.prepare("SELECT key FROM setting").all())).toEqual([{ key: "own.practice" }]);
  expect(Object.keys(settings)).not.toContain("own.practice");
});
