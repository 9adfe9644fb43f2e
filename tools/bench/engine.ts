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

async function runEngine(core: BenchCore, service: ServiceAddress, csv: string, recipients: number): Promise<number> {
  const { campaignId, planned } = await core.client.campaigns.plan({
    name: "engine",
    from,
    text: template,
    audience: { csv: { file: csv } },
    concurrency,
  });
  const acceptedBefore = await countAccepted(service);
  const startedAt = performance.now();
  const { counts } = await runCampaign(core, campaignId);
  const tookMs = performance.now() - startedAt;
  const accepted = (await countAccepted(service)) - acceptedBefore;
  if (planned !== recipients || counts.accepted !== recipients || accepted !== recipients) {
    throw new Error(`Of ${recipients} recipients ${counts.accepted} were accepted, ${accepted} by the service.`);
  }
  // What is measured is the sending; old campaigns would only make the file larger with every turn.
  await core.client.campaigns.remove({ campaignId });
  return tookMs;
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const recipients = quick ? 5000 : 50_000;
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const ids = await sendableEndpoints(service, recipients);
  const csv = writeCsv(scratch, ids);
  await using core = await openBenchCore(join(scratch, "data"), service);
  await core.client.fleet.sync({ collections: ["endpoint"] });
  const once = {
    bare: () => bareSend(service, ids, concurrency),
    engine: () => runEngine(core, service, csv, recipients),
  };
  // The first turn of each is slower and does not count.
  await once.bare();
  await once.engine();
  const rates: Record<(typeof turns)[number], number[]> = { bare: [], engine: [] };
  for (const side of turns) rates[side].push((recipients * 1000) / (await once[side]()));
  const bare = median(rates.bare);
  const engine = median(rates.engine);
  const note = `${rates.bare.length} turns each, ${recipients} recipients, concurrency ${concurrency}`;
  return {
    figures: [
      { what: "bare undici loop", value: bare, unit: "/s", note },
      { what: "campaign engine", value: engine, unit: "/s" },
      { what: "engine : bare", value: engine / bare, unit: "", target: { atLeast: 0.85 } },
    ],
    details: rates,
  };
});
