/** The operations that a window browses with: jumps, facets, history, audiences, export, self-check. */
import { parse } from "csv-parse/sync";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { type FleetCore, makeFleetCore } from "../../../make/fleet-core.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const collection = "endpoint";
const folder = useScratchFolder();
const clock = createFakeClock();
const told: string[] = [];
let saveTo: string | undefined;
let service: Simulator;
let core: FleetCore;

const first = { collection, filter: "", sort: "", limit: 1000, skip: 0, fromEnd: false } as const;
const list = async (wish: Partial<Parameters<FleetCore["handlers"]["list"]>[0]>): Promise<string[]> =>
  (await core.handlers.list({ ...first, ...wish }, core.context)).items.map(({ id }) => id);

async function sync(): Promise<void> {
  await clock.advance(1000);
  await core.handlers.sync({ collections: [collection] }, core.context);
}

beforeAll(async () => {
  service = await startSimulator({ endpoints: 300, seed: 5 });
  core = await makeFleetCore(service, {
    clock,
    saveTo: () => saveTo,
    onAudiencesChanged: ({ connection }) => told.push(connection),
  });
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

afterAll(async () => {
  await core.close();
  await service.close();
});

beforeEach(() => {
  saveTo = undefined;
});

describe("a list", () => {
  it("goes on behind a jump as it would have without one", async () => {
    const all = await list({ sort: "-name" });
    const page = await core.handlers.list({ ...first, sort: "-name", skip: 120, limit: 50 }, core.context);
    const next = await list({ sort: "-name", limit: 50, cursor: page.nextCursor ?? "" });
    expect([...page.items.map(({ id }) => id), ...next]).toEqual(all.slice(120, 220));
  });

  it("jumps on from a page", async () => {
    const all = await list({ sort: "tags" });
    const { nextCursor = "" } = await core.handlers.list({ ...first, sort: "tags", limit: 10 }, core.context);
    expect(await list({ sort: "tags", cursor: nextCursor, skip: 15, limit: 5 })).toEqual(all.slice(25, 30));
  });

  it("has its last rows in its own order, and ends there", async () => {
    const all = await list({ sort: "name" });
    const page = await core.handlers.list({ ...first, sort: "name", fromEnd: true, limit: 7 }, core.context);
    expect([page.items.map(({ id }) => id), page.nextCursor]).toEqual([all.slice(-7), undefined]);
  });

  it("counts what is left out from the end when it is read from there, and goes on to the end", async () => {
    const all = await list({ sort: "name" });
    const page = await core.handlers.list({ ...first, sort: "name", fromEnd: true, skip: 5, limit: 7 }, core.context);
    const rest = await list({ sort: "name", cursor: page.nextCursor ?? "" });
    expect([page.items.map(({ id }) => id), rest]).toEqual([all.slice(-12, -5), all.slice(-5)]);
  });

  it("has nothing behind its end", async () => {
    expect(await list({ skip: 5000 })).toEqual([]);
  });

  it("cannot be read from its end behind another page", async () => {
    const { nextCursor = "" } = await core.handlers.list({ ...first, limit: 10 }, core.context);
    await expect(list({ cursor: nextCursor, fromEnd: true })).rejects.toMatchObject({ code: "cursor-invalid" });
  });
});

describe("a facet", () => {
  const facet = async (field: string, filter = "", limit = 20): ReturnType<FleetCore["handlers"]["facet"]> =>
    core.handlers.facet({ collection, field, filter, limit }, core.context);

  it("names the values of a closed set, the most frequent first", async () => {
    const { values } = await facet("status");
    const { total } = await core.handlers.count({ collection, filter: "" }, core.context);
    expect(values[0]).toMatchObject({ value: "0", label: "Enabled" });
    expect(values.find(({ value }) => value === "null")).toEqual({ value: "null", label: "No value", count: 1 });
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });

  it("counts as the filter of each value does", async () => {
    for (const { value, count } of (await facet("service_profile", "name:a")).values) {
      const filter = `name:a,service_profile:${value}`;
      expect((await core.handlers.count({ collection, filter }, core.context)).total).toBe(count);
    }
  });

  it("counts each tag by itself", async () => {
    const { values } = await facet("tags");
    expect(values.find(({ value }) => value === "cold")).toEqual({ value: "cold", label: "cold", count: 1 });
    expect(values.some(({ value }) => value.includes(","))).toBe(false);
  });

  it("counts the rest where there are more values than wanted", async () => {
    const { values, other } = await facet("name", "", 3);
    const { total } = await core.handlers.count({ collection, filter: "" }, core.context);
    expect([values.length, other + values.reduce((sum, { count }) => sum + count, 0)]).toEqual([3, total]);
  });

  it("is that of the rows as they are now", async () => {
    const before = (await facet("tags")).values.find(({ value }) => value === "fresh");
    await core.mutate({ collection, change: [{ id: 70_010, set: { tags: "fresh" } }] });
    await sync();
    const after = (await facet("tags")).values.find(({ value }) => value === "fresh");
    expect([before, after?.count]).toEqual([undefined, 1]);
  });

  it("refuses a field that there is not", async () => {
    await expect(facet("colour")).rejects.toMatchObject({ code: "field-unknown" });
  });
});

it("tells every change of a record, newest first", async () => {
  const { entries } = await core.handlers.history({ collection, id: "70002", limit: 10 }, core.context);
  expect(
    entries.map(({ snapshot, kind, changes }) => [snapshot, kind, changes.find(({ field }) => field === "name")]),
  ).toEqual([
    [3, "changed", { field: "name", before: "second name", after: "third name" }],
    [2, "changed", expect.objectContaining({ field: "name", after: "second name" })],
  ]);
  const gone = await core.handlers.history({ collection, id: "70003", limit: 10 }, core.context);
  expect(gone.entries.map(({ kind }) => kind)).toEqual(["gone"]);
});

it("lists the snapshots, newest first", async () => {
  const { snapshots } = await core.handlers.snapshots({ collection, limit: 2 }, core.context);
  const newest = (await core.handlers.completeness({ collection }, core.context)).snapshot ?? 0;
  expect(snapshots.map(({ snapshot }) => snapshot)).toEqual([newest, newest - 1]);
  expect(snapshots[0]?.at).toBeGreaterThan(snapshots[1]?.at ?? 0);
});

describe("an audience", () => {
  it("keeps each endpoint once, in the order given, and restricts lists and counts", async () => {
    const saved = await core.handlers.saveAudience(
      { name: "Vans", ids: ["70009", "70005", "70009", "70007"] },
      core.context,
    );
    const { audiences } = await core.handlers.audiences({}, core.context);
    const { ids } = await core.handlers.audienceMembers({ audience: saved.id }, core.context);
    expect([saved.size, audiences, ids]).toEqual([3, [saved], ["70009", "70005", "70007"]]);
    expect(await list({ audience: saved.id, sort: "-id" })).toEqual(["70009", "70007", "70005"]);
    expect(await core.handlers.count({ collection, filter: "id:70007", audience: saved.id }, core.context)).toEqual({
      total: 1,
    });
    await expect(core.handlers.saveAudience({ name: "vans", ids: ["1"] }, core.context)).rejects.toMatchObject({
      code: "name-taken",
    });
    await core.handlers.removeAudience({ audience: saved.id }, core.context);
    await expect(list({ audience: saved.id })).rejects.toMatchObject({ code: "audience-unknown" });
    expect(told).toEqual(["practice", "practice"]);
  });

  it("restricts endpoints alone", async () => {
    const { id } = await core.handlers.saveAudience({ name: "one", ids: ["70005"] }, core.context);
    const asking = core.handlers.list({ ...first, collection: "sim", audience: id }, core.context);
    await expect(asking).rejects.toMatchObject({ code: "audience-of-endpoints" });
  });

  it("whose keeping was stopped is not there, and its name is free", async () => {
    const stopped = AbortSignal.abort();
    const keeping = core.handlers.saveAudience({ name: "never", ids: ["70005"] }, { signal: stopped });
    await expect(keeping).rejects.toMatchObject({ code: "aborted" });
    const again = await core.handlers.saveAudience({ name: "never", ids: ["70006"] }, core.context);
    expect(again.size).toBe(1);
  });

  it("whose removal was interrupted is not shown, and makes way with all its members", async () => {
    const half = await core.handlers.saveAudience({ name: "half", ids: ["70005"] }, core.context);
    await core.queries.hideAudience(half.id);
    const { audiences } = await core.handlers.audiences({}, core.context);
    expect(audiences.map(({ name }) => name)).not.toContain("half");
    const again = await core.handlers.saveAudience({ name: "half", ids: ["70006"] }, core.context);
    expect((await core.queries.readMembers(half.id, -1, 10)).ids).toEqual([]);
    await core.handlers.removeAudience({ audience: again.id }, core.context);
    expect((await core.queries.readMembers(again.id, -1, 10)).ids).toEqual([]);
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

  it("has one line per row in the list's order, safe to open, every digit of every number", async () => {
    saveTo = folder.path("all.csv");
    const answer = await core.handlers.exportCsv({ collection, filter: "", sort: "-name", columns }, core.context);
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

  it("holds the selected rows alone that the filter lets through", async () => {
    saveTo = folder.path("some.csv");
    const ids = ["70001", "70007", "70005", "999"];
    const asked = { collection, filter: "name:a", sort: "", columns, ids } as const;
    const { rows } = await core.handlers.exportCsv(asked, core.context);
    const lines: Record<string, string>[] = parse(readFileSync(saveTo, "utf8"), { bom: true, columns: true });
    const expected = (await list({ filter: "name:a" })).filter((id) => ids.includes(id));
    expect([rows, lines.map((line) => line["ID"])]).toEqual([expected.length, expected]);
  });

  it("that a person thinks better of writes nothing", async () => {
    expect(await core.handlers.exportCsv({ collection, filter: "", sort: "", columns }, core.context)).toEqual({
      outcome: "cancelled",
      rows: 0,
    });
  });

  it("says it when the folder has gone, and leaves nothing half written when it is stopped", async () => {
    saveTo = folder.path("no/such/out.csv");
    const lost = core.handlers.exportCsv({ collection, filter: "", sort: "", columns }, core.context);
    await expect(lost).rejects.toMatchObject({ code: "file-unwritable" });
    mkdirSync(folder.path("empty"));
    saveTo = folder.path("empty/out.csv");
    const stopped = core.handlers.exportCsv(
      { collection, filter: "", sort: "", columns },
      { signal: AbortSignal.abort() },
    );
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    expect(readdirSync(folder.path("empty"))).toEqual([]);
  });
});

describe("the self-check", () => {
  const check = async (filter = "", sort = ""): ReturnType<FleetCore["handlers"]["selfCheck"]> =>
    core.handlers.selfCheck({ collection, filter, sort, limit: 50 }, core.context);

  it("agrees while nothing has changed at the service", async () => {
    await sync();
    expect(await check("name:a", "-name")).toMatchObject({
      agrees: true,
      compared: 50,
      onlyInCache: [],
      onlyInService: [],
    });
  });

  it("names what either has alone, and not what was merely pushed over the edge", async () => {
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

it("says a total of 0 live where the service promised it", async () => {
  const answer = await core.handlers.listLive(
    { collection, filter: "name:nothing has this", sort: "", limit: 10 },
    core.context,
  );
  expect([answer.items, answer.total, answer.complete]).toEqual([[], 0, true]);
});
