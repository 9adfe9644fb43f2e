/** The large cache that several measurements share: created once, used by one of them at a time. */
import { join } from "node:path";
import { openBenchCore } from "./bench-core.ts";
import type { LargeFleet } from "./job.ts";
import { seedCache } from "./seed-cache.ts";
import { startService } from "./service.ts";

export interface OwnedLargeFleet extends LargeFleet, AsyncDisposable {}

/** More than a million, so that a million of them are enabled. */
const rowsInFull = 1_040_000;
const rowsInQuick = 20_000;

export async function createLargeFleet(folder: string, quick: boolean, seed: number): Promise<OwnedLargeFleet> {
  const rows = quick ? rowsInQuick : rowsInFull;
  const dataDir = join(folder, "large");
  const service = await startService({ endpoints: rows, seed });
  // The first connection of a database has number 1.
  const core = await openBenchCore(dataDir, service);
  await core[Symbol.asyncDispose]();
  seedCache({ dataDir, rows, connection: 1, nowMs: Date.now() });
  const { baseUrl, applicationToken } = service;
  return {
    dataDir,
    rows,
    service: { baseUrl, applicationToken },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
