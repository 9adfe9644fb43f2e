/** `fleet.sync` into an empty cache against a bare loop of fetch, parse and insert on the same service: alternating, medians. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bareSync } from "./bare-sync.ts";
import { openBenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Report } from "./figures.ts";
import type { Job } from "./job.ts";
import { startService, type ServiceAddress } from "./service.ts";
import { median } from "./statistics.ts";

const rounds = ["bare", "ours", "indexed", "indexed", "ours", "bare", "bare", "ours", "indexed"] as const;
type Side = (typeof rounds)[number] | "again";

async function ourSync(
  service: ServiceAddress,
  dataDir: string,
  endpoints: number,
): Promise<{ first: number; again: number }> {
  await using core = await openBenchCore(dataDir, service);
  const once = async (): Promise<number> => {
    const startedAt = performance.now();
    const { reports } = await core.client.fleet.sync({ collections: ["endpoint"] });
    const tookMs = performance.now() - startedAt;
    const [report] = reports;
    if (report?.state !== "complete" || report.unique !== endpoints) {
      throw new Error(`The sync ended ${report?.state} with ${report?.unique} of ${endpoints}.`);
    }
    return tookMs;
  };
  return { first: await once(), again: await once() };
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const endpoints = quick ? 5000 : 100_000;
  await using service = await startService({ endpoints, seed });
  const rates: Record<Side, number[]> = { bare: [], ours: [], indexed: [], again: [] };
  const rate = (tookMs: number): number => (endpoints * 1000) / tookMs;
  const run = async (side: (typeof rounds)[number], counts: boolean): Promise<void> => {
    const folder = join(scratch, "turn");
    mkdirSync(folder);
    if (side === "ours") {
      const { first, again } = await ourSync(service, folder, endpoints);
      if (counts) rates.ours.push(rate(first));
      if (counts) rates.again.push(rate(again));
    } else {
      const { tookMs, rows } = await bareSync(service, join(folder, "bare.db"), side === "indexed");
      if (rows !== endpoints) throw new Error(`The bare loop stored ${rows} of ${endpoints}.`);
      if (counts) rates[side].push(rate(tookMs));
    }
    rmSync(folder, { recursive: true });
  };
  // The first turn of each is slower and does not count.
  await run("bare", false);
  await run("ours", false);
  for (const side of rounds) await run(side, true);
  const [ours, bare, indexed] = [median(rates.ours), median(rates.bare), median(rates.indexed)];
  const note = `${endpoints} endpoints into an empty cache, ${rates.ours.length} turns each`;
  return {
    figures: [
      { label: "bare loop, one plain table", value: bare, unit: "rows/s", note },
      { label: "bare loop, the cache's tables", value: indexed, unit: "rows/s", note: "all indexes, with trigrams" },
      { label: "fleet.sync", value: ours, unit: "rows/s" },
      { label: "fleet.sync, nothing new", value: median(rates.again), unit: "rows/s" },
      { label: "sync : bare loop", value: ours / bare, unit: "", target: { atLeast: 0.8 } },
      { label: "sync : bare loop, same tables", value: ours / indexed, unit: "" },
    ],
    details: rates,
  };
});
