/** Limits what V8 reserves for new objects. */
import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const defaultLimitBytes = 32 * 1024 * 1024;

/**
 * Lets V8 reserve at most `limitBytes` for new objects of this thread; its own limit is 128 MB, which a campaign reaches and never returns.
 * V8 reads its limit only at the start of a process, and Electron passes it none; the factor by which it grows is read at each growth.
 */
export function limitYoungGeneration(limitBytes = defaultLimitBytes): void {
  let factor = 2;
  const observer = new PerformanceObserver(() => {
    const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
    const next = size >= limitBytes ? 1 : 2;
    if (next === factor) return;
    factor = next;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  });
  observer.observe({ entryTypes: ["gc"] });
}
