/** Memory for a campaign of a million recipients: planned in one process, sent in another, each against itself idle. */
import { answerJob, runInChild } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import { needLarge, writeCsv, type Job } from "./job.ts";
import type { MemoryJob } from "./memory-sample.ts";
import type { PlanMemory } from "./memory-plan.ts";
import type { SendMemory } from "./memory-send.ts";
import { seededEndpoint } from "./seed-cache.ts";

const megabyte = 1024 * 1024;

/** The first `count` endpoints of the seeded cache that a plan does not exclude. */
function* enabledIds(rows: number, count: number): Generator<string> {
  let yielded = 0;
  for (let slot = 0; slot < rows && yielded < count; slot += 1) {
    const { id, status } = seededEndpoint(slot);
    if ((status as { readonly id: number }).id !== 0) continue;
    yielded += 1;
    yield String(id);
  }
}

answerJob(async (job: Job): Promise<Report> => {
  const { dataDir, service, rows } = needLarge(job);
  const recipients = job.quick ? Math.floor(rows * 0.9) : 1_000_000;
  const outcomeCount = job.quick ? 3000 : 60_000;
  const csv = writeCsv(job.scratch, enabledIds(rows, recipients));
  const options = { timeoutMs: 600_000 };
  const planJob: MemoryJob = { dataDir, service, csv };
  const plan = await runInChild<MemoryJob, PlanMemory>(new URL("memory-plan.ts", import.meta.url), planJob, options);
  if (plan.planned !== recipients) throw new Error(`${plan.planned} of ${recipients} recipients were planned.`);
  const sendJob: MemoryJob = { dataDir, service, csv, campaignId: plan.campaignId, outcomeCount };
  const send = await runInChild<MemoryJob, SendMemory>(new URL("memory-send.ts", import.meta.url), sendJob, options);
  const over = (name: string, { peak, idle }: SendMemory["rss"], note: string): Figure => ({
    label: name,
    value: (peak - idle) / megabyte,
    unit: "MB",
    note: `${note}; idle ${(idle / megabyte).toFixed(0)} MB`,
  });
  const sending = over("sending, resident over idle", send.rss, `the first ${outcomeCount} of ${recipients} sent`);
  return {
    figures: [
      { ...sending, target: { atMost: 60 } },
      over("sending, main heap over idle", send.heap, "garbage not yet collected included"),
      over("planning, resident over idle", plan.rss, `${plan.planned} rows in ${(plan.tookMs / 1000).toFixed(0)} s`),
    ],
    details: { plan, send },
  };
});
