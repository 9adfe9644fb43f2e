/** Limits the memory that V8 reserves in this thread, and returns what it no longer uses. */
import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "../../core/hosts.ts";

const defaultLimitBytes = 32 * 1024 * 1024;

/**
 * Keeps V8 from reserving more than `limitBytes` for new objects of this thread after a collection; while it marks old objects, it collects
 * no new ones and may exceed that. Its own limit is 128 MB, which a campaign reaches and never returns.
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

/** A heap that has grown by less since the last collection is not collected. */
const minGrowthBytes = 8 * 1024 * 1024;

/**
 * Collects garbage `idleMs` after the last collection of V8. V8 collects only while the program allocates, so an idle program would keep the
 * garbage of its last sync, and the memory reserved for it. Takes less than 0.1 s.
 */
export function collectWhenIdle(clock: Pick<Clock, "after">, idleMs = 30_000): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as ((options: object) => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  if (collect === undefined) return;
  let cancel = (): void => undefined;
  let sizeAfterLast = 0;
  const run = (): void => {
    if (getHeapStatistics().total_heap_size < sizeAfterLast + minGrowthBytes) return;
    collect({ type: "major", flavor: "last-resort" });
    sizeAfterLast = getHeapStatistics().total_heap_size;
  };
  const observer = new PerformanceObserver((list) => {
    const details = list.getEntries() as unknown as readonly { readonly detail: NodeGCPerformanceDetail }[];
    const kinds = details.map(({ detail }) => detail.kind);
    if (!kinds.includes(constants.NODE_PERFORMANCE_GC_MINOR)) return;
    cancel();
    cancel = clock.after(idleMs, run);
  });
  observer.observe({ entryTypes: ["gc"] });
}
