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
/** The two sides in turn, so that what grows or drifts weighs on both alike. */
const turns = ["bare", "engine", "engine", "bare", "bare", "engine", "engine", "bare", "bare", "engine"] as const;
type Side = (typeof turns)[number];

interface Turn {
  readonly perSecond: number;
  /** Processor time an SMS, over all threads of this process. */
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
    audience: { csv: { file: csv } },
    concurrency,
  });
  const acceptedBefore = await countAccepted(service);
  let counted = 0;
  const turn = await timed(recipients, async () => {
    counted = (await runCampaign(core, campaignId)).counts.accepted;
  });
  const accepted = (await countAccepted(service)) - acceptedBefore;
  if (planned !== recipients || counted !== recipients || accepted !== recipients) {
    throw new Error(`Of ${recipients} recipients ${counted} were accepted, ${accepted} by the service.`);
  }
  // What is measured is the sending; old campaigns would only make the file larger with every turn.
  await core.client.campaigns.remove({ campaignId });
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
  // The first turn of each is slower and does not count.
  await once.bare();
  await once.engine();
  const taken: Record<Side, Turn[]> = { bare: [], engine: [] };
  for (const side of turns) taken[side].push(await once[side]());
  const rate = (side: Side): number => median(taken[side].map(({ perSecond }) => perSecond));
  const processor = (side: Side): number => median(taken[side].map(({ processorUs }) => processorUs));
  const note = `${taken.bare.length} turns each, ${recipients} recipients, concurrency ${concurrency}`;
  // Processor time says what other work on the computer hides: it hardly depends on who else waits for a processor.
  return {
    figures: [
      { what: "bare undici loop", value: rate("bare"), unit: "/s", note },
      { what: "campaign engine", value: rate("engine"), unit: "/s" },
      { what: "engine : bare", value: rate("engine") / rate("bare"), unit: "", target: { atLeast: 0.85 } },
      { what: "bare, processor time an SMS", value: processor("bare"), unit: "µs" },
      { what: "engine, processor time an SMS", value: processor("engine"), unit: "µs", note: "both threads" },
    ],
    details: taken,
  };
});
