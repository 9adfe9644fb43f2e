/** The operations that a window browses with: jumps, facets, history, audiences, export, comparison with the service. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { parse } from "csv-parse/sync";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Files } from "../../../../main/core/hosts.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { countRows, openCore, type Core } from "../../../make/core.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const collection = "endpoint";
const folder = useScratchFolder();
const clock = createFakeClock();
const notified: string[] = [];
let saveTo: string | undefined;
let core: Core;

const first = { collection, filter: "", sort: "", limit: 1000, skip: 0, fromEnd: false } as const;
const list = async (query: Partial<Parameters<Core["client"]["fleet"]["list"]>[0]>): Promise<string[]> =>
  (await core.client.fleet.list({ ...first, ...query })).items.map(({ id }) => id);

async function sync(): Promise<void> {
  await clock.advance(1000);
  await core.client.fleet.sync({ collections: [collection] });
}

beforeAll(async () => {
  const files: Files = { saveAs: () => Promise.resolve(saveTo), open: () => Promise.resolve(undefined) };
  core = await openCore({ simulator: { endpoints: 300, seed: 5 }, clock, sync: [], hosts: { files } });
  core.app.on("fleet.audiencesChanged", ({ connection }) => notified.push(connection));
  await sync();
  await core.mutate({
    collection,
    change: [
      { id: 70_001, set: { name: "=1+1", tags: "north,cold" } },
      { id: 70_002, set: { name: "second name" }, unset: ["status"] },
    ],
    delete: [70_003],
  });
  await sync();
  await core.mutate({ collection, change: [{ id: 70_002, set: { name: "third name" } }] });
  await sync();
});

afterAll(() => core[Symbol.asyncDispose]());

beforeEach(() => {
  saveTo = undefined;
});

describe("a list", () => {
  it("continues after a jump as it would have without one", async () => {
    const all = await list({ sort: "-name" });
    const page = await core.client.fleet.list({ ...first, sort: "-name", skip: 120, limit: 50 });
    const next = await list({ sort: "-name", limit: 50, cursor: page.nextCursor ?? "" });
    expect([...page.items.map(({ id }) => id), ...next]).toEqual(all.slice(120, 220));
  });

  it("jumps relative to a page", async () => {
    const all = await list({ sort: "tags" });
    const { nextCursor = "" } = await core.client.fleet.list({ ...first, sort: "tags", limit: 10 });
    expect(await list({ sort: "tags", cursor: nextCursor, skip: 15, limit: 5 })).toEqual(all.slice(25, 30));
  });

  it("returns its last rows in its own order, and ends there", async () => {
    const all = await list({ sort: "name" });
    const page = await core.client.fleet.list({ ...first, sort: "name", fromEnd: true, limit: 7 });
    expect([page.items.map(({ id }) => id), page.nextCursor]).toEqual([all.slice(-7), undefined]);
  });

  it("counts the rows before when it is read from its end, and continues to the end", async () => {
    const all = await list({ sort: "name" });
    const page = await core.client.fleet.list({ ...first, sort: "name", fromEnd: true, skip: 5, limit: 7 });
    const rest = await list({ sort: "name", cursor: page.nextCursor ?? "" });
    expect([page.items.map(({ id }) => id), rest]).toEqual([all.slice(-12, -5), all.slice(-5)]);
  });

  it("has nothing after its end", async () => {
    expect(await list({ skip: 5000 })).toEqual([]);
  });

  it("cannot be read from its end relative to another page", async () => {
    const { nextCursor = "" } = await core.client.fleet.list({ ...first, limit: 10 });
    await expect(list({ cursor: nextCursor, fromEnd: true })).rejects.toMatchObject({ code: "cursor-invalid" });
  });
});

it("accepts a label of a closed set as its code, in the cache and at the service", async () => {
  const { fleet } = core.client;
  const { total } = await fleet.count({ collection, filter: "status:1" });
  expect(await fleet.count({ collection, filter: "status:Disabled" })).toEqual({ total });
  expect(await fleet.listLive({ collection, filter: "status:Disabled", limit: 1 })).toMatchObject({ total });
  await expect(fleet.count({ collection, filter: "status:broken" })).rejects.toThrow(
    formatText(
      codedText("filter-value-unknown", {
        name: "status",
        value: "broken",
        position: 8,
        values: "Enabled, Disabled, Deleted",
      }),
    ),
  );
});

it("counts how many of the rows named by id match a filter", async () => {
  const ids = ["70001", "70007", "70005", "999"];
  const matchCount = (await list({ filter: "name:a" })).filter((id) => ids.includes(id)).length;
  const { fleet } = core.client;
  expect(await fleet.count({ collection, filter: "name:a", ids })).toEqual({ total: matchCount });
  expect(await fleet.count({ collection, filter: "", ids })).toEqual({ total: 3 });
});

describe("a facet", () => {
  const facet = async (field: string, filter = "", limit = 20): ReturnType<Core["client"]["fleet"]["facet"]> =>
    core.client.fleet.facet({ collection, field, filter, limit });

  it("contains the values of a closed set, the most frequent first", async () => {
    const { values } = await facet("status");
    const { total } = await core.client.fleet.count({ collection, filter: "" });
    expect(values[0]).toMatchObject({ value: "0", label: "Enabled" });
    expect(values.find(({ value }) => value === "null")).toEqual({
      value: "null",
      label: t(($) => $.fleet.filter.noValue),
      count: 1,
    });
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });

  it("counts as the filter of each value does", async () => {
    for (const { value, count } of (await facet("service_profile", "name:a")).values) {
      const filter = `name:a,service_profile:${value}`;
      expect((await core.client.fleet.count({ collection, filter })).total).toBe(count);
    }
  });

  it("counts each tag separately", async () => {
    const { values } = await facet("tags");
    expect(values.find(({ value }) => value === "cold")).toEqual({ value: "cold", label: "cold", count: 1 });
    expect(values.some(({ value }) => value.includes(","))).toBe(false);
  });

  it("counts the rest if there are more values than requested", async () => {
    const { values, other } = await facet("name", "", 3);
    const { total } = await core.client.fleet.count({ collection, filter: "" });
    expect([values.length, other + values.reduce((sum, { count }) => sum + count, 0)]).toEqual([3, total]);
  });

  it("reflects the current rows", async () => {
    const before = (await facet("tags")).values.find(({ value }) => value === "fresh");
    await core.mutate({ collection, change: [{ id: 70_010, set: { tags: "fresh" } }] });
    await sync();
    const after = (await facet("tags")).values.find(({ value }) => value === "fresh");
    expect([before, after?.count]).toEqual([undefined, 1]);
  });

  it("rejects an unknown field", async () => {
    await expect(facet("colour")).rejects.toMatchObject({ code: "field-unknown" });
  });
});

it("lists every change of a record, newest first", async () => {
  const { entries } = await core.client.fleet.history({ collection, id: "70002", limit: 10 });
  expect(
    entries.map(({ snapshot, kind, changes }) => [snapshot, kind, changes.find(({ field }) => field === "name")]),
  ).toEqual([
    [3, "changed", { field: "name", before: "second name", after: "third name" }],
    [2, "changed", expect.objectContaining({ field: "name", after: "second name" })],
  ]);
  const history = await core.client.fleet.history({ collection, id: "70003", limit: 10 });
  expect(history.entries.map(({ kind }) => kind)).toEqual(["removed"]);
});

it("lists the snapshots, newest first", async () => {
  const { snapshots } = await core.client.fleet.snapshots({ collection, limit: 2 });
  const newest = (await core.client.fleet.completeness({ collection })).snapshot ?? 0;
  expect(snapshots.map(({ snapshot }) => snapshot)).toEqual([newest, newest - 1]);
  expect(snapshots[0]?.at).toBeGreaterThan(snapshots[1]?.at ?? 0);
});

describe("an audience", () => {
  it("saves each endpoint once, in the given order, and restricts lists and counts", async () => {
    const saved = await core.client.fleet.saveAudience({ name: "Vans", ids: ["70009", "70005", "70009", "70007"] });
    const { audiences } = await core.client.fleet.audiences({});
    const { ids } = await core.client.fleet.audienceMembers({ audience: saved.id });
    expect([saved.size, audiences, ids]).toEqual([3, [saved], ["70009", "70005", "70007"]]);
    expect(await list({ audience: saved.id, sort: "-id" })).toEqual(["70009", "70007", "70005"]);
    expect(await core.client.fleet.count({ collection, filter: "id:70007", audience: saved.id })).toEqual({
      total: 1,
    });
    await expect(core.client.fleet.saveAudience({ name: "vans", ids: ["1"] })).rejects.toMatchObject({
      code: "name-taken",
    });
    await core.client.fleet.removeAudience({ audience: saved.id });
    await expect(list({ audience: saved.id })).rejects.toMatchObject({ code: "audience-unknown" });
    expect(notified).toEqual(["practice", "practice"]);
  });

  it("restricts endpoints only", async () => {
    const { id } = await core.client.fleet.saveAudience({ name: "one", ids: ["70005"] });
    const listing = core.client.fleet.list({ ...first, collection: "sim", audience: id });
    await expect(listing).rejects.toMatchObject({ code: "audience-of-endpoints" });
  });

  it("whose saving was cancelled does not exist, and its name is available", async () => {
    const stopped = AbortSignal.abort();
    const saving = core.client.fleet.saveAudience({ name: "never", ids: ["70005"] }, stopped);
    await expect(saving).rejects.toMatchObject({ code: "aborted" });
    const again = await core.client.fleet.saveAudience({ name: "never", ids: ["70006"] });
    expect(again.size).toBe(1);
  });

  it("whose removal was interrupted is not shown, and is replaced with all its members", async () => {
    const half = await core.client.fleet.saveAudience({ name: "half", ids: ["70005"] });
    const hide = "UPDATE fleet_audience SET size = NULL WHERE audience = ?";
    core.inDatabase((db) => db.prepare(hide).run(half.id));
    const members = (audience: number): unknown =>
      countRows(core, `fleet_audience_member WHERE audience = ${audience}`);
    expect(members(half.id)).toBe(1);
    const { audiences } = await core.client.fleet.audiences({});
    expect(audiences.map(({ name }) => name)).not.toContain("half");
    const again = await core.client.fleet.saveAudience({ name: "half", ids: ["70006"] });
    expect(members(half.id)).toBe(0);
    await core.client.fleet.removeAudience({ audience: again.id });
    expect(members(again.id)).toBe(0);
  });
});

describe("an export", () => {
  const columns = [
    { path: "id", title: "ID" },
    { path: "name", title: "Name" },
    { path: "sim.iccid", title: "ICCID" },
    { path: "status", title: "Status" },
    { path: "tags", title: "Tags" },
  ];

  it("has one line per row in the list's order, safe to open, with every digit of every number", async () => {
    saveTo = folder.path("all.csv");
    const answer = await core.client.fleet.exportCsv({ collection, filter: "", sort: "-name", columns });
    const lines: Record<string, string>[] = parse(readFileSync(saveTo, "utf8"), { bom: true, columns: true });
    expect(answer).toEqual({ outcome: "written", rows: lines.length, file: saveTo });
    expect(lines.map((line) => line["ID"])).toEqual(await list({ sort: "-name" }));
    expect(lines.find((line) => line["ID"] === "70001")).toMatchObject({
      Name: "'=1+1",
      Status: "Enabled",
      Tags: "north,cold",
    });
    expect(lines[0]?.["ICCID"]).toMatch(/^89\d{17}$/);
  });

  it("contains only the selected rows that match the filter", async () => {
    saveTo = folder.path("some.csv");
    const ids = ["70001", "70007", "70005", "999"];
    const query = { collection, filter: "name:a", sort: "", columns, ids } as const;
    const { rows } = await core.client.fleet.exportCsv(query);
    const lines: Record<string, string>[] = parse(readFileSync(saveTo, "utf8"), { bom: true, columns: true });
    const expected = (await list({ filter: "name:a" })).filter((id) => ids.includes(id));
    expect([rows, lines.map((line) => line["ID"])]).toEqual([expected.length, expected]);
  });

  it("that is cancelled in the dialog writes nothing", async () => {
    expect(await core.client.fleet.exportCsv({ collection, filter: "", sort: "", columns })).toEqual({
      outcome: "cancelled",
      rows: 0,
    });
  });

  it("reports a missing folder, and leaves no partial file when it is cancelled", async () => {
    saveTo = folder.path("no/such/out.csv");
    const lost = core.client.fleet.exportCsv({ collection, filter: "", sort: "", columns });
    await expect(lost).rejects.toMatchObject({ code: "file-unwritable" });
    mkdirSync(folder.path("empty"));
    saveTo = folder.path("empty/out.csv");
    const stopped = core.client.fleet.exportCsv({ collection, filter: "", sort: "", columns }, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    expect(readdirSync(folder.path("empty"))).toEqual([]);
  });
});

describe("the comparison with the service", () => {
  const check = async (filter = "", sort = ""): ReturnType<Core["client"]["fleet"]["selfCheck"]> =>
    core.client.fleet.selfCheck({ collection, filter, sort, limit: 50 });

  it("agrees if nothing has changed at the service", async () => {
    await sync();
    expect(await check("name:a", "-name")).toMatchObject({
      agrees: true,
      compared: 50,
      onlyInCache: [],
      onlyInService: [],
    });
  });

  it("names the records that only one side has, and not those that moved to another page", async () => {
    await sync();
    await core.mutate({ collection, delete: [70_011], add: [{ name: "brand new" }] });
    const { agrees, onlyInCache, onlyInService, orderDiffersAt, cacheTotal, serviceTotal } = await check("", "id");
    expect({ agrees, onlyInCache, onlyInService, equal: cacheTotal === serviceTotal }).toEqual({
      agrees: false,
      onlyInCache: ["70011"],
      onlyInService: [],
      equal: true,
    });
    expect(orderDiffersAt).toBeGreaterThan(0);
  });
});

it("reports a total of 0 at the service if the service sent it", async () => {
  const answer = await core.client.fleet.listLive({ collection, filter: "name:nothing has this", sort: "", limit: 10 });
  expect([answer.items, answer.total, answer.complete]).toEqual([[], 0, true]);
});
