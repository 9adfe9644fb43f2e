/**
 * Those who wait for a permit: one queue per priority, served highest first and in order; leaving early costs nothing. While
 * campaigns and delivery checks both wait, every fourth permit is for a check, so that neither starves the other.
 */
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

/** Permits for campaigns to one for a delivery check. */
const campaignShare = 3;

/** `onDeserted` is told when the last who waited has left without being served. */
export function createWaiters(onDeserted: () => void): Waiters {
  const queues = new Map(order.map((priority) => [priority, createFifo<Waiter>()] as const));
  /** Permits for campaigns since the last one for a check that waited beside them. */
  let campaignPermits = 0;
  const next = (priority: Priority): { readonly queue: Fifo<Waiter>; readonly waiter: Waiter } | undefined => {
    const queue = queues.get(priority);
    const waiter = queue === undefined ? undefined : present(queue);
    return queue === undefined || waiter === undefined ? undefined : { queue, waiter };
  };
  const headOf = (): ReturnType<typeof next> => {
    for (const priority of order) {
      const head = next(priority);
      if (head === undefined) continue;
      return priority === "campaign" && campaignPermits >= campaignShare ? (next("delivery") ?? head) : head;
    }
    return undefined;
  };
  return {
    head: () => {
      const waiter = headOf()?.waiter;
      // No more at once than until the next check has its turn.
      if (waiter?.priority !== "campaign" || next("delivery") === undefined) return waiter;
      return { priority: waiter.priority, max: Math.min(waiter.max, campaignShare - campaignPermits) };
    },
    settleHead: (count) => {
      const found = headOf();
      if (found === undefined) return;
      if (found.waiter.priority === "delivery") campaignPermits = 0;
      else if (found.waiter.priority === "campaign" && next("delivery") !== undefined) campaignPermits += count;
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
