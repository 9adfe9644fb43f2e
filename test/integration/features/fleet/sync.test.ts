/** Synchronising over real HTTP: completeness proofs, interruptions, and which data takes precedence. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, describe, expect, it } from "vitest";
import type { SyncReport } from "#shared/contract/fleet/fleet.ts";
import type { Oddities } from "../../../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { type FleetCore, type FleetCoreOptions, openFleetCore } from "../../../make/fleet-core.ts";

let open = new AsyncDisposableStack();

afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

async function begin(
  endpoints: number,
  { oddities, ...options }: FleetCoreOptions & { readonly oddities?: Oddities } = {},
): Promise<{ readonly service: Simulator; readonly core: FleetCore }> {
  const service = await startSimulator({ endpoints, oddities });
  open.defer(() => service.close());
  return { service, core: open.use(await openFleetCore(service, options)) };
}

async function syncEndpoints(core: FleetCore, signal = core.context.signal): Promise<SyncReport | undefined> {
  return (await core.handlers.sync({ collections: ["endpoint"] }, { signal })).reports[0];
}

async function total(core: FleetCore): Promise<number> {
  return (await core.handlers.count({ collection: "endpoint", filter: "" }, core.context)).total;
}

describe("a sync", () => {
  it("ends with a proof and a numbered snapshot", async () => {
    const clock = createFakeClock();
    const { core } = await begin(2500, { clock });
    const proof = { state: "complete", asOf: clock.now(), promised: 2500, unique: 2500, duplicates: 0, gaps: 0 };
    expect(await syncEndpoints(core)).toEqual({
      collection: "endpoint",
      snapshot: 1,
      ...proof,
      added: 2500,
      changed: 0,
      removed: 0,
      requests: 3,
      resumed: false,
    });
    expect(await core.handlers.completeness({ collection: "endpoint" }, core.context)).toEqual({
      snapshot: 1,
      ...proof,
    });
    expect(await total(core)).toBe(2500);
  });

  it("counts new, changed and removed rows since the last sync", async () => {
    const { core } = await begin(1200);
    await syncEndpoints(core);
    await core.mutate({
      collection: "endpoint",
      change: [{ id: 70_001, set: { name: "renamed" } }],
      delete: [70_002, 70_003],
      add: [{ name: "new" }],
    });
    expect(await syncEndpoints(core)).toMatchObject({
      snapshot: 2,
      state: "complete",
      added: 1,
      changed: 1,
      removed: 2,
    });
    expect(await total(core)).toBe(1199);
  });

  it("continues where it was interrupted and still proves completeness", async () => {
    const stop = new AbortController();
    const { core } = await begin(10_000, { onProgress: ({ done }) => void (done >= 8000 && stop.abort()) });
    await expect(syncEndpoints(core, stop.signal)).rejects.toMatchObject({ code: "aborted" });
    const before = await core.requests("endpoint.list");
    const report = await syncEndpoints(core);
    expect(report).toMatchObject({
      state: "complete",
      snapshot: 1,
      added: 10_000,
      unique: 10_000,
      gaps: 0,
      resumed: true,
    });
    expect((await core.requests("endpoint.list")) - before).toBeLessThan(9);
    expect(await total(core)).toBe(10_000);
  });

  it("restarts if the list changed during the interruption", async () => {
    const stop = new AbortController();
    const { core } = await begin(6000, { onProgress: ({ done }) => void (done >= 3000 && stop.abort()) });
    await expect(syncEndpoints(core, stop.signal)).rejects.toMatchObject({ code: "aborted" });
    await core.mutate({ collection: "endpoint", delete: [70_010], add: [{ name: "late" }] });
    expect(await syncEndpoints(core)).toMatchObject({
      state: "complete",
      promised: 6000,
      unique: 6000,
      removed: 1,
      resumed: false,
    });
    expect(await total(core)).toBe(6000);
    await expect(core.handlers.get({ collection: "endpoint", id: "70010" }, core.context)).rejects.toMatchObject({
      code: "not-in-cache",
    });
  });

  it("retains rows that a partial list lacks, and reports that", async () => {
    const { core } = await begin(2500, { oddities: { driftPerPage: 5 } });
    const report = await syncEndpoints(core);
    expect(report).toMatchObject({ state: "partial", promised: 2500, unique: 2490, gaps: 10, removed: 0 });
    expect(report?.reason).toBeDefined();
  });

  it("removes nothing when a later walk is partial", async () => {
    const { service, core } = await begin(2500);
    await syncEndpoints(core);
    service.setFaults({ rules: [{ kind: "error-before", rate: 1, on: "endpoint.list" }] });
    await expect(syncEndpoints(core)).rejects.toMatchObject({ code: expect.any(String) as string });
    expect(await total(core)).toBe(2500);
    expect(await core.handlers.completeness({ collection: "endpoint" }, core.context)).toMatchObject({
      state: "complete",
      snapshot: 1,
    });
  });

  it("accepts an empty list only after the service returned it twice", async () => {
    const { core } = await begin(3);
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: [70_001, 70_002, 70_003] });
    const before = await core.requests("endpoint.list");
    expect(await syncEndpoints(core)).toMatchObject({ state: "complete", promised: 0, removed: 3, requests: 5 });
    // The list twice, then each of the three by its id.
    expect((await core.requests("endpoint.list")) - before).toBe(5);
  });

  it("retains the cache when an empty list comes without a total", async () => {
    const { core } = await begin(3, { oddities: { noTotals: true } });
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: [70_001, 70_002, 70_003] });
    expect(await syncEndpoints(core)).toMatchObject({
      state: "partial",
      removed: 0,
      reason: codedText("sync-list-empty"),
    });
    expect(await total(core)).toBe(3);
  });

  it("reports a collection that the service lacks, and fails if it was requested by name", async () => {
    const { core } = await begin(10, { oddities: { notOffered: ["imsi.list"] } });
    const { reports } = await core.handlers.sync({}, core.context);
    expect(reports.map(({ collection, state }) => `${collection} ${state}`)).toEqual([
      "endpoint complete",
      "sim complete",
      "imsi not-offered",
      "organisation complete",
      "user complete",
      "tariff_plan complete",
    ]);
    await expect(core.handlers.sync({ collections: ["imsi"] }, core.context)).rejects.toMatchObject({
      code: "not-offered",
    });
  });

  it.each([
    ["a gateway's page", { kind: "html", status: 404 } as const, "unexpected-answer"],
    ["an empty 404", { kind: "answer-before", status: 404, body: "" } as const, "not-offered"],
  ])("a complete cache stays complete after %s", async (_what, fault, code) => {
    const { core, service } = await begin(10);
    await syncEndpoints(core);
    service.setFaults({ rules: [{ ...fault, rate: 1, on: "endpoint.list" }] });
    await expect(syncEndpoints(core)).rejects.toMatchObject({ code });
    expect(await core.handlers.completeness({ collection: "endpoint" }, core.context)).toMatchObject({
      state: "complete",
      unique: 10,
    });
  });

  it("reads the other collections when one is answered with a gateway's page", async () => {
    const { core, service } = await begin(10);
    service.setFaults({ rules: [{ kind: "html", status: 404, rate: 1, on: "imsi.list" }] });
    const { reports } = await core.handlers.sync({}, core.context);
    expect(reports.map(({ state }) => state)).toEqual([
      "complete",
      "complete",
      "partial",
      "complete",
      "complete",
      "complete",
    ]);
  });

  it("treats ids as text and ids as numbers as the same rows", async () => {
    const { core } = await begin(50, { oddities: { textIds: true } });
    await syncEndpoints(core);
    const page = await core.handlers.list(
      { collection: "endpoint", filter: "", sort: "-id", limit: 1, skip: 0, fromEnd: false },
      core.context,
    );
    expect(page.items[0]?.id).toBe("70050");
    expect(await core.handlers.get({ collection: "endpoint", id: "70050" }, core.context)).toMatchObject({
      id: "70050",
    });
  });

  it("rejects a concurrent sync of the same collection", async () => {
    const { core } = await begin(3000);
    const first = syncEndpoints(core);
    await expect(syncEndpoints(core)).rejects.toMatchObject({ code: "sync-running" });
    expect(await first).toMatchObject({ state: "complete" });
  });
});
