/** The configured rate of a campaign against the rate in the service's own ledger. */
import { join } from "node:path";
import { openBenchCore, startConfirmed, waitForOutcomes, type BenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import { from, template, writeCsv, type Job } from "./job.ts";
import { readLedger, sendableEndpoints, startService, type ServiceAddress } from "./service.ts";
import { ratePerSecond } from "./statistics.ts";

const rates = [20, 50, 200] as const;

async function achieved(
  core: BenchCore,
  service: ServiceAddress,
  csv: string,
  rate: number,
  seconds: number,
): Promise<number> {
  const { campaignId } = await core.client.campaigns.plan({
    name: `rate ${rate}`,
    from,
    text: template,
    audience: [{ source: { csv: { file: csv } } }],
    concurrency: 64,
    rate,
  });
  const before = (await readLedger(service)).length;
  const enough = waitForOutcomes(core.app, campaignId, rate * seconds);
  await startConfirmed(core.client, campaignId);
  await enough;
  await core.client.campaigns.pause({ campaignId });
  return ratePerSecond((await readLedger(service)).slice(before).map(({ at }) => at));
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const seconds = quick ? 3 : 20;
  const recipients = Math.max(...rates) * (seconds + 5);
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const csv = writeCsv(scratch, await sendableEndpoints(service, recipients));
  await using core = await openBenchCore(join(scratch, "data"), service);
  await core.client.fleet.sync({ collections: ["endpoint"] });
  const figures: Figure[] = [];
  for (const rate of rates) {
    const value = await achieved(core, service, csv, rate, seconds);
    figures.push({
      label: `set ${rate}/s, off by`,
      value: (Math.abs(value - rate) / rate) * 100,
      unit: "%",
      target: { atMost: 2 },
      note: `achieved ${value.toFixed(2)}/s over ${seconds} s`,
    });
  }
  return { figures };
});
