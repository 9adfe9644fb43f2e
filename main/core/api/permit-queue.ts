/**
 * Requests that wait for a permit: one queue per priority, served highest first and in order; removal takes constant time. While
 * campaigns and delivery checks both wait, every fourth permit is for a check, so that neither starves the other.
 */
import { abortedError } from "../wait.ts";
import { createFifo } from "./fifo.ts";
import type { Fifo } from "./fifo.ts";
import type { Priority } from "./priority.ts";

interface PermitRequest {
  readonly priority: Priority;
  readonly max: number;
  isResolved: boolean;
  readonly resolve: (count: number) => void;
}

export interface Head {
  readonly priority: Priority;
  readonly max: number;
  serve(count: number): void;
}

export interface PermitQueue {
  /** The next request that may be served; undefined when there is none. */
  head(mayServe: (priority: Priority) => boolean): Head | undefined;
  /** Priorities with waiting requests. */
  priorities(): readonly Priority[];
  /** Whether a waiting request precedes a new one of this priority. */
  hasEarlier(priority: Priority): boolean;
  wait(priority: Priority, max: number, signal: AbortSignal | undefined): Promise<number>;
}

const order: readonly Priority[] = ["click", "auth", "campaign", "delivery", "sync"];

/** Permits for campaigns per permit for a delivery check. */
const campaignShare = 3;

/** `onDeserted` is called when the last waiting request was removed without being served. */
export function createPermitQueue(onEmptied: () => void): PermitQueue {
  const queues = new Map(order.map((priority) => [priority, createFifo<PermitRequest>()] as const));
  /** Permits for campaigns since the last one for a waiting check. */
  let campaignPermits = 0;
  const next = (
    priority: Priority,
  ): { readonly queue: Fifo<PermitRequest>; readonly request: PermitRequest } | undefined => {
    const queue = queues.get(priority);
    const request = queue === undefined ? undefined : firstPending(queue);
    return queue === undefined || request === undefined ? undefined : { queue, request };
  };
  const priorities = (): readonly Priority[] => order.filter((priority) => next(priority) !== undefined);
  return {
    priorities,
    head: (mayServe) => {
      const first = order.find((priority) => next(priority) !== undefined && mayServe(priority));
      if (first === undefined) return undefined;
      const isShared = first === "campaign" && next("delivery") !== undefined && mayServe("delivery");
      const candidate = (isShared && campaignPermits >= campaignShare ? next("delivery") : undefined) ?? next(first);
      if (candidate === undefined) return undefined;
      const { queue, request } = candidate;
      const { priority } = request;
      return {
        priority,
        // No more at once than until the next check is due.
        max: isShared && priority === first ? Math.min(request.max, campaignShare - campaignPermits) : request.max,
        serve: (count) => {
          if (priority === "delivery") campaignPermits = 0;
          else if (isShared) campaignPermits += count;
          queue.shift();
          request.isResolved = true;
          request.resolve(count);
        },
      };
    },
    hasEarlier: (priority) => {
      for (const [rank, queue] of queues) {
        if (firstPending(queue) !== undefined) return true;
        if (rank === priority) return false;
      }
      return false;
    },
    wait: (priority, max, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => {
          if (request.isResolved) return;
          request.isResolved = true;
          reject(abortedError());
          if (priorities().length === 0) onEmptied();
        };
        const request: PermitRequest = {
          priority,
          max,
          isResolved: false,
          resolve: (count) => {
            signal?.removeEventListener("abort", onAbort);
            resolve(count);
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        queues.get(priority)?.push(request);
      }),
  };
}

/** The next request of a queue that was not removed; removed ones are discarded on the way. */
function firstPending(queue: Fifo<PermitRequest>): PermitRequest | undefined {
  while (queue.peek()?.isResolved === true) queue.shift();
  return queue.peek();
}
