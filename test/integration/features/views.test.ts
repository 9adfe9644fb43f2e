/** Saved views over a real database. */
import { afterEach, expect, test } from "vitest";
import type { FleetClient } from "#contract/index.ts";
import { createApp } from "../../../main/app.ts";
import type { App } from "../../../main/app.ts";
import { startSimulator } from "../../../main/simulator/simulator.ts";
import type { Simulator } from "../../../main/simulator/simulator.ts";
import { makeHosts } from "../../make/hosts.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(): Promise<{ readonly app: App; readonly client: FleetClient; readonly service: Simulator }> {
  const service = await startSimulator({ endpoints: 3 });
  open.push(() => service.close());
  const app = createApp(makeHosts(folder.path("data")));
  await app.start();
  open.push(() => app.stop());
  const secret = { applicationToken: service.applicationToken };
  await app.client.connections.connect({ name: "work", baseUrl: service.baseUrl, secret });
  return { app, client: app.client, service };
}

const question = { collection: "endpoint", name: "Vans off", filter: "name:van*,status:1", sort: "-created" } as const;

test("a view is kept with its columns, and told", async () => {
  const { app, client } = await start();
  const told: unknown[] = [];
  app.on("views.changed", (payload) => told.push(payload));
  const columns = [{ field: "name", width: 200, pinned: true }, { field: "status" }];
  const saved = await client.views.save({ ...question, columns });
  expect(saved).toMatchObject({ ...question, connection: "work", columns });
  expect(await client.views.list({})).toEqual({ views: [saved] });
  expect(told).toEqual([{ connection: "work" }]);
});

test("a name is taken once for a collection, and free for another", async () => {
  const { client } = await start();
  await client.views.save(question);
  await expect(client.views.save({ ...question, filter: "" })).rejects.toMatchObject({ code: "name-taken" });
  await client.views.save({ ...question, collection: "sim", filter: "", sort: "" });
  expect((await client.views.list({})).views.length).toBe(2);
});

test("a view that is replaced keeps its place and its connection", async () => {
  const { client, service } = await start();
  const { id, createdAt } = await client.views.save(question);
  const secret = { applicationToken: service.applicationToken };
  await client.connections.connect({ name: "other", baseUrl: service.baseUrl, secret });
  const changed = await client.views.save({ ...question, id, name: "Vans that are off" });
  expect(changed).toMatchObject({ id, createdAt, name: "Vans that are off", connection: "work" });
  expect([(await client.views.list({})).views, (await client.views.list({ connection: "work" })).views]).toEqual([
    [],
    [changed],
  ]);
});

test.each([
  [{ filter: "colour:red" }, "filter-invalid"],
  [{ filter: "name" }, "filter-invalid"],
  [{ sort: "colour" }, "sort-invalid"],
])("a question that the grammar does not know is not kept: %j", async (wrong, code) => {
  const { client } = await start();
  await expect(client.views.save({ ...question, ...wrong })).rejects.toMatchObject({ code });
  expect(await client.views.list({})).toEqual({ views: [] });
});

test("a view that is gone can be neither replaced nor removed", async () => {
  const { client } = await start();
  const { id } = await client.views.save(question);
  expect(await client.views.remove({ id })).toEqual({});
  await expect(client.views.remove({ id })).rejects.toMatchObject({ code: "view-unknown" });
  await expect(client.views.save({ ...question, id })).rejects.toMatchObject({ code: "view-unknown" });
});
