/** Those who wait for a permit: one queue per priority, served highest first and in order; leaving early costs nothing. */
import { abortedError } from "../wait.ts";
import type { Priority } from "./governor.ts";

interface Waiter {
  readonly priority: Priority;
  readonly max: number;
  settled: boolean;
  readonly resolve: (count: number) => void;
}

export interface Waiters {
  /** Whoever is next, or undefined when nobody waits. */
  head(): { readonly priority: Priority; readonly max: number } | undefined;
  settleHead(count: number): void;
  /** Whether somebody waits whose turn comes before a newcomer of this priority. */
  someoneBefore(priority: Priority): boolean;
  wait(priority: Priority, max: number, signal: AbortSignal | undefined): Promise<number>;
}

const order: readonly Priority[] = ["click", "auth", "campaign", "delivery", "sync"];

export function createWaiters(): Waiters {
  const queues = new Map(order.map((priority) => [priority, createQueue()]));
  const headOf = (): { queue: Queue; waiter: Waiter } | undefined => {
    for (const queue of queues.values()) {
      const waiter = queue.head();
      if (waiter !== undefined) return { queue, waiter };
    }
    return undefined;
  };
  return {
    head: () => headOf()?.waiter,
    settleHead: (count) => {
      const found = headOf();
      if (found === undefined) return;
      found.queue.shift();
      found.waiter.settled = true;
      found.waiter.resolve(count);
    },
    someoneBefore: (priority) => {
      for (const [rank, queue] of queues) {
        if (queue.head() !== undefined) return true;
        if (rank === priority) return false;
      }
      return false;
    },
    wait: (priority, max, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => {
          if (waiter.settled) return;
          waiter.settled = true;
          reject(abortedError());
        };
        const waiter: Waiter = {
          priority,
          max,
          settled: false,
          resolve: (count) => {
            signal?.removeEventListener("abort", onAbort);
            resolve(count);
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        queues.get(priority)?.push(waiter);
      }),
  };
}

interface Queue {
  head(): Waiter | undefined;
  shift(): void;
  push(waiter: Waiter): void;
}

/** First in, first out; those who left are skipped when their turn comes, and the array is cut now and then. */
function createQueue(): Queue {
  let items: Waiter[] = [];
  let next = 0;
  const cut = (): void => {
    if (next < 1_024 || next * 2 < items.length) return;
    items = items.slice(next);
    next = 0;
  };
  return {
    head: () => {
      while (next < items.length && items[next]?.settled === true) next += 1;
      cut();
      return items[next];
    },
    shift: () => {
      next += 1;
      cut();
    },
    push: (waiter) => {
      items.push(waiter);
    },
  };
}
