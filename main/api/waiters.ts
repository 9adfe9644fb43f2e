/**
 * Those who wait for a permit: one queue per priority, served highest first and in order; leaving early costs nothing. While
 * campaigns and delivery checks both wait and may leave, every fourth permit is for a check, so that neither starves the other.
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
  /** The next whose priority may leave now. */
  head(mayLeave: (priority: Priority) => boolean): { readonly priority: Priority; readonly max: number } | undefined;
  /** Settles the next of a priority. */
  settle(priority: Priority, count: number): void;
  /** Priorities of which somebody waits. */
  waiting(): readonly Priority[];
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
  const next = (priority: Priority): Waiter | undefined => {
    const queue = queues.get(priority);
    return queue === undefined ? undefined : present(queue);
  };
  const waiting = (): readonly Priority[] => order.filter((priority) => next(priority) !== undefined);
  return {
    waiting,
    head: (mayLeave) => {
      const leaving = waiting().filter(mayLeave);
      const [first] = leaving;
      const head = first === undefined ? undefined : next(first);
      if (head?.priority !== "campaign" || !leaving.includes("delivery")) return head;
      if (campaignPermits >= campaignShare) return next("delivery");
      // No more at once than until the next check has its turn.
      return { priority: head.priority, max: Math.min(head.max, campaignShare - campaignPermits) };
    },
    settle: (priority, count) => {
      const waiter = next(priority);
      if (waiter === undefined) return;
      if (priority === "delivery") campaignPermits = 0;
      else if (priority === "campaign" && next("delivery") !== undefined) campaignPermits += count;
      queues.get(priority)?.shift();
      waiter.settled = true;
      waiter.resolve(count);
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
          if (waiting().length === 0) onDeserted();
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
