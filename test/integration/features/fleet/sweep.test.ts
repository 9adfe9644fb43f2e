/** What a sync may remove from the lists, and the time for which it is valid. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, describe, expect, it } from "vitest";
import type { SyncReport } from "#shared/contract/fleet/fleet.ts";
import type { Oddities } from "../../../../main/simulator/options.ts";
import { startSimulator } from "../../../../main/simulator/simulator.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { startPassThrough } from "../../../fakes/pass-through.ts";
import { type FleetCore, type FleetCoreOptions, openFleetCore } from "../../../make/fleet-core.ts";

const minute = 60_000;
let open = new AsyncDisposableStack();

afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

async function begin(
  endpoints: number,
  { oddities = {}, ...options }: FleetCoreOptions & { readonly oddities?: Oddities } = {},
  before: (path: string) => Promise<void> = () => Promise.resolve(),
  rewrite?: (path: string) => string,
): Promise<FleetCore> {
  const service = await startSimulator({ endpoints, oddities });
  open.defer(() => service.close());
  const { baseUrl } = open.use(await startPassThrough(service.baseUrl, before, rewrite));
  return open.use(await openFleetCore({ ...service, baseUrl }, options));
}

async function syncEndpoints(core: FleetCore, signal = core.context.signal): Promise<SyncReport | undefined> {
  return (await core.handlers.sync({ collections: ["endpoint"] }, { signal })).reports[0];
}

async function total(core: FleetCore): Promise<number> {
  return (await core.handlers.count({ collection: "endpoint", filter: "" }, core.context)).total;
}

const ids = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

describe("a list without a total", () => {
  it("that lacks more than a tenth of the cached rows removes nothing", async () => {
    const core = await begin(2500, { oddities: { noTotals: true } });
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: ids(70_001, 1200) });
    const report = await syncEndpoints(core);
    expect(report).toMatchObject({ state: "partial", unique: 1300, removed: 0 });
    expect(report?.reason).toEqual(codedText("sync-list-too-short", { count: 1300, cached: 2500 }));
    expect(await total(core)).toBe(2500);
  });

  it("that lacks a few removes them", async () => {
    const core = await begin(2500, { oddities: { noTotals: true } });
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: ids(70_001, 30) });
    expect(await syncEndpoints(core)).toMatchObject({ state: "complete", unique: 2470, removed: 30 });
    expect(await total(core)).toBe(2470);
  });
});

describe("a row that is missing from the list", () => {
  it.each([
    ["a service that filters by id", (path: string) => path, codedText("sync-list-changed", { id: "71001" })],
    [
      "a service that ignores the filter",
      (path: string) => path.replace(/&q=[^&]*/, ""),
      codedText("sync-removal-unconfirmed"),
    ],
  ])("stays if %s still has it, although the total was correct", async (_, rewrite, reason) => {
    let shift: (() => Promise<void>) | undefined;
    const before = async (path: string): Promise<void> => {
      if (!path.startsWith("/api/v1/endpoint?page=2&")) return;
      const once = shift;
      shift = undefined;
      await once?.();
    };
    const core = await begin(2500, {}, before, rewrite);
    await syncEndpoints(core);
    shift = () => core.mutate({ collection: "endpoint", delete: [70_010], add: [{ name: "late" }] });
    const report = await syncEndpoints(core);
    expect(report).toMatchObject({ state: "partial", promised: 2500, unique: 2500, removed: 0 });
    expect(report?.reason).toEqual(reason);
    expect(await core.handlers.get({ collection: "endpoint", id: "71001" }, core.context)).toMatchObject({
      id: "71001",
    });
  });

  it("is removed where a service that ignores the filter returns the whole list", async () => {
    const core = await begin(8, {}, undefined, (path) => path.replace(/&q=[^&]*/, ""));
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: [70_001] });
    expect(await syncEndpoints(core)).toMatchObject({ state: "complete", removed: 1 });
  });

  it("costs at most 20 requests, however many are missing", async () => {
    const core = await begin(2500);
    await syncEndpoints(core);
    await core.mutate({ collection: "endpoint", delete: ids(70_001, 1000) });
    const before = await core.requests("endpoint.list");
    expect(await syncEndpoints(core)).toMatchObject({ state: "complete", removed: 1000, requests: 22 });
    expect((await core.requests("endpoint.list")) - before).toBe(22);
  });
});

describe("a sync that was interrupted", () => {
  async function interrupted(clock: ReturnType<typeof createFakeClock>): Promise<FleetCore> {
    const stop = new AbortController();
    const core = await begin(6000, { clock, onProgress: ({ done }) => void (done >= 3000 && stop.abort()) });
    await expect(syncEndpoints(core, stop.signal)).rejects.toMatchObject({ code: "aborted" });
    return core;
  }

  it("is valid as of its start when it continues", async () => {
    const clock = createFakeClock();
    const startedAt = clock.now();
    const core = await interrupted(clock);
    clock.jump(9 * minute);
    expect(await syncEndpoints(core)).toMatchObject({ resumed: true, asOf: startedAt });
    expect(await core.handlers.completeness({ collection: "endpoint" }, core.context)).toMatchObject({
      asOf: startedAt,
    });
  });

  it("restarts after more than ten minutes", async () => {
    const clock = createFakeClock();
    const core = await interrupted(clock);
    clock.jump(11 * minute);
    expect(await syncEndpoints(core)).toMatchObject({ state: "complete", resumed: false, asOf: clock.now() });
  });
});
