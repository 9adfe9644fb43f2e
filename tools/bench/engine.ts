/** The campaign engine, with its ledger on disk, against a bare loop on the same service: alternating, medians, one ratio. */
import { join } from "node:path";
import { bareSend } from "./bare-send.ts";
import { openBenchCore, runCampaign, type BenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Report } from "./figures.ts";
import { from, template, writeCsv, type Job } from "./job.ts";
import { countAccepted, sendableEndpoints, startService, type ServiceAddress } from "./service.ts";
import { median } from "./statistics.ts";

const concurrency = 64;
/** Pairs of turns close in time: other load on the computer varies, and mostly affects both of a pair. */
const pairs = 9;
/** The first turns are slower, before the code is optimised, and do not count. */
const warmUps = 2;

type Side = "bare" | "engine";

interface Turn {
  readonly perSecond: number;
  /** Processor time per SMS, over all threads of this process. */
  readonly processorUs: number;
}

async function timed(recipients: number, work: () => Promise<unknown>): Promise<Turn> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (recipients * 1000) / tookMs, processorUs: (user + system) / recipients };
}

async function runEngine(core: BenchCore, service: ServiceAddress, csv: string, recipients: number): Promise<Turn> {
  const { campaignId, planned } = await core.client.campaigns.plan({
    name: "engine",
    from,
    text: template,
    audience: [{ source: { csv: { file: csv } } }],
    concurrency,
  });
  const acceptedBefore = await countAccepted(service);
  let acceptedCount = 0;
  const turn = await timed(recipients, async () => {
    acceptedCount = (await runCampaign(core, campaignId)).counts.accepted;
  });
  const accepted = (await countAccepted(service)) - acceptedBefore;
  if (planned !== recipients || acceptedCount !== recipients || accepted !== recipients) {
    throw new Error(`Of ${recipients} recipients ${acceptedCount} were accepted, ${accepted} by the service.`);
  }
  return turn;
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const recipients = quick ? 5000 : 50_000;
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const ids = await sendableEndpoints(service, recipients);
  const csv = writeCsv(scratch, ids);
  await using core = await openBenchCore(join(scratch, "data"), service);
  await core.client.fleet.sync({ collections: ["endpoint"] });
  const once: Readonly<Record<Side, () => Promise<Turn>>> = {
    bare: () => timed(recipients, () => bareSend(service, ids, concurrency)),
    engine: () => runEngine(core, service, csv, recipients),
  };
  const results: Record<Side, Turn[]> = { bare: [], engine: [] };
  const ratios: number[] = [];
  for (let pair = -warmUps; pair < pairs; pair += 1) {
    // The order alternates: effects that grow with every SMS must not affect one side alone.
    const order: readonly Side[] = pair % 2 === 0 ? ["bare", "engine"] : ["engine", "bare"];
    const turn: Partial<Record<Side, Turn>> = {};
    for (const side of order) turn[side] = await once[side]();
    if (pair < 0 || turn.bare === undefined || turn.engine === undefined) continue;
    results.bare.push(turn.bare);
    results.engine.push(turn.engine);
    ratios.push(turn.engine.perSecond / turn.bare.perSecond);
  }
  const rate = (side: Side): number => median(results[side].map(({ perSecond }) => perSecond));
  const processor = (side: Side): number => median(results[side].map(({ processorUs }) => processorUs));
  const note = `${pairs} turns each, ${recipients} recipients, concurrency ${concurrency}`;
  const spread = `median of the pairs' ratios, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  // Processor time hardly depends on other load on the computer, which distorts elapsed time.
  return {
    figures: [
      { label: "bare undici loop", value: rate("bare"), unit: "/s", note },
      { label: "campaign engine", value: rate("engine"), unit: "/s" },
      { label: "engine : bare", value: median(ratios), unit: "", target: { atLeast: 0.85 }, note: spread },
      { label: "bare, processor time an SMS", value: processor("bare"), unit: "µs" },
      { label: "engine, processor time an SMS", value: processor("engine"), unit: "µs", note: "both threads" },
    ],
    details: { ratios, ...results },
  };
});
