/** Deletion of API callbacks, also over a network that loses responses: sent once per request, and resolved by the list or a repetition. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { type Core, openCore } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";

const open = (): Promise<Core> => openCore(networkOptions);
const form = { url: "https://fleet.example.com/new", purpose: "Events" };

async function idsOf({ client }: Core): Promise<readonly unknown[]> {
  return (await client.streams.callbacks({})).items.map(({ id }) => id);
}

test("a deleted callback is no longer listed, and the same one can be created again", async () => {
  await using core = await open();
  const { streams } = core.client;
  const { id = "" } = await streams.createCallback(form);
  expect(await streams.deleteCallback({ id })).toEqual({
    outcome: "deleted",
    message: codedText("callback-deleted", { callback: id }),
  });
  expect(await idsOf(core)).toEqual(["21"]);
  await streams.refreshCallbacks({});
  expect(await idsOf(core)).toEqual(["21"]);
  expect(await streams.createCallback(form)).toMatchObject({ outcome: "created" });
  const [entry] = (await core.client.audit.list({ search: formatText(codedText("delete-callback")) })).items;
  expect(entry).toMatchObject({ outcome: "done" });
});

test("a callback in use is not deleted, and the profile that is known to use it is named", async () => {
  await using core = await open();
  const { client } = core;
  expect((await client.streams.deleteCallback({ id: "21" })).message).toMatchObject({
    params: { second: codedText("callback-users-unknown") },
  });
  await client.profiles.read({ profile: "901" });
  const rejected = await client.streams.deleteCallback({ id: "21" });
  expect(rejected.outcome).toBe("in-use");
  expect(formatText(rejected.message)).toContain(
    formatText(codedText("callback-users", { count: 1, profiles: '"Trackers" (901)' })),
  );
});

test("one that does not exist, or that the service does not delete, is not reported as deleted", async () => {
  await using core = await open();
  const { streams } = core.client;
  await expect(streams.deleteCallback({ id: "99" })).rejects.toMatchObject({ code: "callback-unknown" });
  await expect(streams.deleteCallback({ id: "x" })).rejects.toMatchObject({ code: "invalid-input" });
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "callback.delete" });
  await expect(streams.deleteCallback({ id: "21" })).rejects.toMatchObject({ code: "not-offered" });
});

test("a lost deletion that the list proves was applied", async () => {
  await using core = await open();
  const { streams } = core.client;
  const { id = "" } = await streams.createCallback(form);
  core.setFaults({ kind: "reset-after", rate: 1, on: "callback.delete" });
  expect(await streams.deleteCallback({ id })).toEqual({
    outcome: "deleted",
    message: codedText("callback-deleted-recovered", { callback: id }),
  });
  expect(await idsOf(core)).toEqual(["21"]);
});

test("a lost deletion stays unknown until the list or a repetition proves it", async () => {
  await using core = await open();
  const { streams } = core.client;
  const { id = "" } = await streams.createCallback(form);
  await streams.refreshCallbacks({});
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "callback.delete", attempts: 1 },
    { kind: "error-before", rate: 1, on: "callback.list" },
  );
  expect(await streams.deleteCallback({ id })).toMatchObject({ outcome: "unknown" });
  expect(await streams.callbacks({})).toMatchObject({
    items: [{ id }, { id: "21" }],
    unresolved: [{ change: 2, callback: id, url: form.url }],
  });
  await expect(streams.resolveCreation({ entry: 2, is: "created" })).rejects.toMatchObject({ code: "stream-unknown" });
  expect(await core.requests("callback.delete")).toBe(1);
  expect(await streams.deleteCallback({ id })).toEqual({
    outcome: "deleted",
    message: codedText("callback-deleted-earlier", { callback: id }),
  });
  expect(await streams.callbacks({})).toMatchObject({ unresolved: [], resolved: [{ change: 2, state: "done" }] });
});

test("a gateway's page in place of the response proves nothing", async () => {
  await using core = await open();
  const { streams } = core.client;
  await streams.refreshCallbacks({});
  core.setFaults(
    { kind: "html", rate: 1, status: 404, on: "callback.delete" },
    { kind: "html", rate: 1, status: 404, on: "callback.get" },
  );
  expect(await streams.deleteCallback({ id: "21" })).toMatchObject({ outcome: "unknown" });
  await expect(streams.readCallback({ id: "21" })).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(await streams.callbacks({})).toMatchObject({ items: [{ id: "21" }], unresolved: [{ callback: "21" }] });
});
