/**
 * Whether a program that stays open grows: an idle phase with the automatic sync, then a phase of campaigns, one after the other. Each
 * phase is compared with its own beginning, after the first sync or the first campaign.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getHeapSpaceStatistics } from "node:v8";
import { openBenchCore, startConfirmed, waitForChange, type BenchCore } from "./bench-core.ts";
import { answerJob } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import { from, template, writeCsv, type Job } from "./job.ts";
import { sendableEndpoints, startService } from "./service.ts";
import { median } from "./statistics.ts";

const minuteMs = 60_000;
const perSecond = 50;
/** One campaign: a minute at this rate. */
const recipients = 60 * perSecond;
/** The automatic sync runs every 15 minutes at most. */
const syncEveryMinutes = 15;

interface Sample {
  readonly rss: number;
  readonly heap: number;
  /** Reserved for new objects (`v8-memory.ts`): the greater part of what a process grows by. */
  readonly young: number;
  readonly descriptors: number;
  /** Share of one processor since the sample before. */
  readonly processor: number;
}

/** Descriptors of this process; 0 where the system does not list them. */
function countDescriptors(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}

/** Samples until `signal` is aborted, in equal intervals. */
async function sampleUntil(everyMs: number, signal: AbortSignal): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  while (!signal.aborted) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const { user, system } = process.cpuUsage(before);
    const { rss, heapUsed: heap } = process.memoryUsage();
    const processor = (user + system) / 1000 / (performance.now() - startedAt);
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size ?? 0;
    samples.push({ rss, heap, young, descriptors: countDescriptors(), processor });
  }
  return samples;
}

async function during(work: () => Promise<void>, everyMs: number): Promise<readonly Sample[]> {
  const ended = new AbortController();
  const sampling = sampleUntil(everyMs, ended.signal);
  try {
    await work();
  } finally {
    ended.abort();
  }
  return await sampling;
}

/** The median of the last samples over that of the first ones, as growth in percent. */
function growth(samples: readonly Sample[], of: (part: readonly Sample[]) => number): number {
  const part = Math.max(1, Math.floor(samples.length / 6));
  return (of(samples.slice(-part)) / of(samples.slice(0, part)) - 1) * 100;
}

const rssOf = (part: readonly Sample[]): number => median(part.map(({ rss }) => rss));
/** Without the garbage that is not collected yet. */
const heapOf = (part: readonly Sample[]): number => Math.min(...part.map(({ heap }) => heap));
const youngOf = (part: readonly Sample[]): number => median(part.map(({ young }) => young));
const descriptorsOf = (part: readonly Sample[]): number => median(part.map(({ descriptors }) => descriptors));

function figuresOf(phase: string, samples: readonly Sample[], note: string): Figure[] {
  const part = Math.max(1, Math.floor(samples.length / 6));
  const megabytes = (of: typeof rssOf): string =>
    [samples.slice(0, part), samples.slice(-part)].map((some) => (of(some) / 1024 / 1024).toFixed(0)).join(" → ");
  const descriptors = descriptorsOf(samples.slice(-part)) - descriptorsOf(samples.slice(0, part));
  return [
    {
      label: `${phase}, resident growth`,
      value: growth(samples, rssOf),
      unit: "%",
      target: { atMost: 10 },
      note: `${megabytes(rssOf)} MB, of it for new objects ${megabytes(youngOf)} MB; ${note}`,
    },
    {
      label: `${phase}, main heap growth`,
      value: growth(samples, heapOf),
      unit: "%",
      target: { atMost: 10 },
      note: `${megabytes(heapOf)} MB`,
    },
    { label: `${phase}, more descriptors`, value: descriptors, unit: "", target: { atMost: 2 } },
  ];
}

/** Campaigns, one after the other, until the time is over; the last one is paused. Returns the number of SMS. */
async function sendUntil(core: BenchCore, csv: string, signal: AbortSignal): Promise<number> {
  const { campaigns } = core.client;
  let sent = 0;
  while (!signal.aborted) {
    const audience = [{ source: { csv: { file: csv } } }];
    const { campaignId } = await campaigns.plan({ name: "soak", from, text: template, audience, rate: perSecond });
    const ended = waitForChange(core.app, campaignId, ({ state }) => state === "finished" || state === "paused");
    const pause = (): void => void campaigns.pause({ campaignId }).catch(() => undefined);
    signal.addEventListener("abort", pause, { once: true });
    await startConfirmed(core.client, campaignId);
    sent += (await ended).counts.accepted;
    signal.removeEventListener("abort", pause);
  }
  return sent;
}

answerJob(async ({ quick, seed, scratch, minutes = quick ? 1 : 30 }: Job): Promise<Report> => {
  const phaseMs = minutes * minuteMs;
  const everyMs = Math.min(5000, phaseMs / 60);
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const csv = writeCsv(scratch, await sendableEndpoints(service, recipients));
  await using core = await openBenchCore(join(scratch, "data"), service, { keepAlive: true });
  let syncs = 0;
  const first = new Promise<void>((resolve) => {
    core.app.on("fleet.syncEnded", ({ collection }) => {
      if (collection !== "endpoint") return;
      syncs += 1;
      resolve();
    });
  });
  // The first automatic sync is the beginning of the idle phase: what it needs once is no growth.
  await first;
  await delay(5000);
  const idle = await during(() => delay(phaseMs), everyMs);
  const idleSyncs = syncs - 1;
  const over = AbortSignal.timeout(phaseMs + minuteMs);
  // So is what the first campaign needs.
  const warm = AbortSignal.timeout(Math.min(phaseMs, minuteMs));
  let sent = await sendUntil(core, csv, warm);
  const sending = await during(async () => {
    sent += await sendUntil(core, csv, over);
  }, everyMs);
  const processor = median(idle.map((sample) => sample.processor)) * 100;
  const mean = (idle.reduce((sum, sample) => sum + sample.processor, 0) / idle.length) * 100;
  const tooShort = minutes < syncEveryMinutes ? `; none is due within ${minutes} minutes` : "";
  return {
    figures: [
      ...figuresOf("idle", idle, `${minutes} minutes`),
      {
        label: "idle, processor",
        value: processor,
        unit: "%",
        target: { atMost: 1 },
        note: `median; ${mean.toFixed(2)} % on average, with the syncs`,
      },
      {
        label: "idle, automatic syncs",
        value: idleSyncs,
        unit: "",
        ...(tooShort === "" ? { target: { atLeast: 1 } } : {}),
        note: `and one before${tooShort}`,
      },
      ...figuresOf("campaigns", sending, `${sent} SMS in ${minutes} minutes at ${perSecond}/s`),
      {
        label: "campaigns, resident over idle",
        value: (rssOf(sending.slice(-1)) / rssOf(idle.slice(-1)) - 1) * 100,
        unit: "%",
        note: "the first campaign included",
      },
    ],
    details: { idle, sending },
  };
});
