/**
 * The gate of one connection: requests leave only as fast as the service allows.
 *
 * - Ceiling: at most `requests` in every window of `seconds`, wherever the window begins. A burst may use the whole window at
 *   once; after that each request waits until an older one has left the window.
 * - One in a hundred of the ceiling (20 at most) is kept for a person's click, which also goes before everything else.
 * - Token refresh never waits; it is counted, so the others make room for it.
 * - Throttled with Retry-After: everybody waits that long. Without: the rate is halved and grows back (`learned-pace.ts`).
 *
 * Invariants: waiters of one priority are served in order; a waiter is settled once; a timer runs only while somebody waits.
 */
import type { ConnectionOptions } from "#contract/connections.ts";
import type { Clock, Log } from "../hosts.ts";
import { abortedError } from "../wait.ts";
import { createLearnedPace } from "./learned-pace.ts";
import { createRateWindow } from "./rate-window.ts";
import { createWaiters } from "./waiters.ts";

/** Highest first: a person's click, token refresh, campaign sends, delivery checks, sync. */
export type Priority = "click" | "auth" | "campaign" | "delivery" | "sync";

export type Ceiling = ConnectionOptions["ceiling"];

export interface GovernorState {
  readonly ceiling: Ceiling;
  /** What is allowed now on average; undefined means no limit. */
  readonly ratePerSecond: number | undefined;
  /** Milliseconds until a campaign may send; 0 when it may now. */
  readonly waitingMs: number;
  /** What it is doing, for a person: "waiting 42 s for the window". */
  readonly reason?: string;
}

export interface Governor {
  /** Resolves when one request may leave; rejects with `aborted`. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<void>;
  /** Resolves 1 to `max` permits as soon as one is free; rejects with `aborted`. */
  acquireUpTo(priority: Priority, max: number, signal?: AbortSignal): Promise<number>;
  /** Returns permits that were not used. */
  giveBack(count: number): void;
  throttled(retryAfterMs?: number): void;
  succeeded(): void;
  state(): GovernorState;
  /** Calls `listener` when the reason to wait begins, changes its kind or ends. */
  onChange(listener: () => void): () => void;
}

export interface GovernorSettings {
  readonly ceiling: Ceiling;
  readonly clock: Clock;
  readonly log: Log;
}

type Waiting = "blocked" | "window" | "slowed" | undefined;

export function createGovernor({ ceiling, clock, log }: GovernorSettings): Governor {
  const window = ceiling === "none" ? undefined : createRateWindow(ceiling.seconds * 1000);
  const limit = ceiling === "none" ? Number.POSITIVE_INFINITY : ceiling.requests;
  const reserved = ceiling === "none" ? 0 : Math.min(20, Math.floor(ceiling.requests / 100));
  const pace = createLearnedPace();
  const waiters = createWaiters();
  const listeners = new Set<() => void>();
  let blockedUntil = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;
  let lastWaiting: Waiting;

  const limitOf = (priority: Priority): number => (priority === "click" ? limit : limit - reserved);

  const available = (priority: Priority, now: number): number => {
    if (now < blockedUntil) return 0;
    const free = window === undefined ? Number.POSITIVE_INFINITY : limitOf(priority) - window.used(now);
    return Math.min(free, pace.available(now));
  };
  const waitMs = (priority: Priority, now: number): number =>
    Math.max(blockedUntil - now, window?.waitMs(now, limitOf(priority) - 1) ?? 0, pace.waitMs(now), 0);
  const take = (now: number, count: number): void => {
    window?.take(now, count);
    pace.take(now, count);
  };

  const waitingFor = (now: number): Waiting => {
    if (now < blockedUntil) return "blocked";
    if (window !== undefined && window.used(now) >= limitOf("campaign")) return "window";
    return pace.rate() === undefined ? undefined : "slowed";
  };
  const notice = (now: number): void => {
    const waiting = waitingFor(now);
    if (waiting === lastWaiting) return;
    lastWaiting = waiting;
    for (const listener of listeners) listener();
  };

  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    const now = clock.monotonic();
    for (let head = waiters.head(); head !== undefined; head = waiters.head()) {
      const free = available(head.priority, now);
      if (free < 1) {
        // A millisecond at least: a timer must never spin on rounding.
        cancelTimer = clock.after(Math.max(1, Math.ceil(waitMs(head.priority, now))), serve);
        break;
      }
      const count = Math.min(head.max, free);
      take(now, count);
      waiters.settleHead(count);
    }
    notice(now);
  };

  const acquireUpTo = (priority: Priority, max: number, signal?: AbortSignal): Promise<number> => {
    if (signal?.aborted === true) return Promise.reject(abortedError());
    const now = clock.monotonic();
    if (priority === "auth") {
      take(now, 1);
      return Promise.resolve(1);
    }
    const free = waiters.someoneBefore(priority) ? 0 : available(priority, now);
    if (free >= 1) {
      const count = Math.min(max, free);
      take(now, count);
      return Promise.resolve(count);
    }
    const waiting = waiters.wait(priority, max, signal);
    serve();
    return waiting;
  };

  const describe = (waiting: Waiting, ms: number): string | undefined => {
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    if (waiting === "blocked") return `waiting ${seconds} s as the service asked`;
    if (waiting === "window") return `waiting ${seconds} s for the window`;
    const rate = pace.rate();
    return rate === undefined
      ? undefined
      : `slowed to ${rate.toFixed(1)} requests a second after the service was too busy`;
  };

  return {
    acquireUpTo,
    acquire: (priority, signal) => acquireUpTo(priority, 1, signal).then(ignore),
    giveBack: (count) => {
      if (count <= 0) return;
      const now = clock.monotonic();
      window?.giveBack(now, count);
      pace.giveBack(now, count);
      if (waiters.head() !== undefined) serve();
    },
    throttled: (retryAfterMs) => {
      const now = clock.monotonic();
      if (retryAfterMs !== undefined && retryAfterMs > 0) blockedUntil = Math.max(blockedUntil, now + retryAfterMs);
      else pace.halve(now);
      log.info("governor.throttled", { retryAfterMs, ratePerSecond: pace.rate() });
      if (waiters.head() !== undefined) serve();
      else notice(now);
    },
    succeeded: () => {
      const now = clock.monotonic();
      pace.succeeded(now);
      if (lastWaiting === undefined) return;
      if (waiters.head() !== undefined) serve();
      else notice(now);
    },
    state: () => {
      const now = clock.monotonic();
      const waitingMs = Math.ceil(waitMs("campaign", now));
      const reason = describe(waitingFor(now), waitingMs);
      const mean = ceiling === "none" ? undefined : ceiling.requests / ceiling.seconds;
      const ratePerSecond = pace.rate() ?? mean;
      return { ceiling, ratePerSecond, waitingMs, ...(reason === undefined ? {} : { reason }) };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function ignore(): void {
  /* The count of a single permit says nothing. */
}
