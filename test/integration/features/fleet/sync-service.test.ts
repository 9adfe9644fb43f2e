/** Syncs observed and cancelled by other callers. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { type FleetCore, openFleetCore } from "../../../make/fleet-core.ts";

let service: Simulator;
let core: FleetCore;
let ends: unknown[];
let progress: number[];
/** Runs after a page of a sync has arrived. */
let onProgress: (collection: Collection) => void;

beforeEach(async () => {
  service = await startSimulator({ endpoints: 2500 });
  ends = [];
  progress = [];
  onProgress = () => undefined;
  core = await openFleetCore(service, {
    onProgress: ({ collection, done }) => {
      progress.push(done);
      if (done > 0) onProgress(collection);
    },
    onSyncEnded: (end) => ends.push(end),
  });
});

afterEach(async () => {
  await core[Symbol.asyncDispose]();
  await service.close();
});

it("is reported before its first page, which may have to wait for long", async () => {
  await core.handlers.sync({ collections: ["endpoint"] }, core.context);
  expect(progress[0]).toBe(0);
});

it("reports its progress while it runs, and nothing afterwards", async () => {
  const seen: unknown[] = [];
  onProgress = () => void core.handlers.syncs({}, core.context).then(({ syncs }) => seen.push(...syncs));
  await core.handlers.sync({ collections: ["endpoint"] }, core.context);
  expect(seen[0]).toMatchObject({ connection: "practice", collection: "endpoint", total: 2500 });
  expect(await core.handlers.syncs({}, core.context)).toEqual({ syncs: [] });
  expect(ends).toEqual([{ connection: "practice", collection: "endpoint", outcome: "complete" }]);
});

it("cancels a sync on request; the cache is partial, and the next sync continues from there", async () => {
  const answers: unknown[] = [];
  onProgress = () => void core.handlers.cancelSync({}, core.context).then((answer) => answers.push(answer));
  await expect(core.handlers.sync({ collections: ["endpoint"] }, core.context)).rejects.toMatchObject({
    code: "sync-cancelled",
  });
  expect(answers[0]).toEqual({ cancelled: 1 });
  expect(ends).toEqual([{ connection: "practice", collection: "endpoint", outcome: "cancelled" }]);
  const cache = await core.handlers.completeness({ collection: "endpoint" }, core.context);
  expect(cache).toMatchObject({ state: "partial", reason: codedText("first-sync-unfinished") });
  expect(cache.unique).toBeGreaterThanOrEqual(1000);
  onProgress = () => undefined;
  const { reports } = await core.handlers.sync({ collections: ["endpoint"] }, core.context);
  expect(reports).toEqual([expect.objectContaining({ state: "complete", unique: 2500, resumed: true })]);
});

it("continues with the other collections when one of them is cancelled", async () => {
  onProgress = (collection) => {
    if (collection === "endpoint") void core.handlers.cancelSync({ collection }, core.context);
  };
  const { reports } = await core.handlers.sync({ collections: ["endpoint", "sim"] }, core.context);
  expect(reports.map(({ collection, state }) => [collection, state])).toEqual([
    ["endpoint", "partial"],
    ["sim", "complete"],
  ]);
});

it("ends the whole call when all of it is cancelled", async () => {
  onProgress = () => void core.handlers.cancelSync({}, core.context);
  await expect(core.handlers.sync({}, core.context)).rejects.toMatchObject({ code: "sync-cancelled" });
  expect(ends).toHaveLength(1);
});

it("is reported as cancelled when the caller has cancelled, and the caller's own failure is unchanged", async () => {
  const caller = new AbortController();
  onProgress = () => caller.abort();
  await expect(core.handlers.sync({ collections: ["endpoint"] }, caller)).rejects.not.toMatchObject({
    code: "sync-cancelled",
  });
  expect(ends).toEqual([{ connection: "practice", collection: "endpoint", outcome: "cancelled" }]);
});

it("is reported with its failure reason", async () => {
  await service.close();
  await expect(core.handlers.sync({ collections: ["endpoint"] }, core.context)).rejects.toThrow();
  expect(ends).toMatchObject([
    {
      connection: "practice",
      collection: "endpoint",
      outcome: "failed",
      message: { code: expect.any(String) as string },
    },
  ]);
});
