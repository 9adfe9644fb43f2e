/** Those who wait for a permit: one queue per priority, served highest first and in order; leaving early costs nothing. */
import { abortedError } from "../wait.ts";
import { createFifo } from "./fifo.ts";
import type { Fifo } from "./fifo.ts";
import type { Priority } from "./priority.ts";

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

/** `onDeserted` is told when the last who waited has left without being served. */
export function createWaiters(onDeserted: () => void): Waiters {
  const queues = new Map(order.map((priority) => [priority, createFifo<Waiter>()] as const));
  const headOf = (): { readonly queue: Fifo<Waiter>; readonly waiter: Waiter } | undefined => {
    for (const queue of queues.values()) {
      const waiter = present(queue);
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
        if (present(queue) !== undefined) return true;
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
          if (headOf() === undefined) onDeserted();
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

/** The next of a queue who has not left; those who have are dropped on the way. */
function present(queue: Fifo<Waiter>): Waiter | undefined {
  while (queue.peek()?.settled === true) queue.shift();
  return queue.peek();
}
