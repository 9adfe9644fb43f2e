/**
 * A governor whose usage can be observed: how many requests were sent in the last second, and when that number changes.
 * Invariant: the timer runs only after a request was sent, for one second at a time.
 */
import type { Governor, Priority } from "../../core/api/governor.ts";
import type { Clock } from "../../core/hosts.ts";

export interface WatchedGovernor extends Governor {
  /** Requests sent in the last second. */
  perSecond(): number;
}

const spanMs = 1000;
const buckets = 10;
const bucketMs = spanMs / buckets;

export function watchGovernor(governor: Governor, clock: Clock, onChanged: () => void): WatchedGovernor {
  const counts = Array.from({ length: buckets }, () => 0);
  let newest = Math.floor(clock.monotonic() / bucketMs);
  let cancel: (() => void) | undefined;
  let closed = false;

  /** Clears the buckets that are older than a second. */
  const rotate = (): number => {
    const now = Math.floor(clock.monotonic() / bucketMs);
    for (let stale = Math.max(newest + 1, now - buckets + 1); stale <= now; stale += 1) counts[stale % buckets] = 0;
    newest = Math.max(newest, now);
    return newest % buckets;
  };
  const perSecond = (): number => {
    rotate();
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const tick = (): void => {
    cancel = undefined;
    onChanged();
    if (perSecond() > 0 && !closed) cancel = clock.after(spanMs, tick);
  };
  const count = (permits: number): void => {
    const at = rotate();
    counts[at] = Math.max(0, (counts[at] ?? 0) + permits);
    if (cancel === undefined && !closed) cancel = clock.after(spanMs, tick);
  };
  const acquireUpTo = async (priority: Priority, max: number, signal?: AbortSignal): Promise<number> => {
    const permits = await governor.acquireUpTo(priority, max, signal);
    count(permits);
    return permits;
  };
  governor.onChange(onChanged);
  return {
    ...governor,
    perSecond,
    acquireUpTo,
    acquire: async (priority, signal) => {
      await acquireUpTo(priority, 1, signal);
    },
    release: (permits) => {
      count(-permits);
      governor.release(permits);
    },
    close: () => {
      closed = true;
      cancel?.();
      governor.close();
    },
  };
}
