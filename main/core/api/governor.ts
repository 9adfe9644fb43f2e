/**
 * The rate limiter of one connection: requests leave only as fast as the service allows.
 *
 * - Ceiling: at most `requests` in every window of `seconds`, wherever the window begins. A burst may use the whole window at
 *   once; after that each request waits until an older one has left the window.
 * - One in a hundred of the ceiling (20 at most) is reserved for clicks, which also have the highest priority, and as much
 *   for delivery checks and look-ups, whose share is in `rate-budget.ts`.
 * - A request repeated after a 401 ("auth") never waits; it is counted, so that the others make room for it. Sign-ins and
 *   token refreshes use a transport of their own, a few times a day, and are not counted.
 * - Throttled with Retry-After: all requests wait that long. Without: the rate is halved and increases again (`rate-budget.ts`).
 *
 * Invariants: requests of one priority are served in order; a request is resolved once; a timer runs only while a request waits.
 */
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Clock, Log } from "../hosts.ts";
import { abortedError } from "../wait.ts";
import { type Waiting, type Fifo, type RateBudget, createRateBudget, createFifo } from "./rate-budget.ts";
import type { Ceiling, Priority } from "./priority.ts";

export type { Ceiling, Priority } from "./priority.ts";

interface GovernorState {
  readonly ceiling: Ceiling;
  /** Requests per second allowed now on average; undefined means no limit. */
  readonly ratePerSecond: number | undefined;
  /** Milliseconds until a campaign may send; 0 when it may now. */
  readonly waitingMs: number;
  /** Its state as a text: "waiting 42 s for the window". */
  readonly reason?: string;
  /** The current limit: the service (Retry-After), or the ceiling. */
  readonly limitedBy?: "service" | "ceiling";
  /** Others wait, and a request caused by a click would leave at once. */
  readonly reserve?: true;
}

export interface Governor {
  /** Resolves when one request may leave; rejects with `aborted`. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<void>;
  /** Resolves 1 to `max` permits as soon as one is free; rejects with `aborted`. */
  acquireUpTo(priority: Priority, max: number, signal?: AbortSignal): Promise<number>;
  /** Returns permits that were not used. */
  release(count: number): void;
  throttled(retryAfterMs?: number): void;
  succeeded(): void;
  state(): GovernorState;
  /** Ends all waiting, now and later: for a closed transport, which rejects every request itself. */
  close(): void;
  /** Calls `listener` when the reason to wait begins, changes its kind or ends. */
  onChange(listener: () => void): () => void;
}

export interface GovernorSettings {
  readonly ceiling: Ceiling;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this ceiling; outlasts the governor. */
  readonly rateBudget?: RateBudget;
}

export function createGovernor({
  ceiling,
  clock,
  log,
  rateBudget = createRateBudget(ceiling),
}: GovernorSettings): Governor {
  const permitQueue = createPermitQueue(() => serve());
  const listeners = new Set<() => void>();
  let cancelTimer: (() => void) | undefined;
  let lastWaiting: Waiting;
  let closed = false;

  const notice = (now: number): void => {
    const waiting = rateBudget.waiting(now);
    if (waiting === lastWaiting) return;
    lastWaiting = waiting;
    for (const listener of listeners) listener();
  };

  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    const now = clock.monotonic();
    const mayServe = (priority: Priority): boolean => closed || rateBudget.available(priority, now) >= 1;
    for (let head = permitQueue.head(mayServe); head !== undefined; head = permitQueue.head(mayServe)) {
      const count = closed ? head.max : Math.min(head.max, rateBudget.available(head.priority, now));
      // Nothing is sent over a closed transport.
      if (!closed) rateBudget.take(head.priority, now, count);
      head.serve(count);
    }
    const waits = permitQueue.priorities().map((priority) => rateBudget.waitMs(priority, now));
    // At least a millisecond: rounding must never make the timer spin.
    if (waits.length > 0) cancelTimer = clock.after(Math.max(1, Math.ceil(Math.min(...waits))), serve);
    notice(now);
  };

  const acquireUpTo = (priority: Priority, max: number, signal?: AbortSignal): Promise<number> => {
    if (signal?.aborted === true) return Promise.reject(abortedError());
    const now = clock.monotonic();
    const isFree = closed || priority === "auth";
    const free = permitQueue.hasEarlier(priority) ? 0 : rateBudget.available(priority, now);
    if (isFree || free >= 1) {
      const count = isFree ? max : Math.min(max, free);
      if (!closed) rateBudget.take(priority, now, count);
      return Promise.resolve(count);
    }
    const waiting = permitQueue.wait(priority, max, signal);
    serve();
    return waiting;
  };

  return {
    acquireUpTo,
    acquire: (priority, signal) => acquireUpTo(priority, 1, signal).then(ignoreCount),
    release: (count) => {
      if (count <= 0 || closed) return;
      rateBudget.release(clock.monotonic(), count);
      serve();
    },
    throttled: (retryAfterMs) => {
      rateBudget.throttled(clock.monotonic(), retryAfterMs);
      log.info("governor.throttled", { retryAfterMs, ratePerSecond: rateBudget.ratePerSecond() });
      serve();
    },
    succeeded: () => {
      rateBudget.succeeded(clock.monotonic());
      if (lastWaiting !== undefined) serve();
    },
    state: () => {
      const now = clock.monotonic();
      const waitingMs = Math.ceil(rateBudget.waitMs("campaign", now));
      const waiting = rateBudget.waiting(now);
      const reason = describe(waiting, waitingMs, rateBudget.adaptedRate());
      const limitedBy = waiting === "blocked" ? "service" : waiting === "window" ? "ceiling" : undefined;
      return {
        ceiling,
        ratePerSecond: rateBudget.ratePerSecond(),
        waitingMs,
        reason,
        limitedBy,
        reserve: waitingMs > 0 && rateBudget.available("click", now) >= 1 ? (true as const) : undefined,
      };
    },
    close: () => {
      closed = true;
      serve();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function describe(waiting: Waiting, ms: number, adaptedRate: number | undefined): string | undefined {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (waiting === "blocked") return formatText(codedText("rate-limit-service", { seconds }));
  if (waiting === "window") return formatText(codedText("rate-limit-connection", { seconds }));
  if (adaptedRate === undefined) return undefined;
  return formatText(codedText("rate-limit-slowed", { rate: adaptedRate }));
}

function ignoreCount(): void {
  /* A wakeup without a count of permits. */
}

// Requests that wait for a permit: one queue per priority, served highest first and in order; removal takes constant time. While
// campaigns and delivery checks both wait, every fourth permit is for a check, so that neither starves the other.

interface PermitRequest {
  readonly priority: Priority;
  readonly max: number;
  isResolved: boolean;
  readonly resolve: (count: number) => void;
}

interface Head {
  readonly priority: Priority;
  readonly max: number;
  serve(count: number): void;
}

interface PermitQueue {
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
function createPermitQueue(onEmptied: () => void): PermitQueue {
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
