/** How long after "pause" and after “Stop all sending” the service still receives requests, by its own counters. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openBenchCore, startConfirmed, waitForOutcomes, type BenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import { from, template, writeCsv, type Job } from "./job.ts";
import { readSendRequests, sendableEndpoints, startService, type ServiceAddress } from "./service.ts";
import { largest, median } from "./statistics.ts";

/** After this long without a request no more are expected. */
const quietMs = 1200;
const perTurn = 1000;

interface Stop {
  /** From the call to the newest request; 0 when none came after it. */
  readonly lastMs: number;
  /** From the call to its result: every request in flight has completed. */
  readonly answeredMs: number;
}

async function stopOnce(
  core: BenchCore,
  service: ServiceAddress,
  campaignId: string,
  stop: () => Promise<unknown>,
): Promise<Stop> {
  const { counts } = await core.client.campaigns.status({ campaignId });
  const moving = waitForOutcomes(core.app, campaignId, counts.accepted + counts.unknown + perTurn);
  await startConfirmed(core.client, campaignId);
  await moving;
  // The simulator uses this computer's clock, so the times can be compared.
  const calledAt = Date.now();
  await stop();
  const answeredMs = Date.now() - calledAt;
  await delay(quietMs);
  const { lastAt, count } = await readSendRequests(service);
  await delay(quietMs);
  if ((await readSendRequests(service)).count !== count) throw new Error("Requests still came long after the stop.");
  return { lastMs: Math.max(0, lastAt - calledAt), answeredMs };
}

function figuresOf(name: string, stops: readonly Stop[]): Figure[] {
  const last = stops.map(({ lastMs }) => lastMs);
  const answered = stops.map(({ answeredMs }) => answeredMs);
  const note = `longest of ${stops.length}; median ${median(last).toFixed(0)} ms; answered after ${largest(answered)} ms at most`;
  return [{ label: name, value: largest(last), unit: "ms", target: { atMost: 1000 }, note }];
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const rounds = quick ? 2 : 6;
  const recipients = 40_000;
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const csv = writeCsv(scratch, await sendableEndpoints(service, recipients));
  await using core = await openBenchCore(join(scratch, "data"), service);
  const { campaigns, fleet } = core.client;
  await fleet.sync({ collections: ["endpoint"] });
  const { campaignId } = await campaigns.plan({
    name: "pause",
    from,
    text: template,
    audience: [{ source: { csv: { file: csv } } }],
    concurrency: 64,
  });
  const paused: Stop[] = [];
  const panicked: Stop[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    paused.push(await stopOnce(core, service, campaignId, () => campaigns.pause({ campaignId })));
    panicked.push(await stopOnce(core, service, campaignId, () => campaigns.stopAll({})));
  }
  return {
    figures: [
      ...figuresOf("pause to last request", paused),
      ...figuresOf("Stop all sending to last request", panicked),
    ],
    details: { paused, panicked },
  };
});
