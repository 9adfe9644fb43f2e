/** Saved views over a real database. */
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

const open = (): Promise<Core> => openCore({ simulator: { endpoints: 3 }, sync: [] });

const question = { collection: "endpoint", name: "Vans off", filter: "name:van*,status:1", sort: "-created" } as const;

test("a view is saved with its columns, and published", async () => {
  await using core = await open();
  const { app, client } = core;
  const notifications: unknown[] = [];
  app.on("views.changed", (payload) => notifications.push(payload));
  const columns = [{ field: "name", width: 200, pinned: true }, { field: "status" }];
  const saved = await client.views.save({ ...question, columns });
  expect(saved).toMatchObject({ ...question, connection: "practice", columns });
  expect(await client.views.list({})).toEqual({ views: [saved] });
  expect(notifications).toEqual([{ connection: "practice" }]);
});

test("a name is unique per collection", async () => {
  await using core = await open();
  const { client } = core;
  await client.views.save(question);
  await expect(client.views.save({ ...question, filter: "" })).rejects.toMatchObject({ code: "name-taken" });
  await client.views.save({ ...question, collection: "sim", filter: "", sort: "" });
  expect((await client.views.list({})).views.length).toBe(2);
});

test("a replaced view keeps its position and its connection", async () => {
  await using core = await open();
  const { client } = core;
  const { id, createdAt } = await client.views.save(question);
  await core.connect("other");
  const changed = await client.views.save({ ...question, id, name: "Vans that are off" });
  expect(changed).toMatchObject({ id, createdAt, name: "Vans that are off", connection: "practice" });
  expect([(await client.views.list({})).views, (await client.views.list({ connection: "practice" })).views]).toEqual([
    [],
    [changed],
  ]);
});

test.each([
  [{ filter: "colour:red" }, "filter-invalid"],
  [{ filter: "name" }, "filter-invalid"],
  [{ sort: "colour" }, "sort-invalid"],
])("does not save an invalid query: %j", async (wrong, code) => {
  await using core = await open();
  const { client } = core;
  await expect(client.views.save({ ...question, ...wrong })).rejects.toMatchObject({ code });
  expect(await client.views.list({})).toEqual({ views: [] });
});

test("a removed view can be neither replaced nor removed", async () => {
  await using core = await open();
  const { client } = core;
  const { id } = await client.views.save(question);
  expect(await client.views.remove({ id })).toEqual({});
  await expect(client.views.remove({ id })).rejects.toMatchObject({ code: "view-unknown" });
  await expect(client.views.save({ ...question, id })).rejects.toMatchObject({ code: "view-unknown" });
});
