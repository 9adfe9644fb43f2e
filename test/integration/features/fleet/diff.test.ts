/** Changes since a snapshot or a time. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { openCore, type Core } from "../../../make/core.ts";

const clock = createFakeClock();
const collection = "endpoint";
/** A time of an update. */
const touched = "2031-01-02 03:04:05";
let core: Core;

async function sync(): Promise<void> {
  await clock.advance(1000);
  await core.client.fleet.sync({ collections: [collection] });
}

type Since = { readonly snapshot: number } | { readonly at: number };

async function diffSince(since?: Since, limit = 1000, cursor?: string): ReturnType<Core["client"]["fleet"]["diff"]> {
  return core.client.fleet.diff({
    collection,
    limit,
    since,
    cursor,
  });
}

beforeAll(async () => {
  core = await openCore({ simulator: { endpoints: 100 }, clock, sync: [] });
  await sync();
  await core.mutate({
    collection,
    change: [
      { id: 70_001, set: { name: "first", sim: { iccid: "8988303000000099999" } } },
      { id: 70_002, set: { ip_address: "10.9.9.9" } },
    ],
    delete: [70_003],
    add: [{ name: "new" }],
  });
  await sync();
  await core.mutate({
    collection,
    change: [
      { id: 70_001, set: { name: "second", last_updated: touched } },
      { id: 70_004, set: { last_updated: touched } },
    ],
    delete: [70_101],
  });
  await sync();
});

afterAll(() => core[Symbol.asyncDispose]());

it("compares with the snapshot before the newest by default", async () => {
  const { entries, counts, from, until } = await diffSince();
  expect([from.snapshot, until.snapshot]).toEqual([2, 3]);
  expect(counts).toEqual({ added: 0, removed: 1, changed: 1 });
  expect(entries.map(({ id, kind }) => `${id} ${kind}`)).toEqual(["70001 changed", "70101 removed"]);
});

it("shows the net change with old and new value of each field", async () => {
  const { entries, counts } = await diffSince({ snapshot: 1 });
  const [first] = entries;
  expect(first).toMatchObject({
    id: "70001",
    kind: "changed",
    snapshot: 3,
    changes: [
      { field: "name", after: "second" },
      { field: "sim.iccid", after: "8988303000000099999" },
    ],
  });
  // Endpoint 70101 came with the second snapshot and left with the third, so the net change is none.
  expect(entries.map(({ id, kind }) => `${id} ${kind}`)).toEqual(["70001 changed", "70002 changed", "70003 removed"]);
  expect(counts).toEqual({ added: 0, removed: 1, changed: 2 });
});

it("uses the newest snapshot that was complete at a given time", async () => {
  const { from } = await diffSince({ snapshot: 2 });
  expect((await diffSince({ at: from.at + 1 })).from.snapshot).toBe(2);
  expect((await diffSince({ at: 0 })).from.snapshot).toBe(1);
});

it("does not count the time of the last update as a change, and stores it", async () => {
  const { fleet } = core.client;
  const historyOf = async (id: string): Promise<unknown> => (await fleet.history({ collection, id })).entries;
  expect(await historyOf("70004")).toEqual([]);
  expect((await historyOf("70001")) as object[]).toMatchObject([
    { changes: [{ field: "name", before: "first", after: "second" }] },
    { kind: "changed" },
  ]);
  const { record } = await fleet.get({ collection, id: "70004" });
  expect(record).toMatchObject({ last_updated: touched });
});

it("is paged", async () => {
  const first = await diffSince({ snapshot: 1 }, 2);
  const second = await diffSince({ snapshot: 1 }, 2, first.nextCursor);
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(["70001", "70002", "70003"]);
  expect(second.nextCursor).toBeUndefined();
});

it("reports an unknown snapshot", async () => {
  await expect(diffSince({ snapshot: 9 })).rejects.toMatchObject({ code: "snapshot-unknown" });
});

it("deletes snapshots after five weeks, except one to compare with", async () => {
  await clock.advance(36 * 24 * 3_600_000);
  await core.mutate({ collection, change: [{ id: 70_004, set: { name: "weeks later" } }] });
  await sync();
  expect(await diffSince()).toMatchObject({ from: { snapshot: 3 }, counts: { added: 0, removed: 0, changed: 1 } });
  await expect(diffSince({ snapshot: 2 })).rejects.toMatchObject({ code: "snapshot-unknown" });
});

it("reports that a collection was never synchronised", async () => {
  await expect(core.client.fleet.diff({ collection: "sim", limit: 10 })).rejects.toMatchObject({
    code: "never-synchronised",
  });
});
