/** Measures the memory of its own process. */
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceAddress } from "./service.ts";

export interface MemoryJob {
  readonly dataDir: string;
  readonly service: ServiceAddress;
  readonly csv: string;
  /** For the sending process. */
  readonly campaignId?: string;
  readonly outcomeCount?: number;
}

/** Bytes. */
export interface OverIdle {
  readonly idle: number;
  readonly peak: number;
}

export interface MemoryUse {
  /** Of the whole process, including threads and memory outside the heaps. */
  readonly rss: OverIdle;
  /** Of the main thread's heap. */
  readonly heap: OverIdle;
}

const idleMs = 2000;
const sampleMs = 20;

/** Runs `work` and measures its memory above that of the idle process before. */
export async function watchMemory<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly use: MemoryUse }> {
  await delay(idleMs);
  const idle = process.memoryUsage();
  let heapPeak = idle.heapUsed;
  const timer = setInterval(() => {
    heapPeak = Math.max(heapPeak, process.memoryUsage().heapUsed);
  }, sampleMs);
  try {
    const result = await work();
    // The operating system's own peak since the process began: samples would miss short peaks.
    const rssPeak = process.resourceUsage().maxRSS * 1024;
    return { result, use: { rss: { idle: idle.rss, peak: rssPeak }, heap: { idle: idle.heapUsed, peak: heapPeak } } };
  } finally {
    clearInterval(timer);
  }
}
