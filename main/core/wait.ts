/** Waiting on an injected clock, so that an hour of back-off runs in milliseconds in a test. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "./hosts.ts";

/** Resolves after `delayMs`; rejects with code `aborted` as soon as `signal` is aborted. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortedError());
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(abortedError());
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * Epoch milliseconds that advance with the monotonic clock from this call on: setting the wall clock has no effect.
 * For due times within one process; another process has another origin.
 */
export function steadyTime(clock: Clock): () => number {
  const origin = clock.now() - clock.monotonic();
  return () => Math.round(origin + clock.monotonic());
}

/** When something was sent, for a grace period that continues in a later process. */
export interface SentMoment {
  /** Time of `steadyTime` of the process that sent it. */
  readonly sentAt: number;
  /** `Clock.uptime` at that moment. */
  readonly sentUptime: number;
}

export interface SendClock {
  /** `steadyTime` of this process. */
  now(): number;
  moment(): SentMoment;
  /**
   * From when on a grace period counts, on the clock of this process: the moment of sending. What a former process sent counts by the uptime,
   * which no setting of the clock changes; where that says nothing, after a restart of the computer, from the start of this process.
   */
  graceFrom(sent: Partial<SentMoment>): number;
}

export function createSendClock(clock: Clock): SendClock {
  const now = steadyTime(clock);
  const [startedAt, uptimeAtStart] = [now(), clock.uptime()];
  return {
    now,
    moment: () => ({ sentAt: now(), sentUptime: clock.uptime() }),
    graceFrom: ({ sentAt = startedAt, sentUptime }) => {
      if (sentUptime === undefined) return Math.max(sentAt, startedAt);
      // Both are rounded down to a second. After a restart of the computer the difference is less than the time that has passed.
      const byUptime = startedAt + sentUptime + 1000 - uptimeAtStart;
      return byUptime < startedAt ? byUptime : Math.max(sentAt, startedAt);
    },
  };
}

/** Throws code `aborted` once `signal` is aborted: for long work without waits. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw abortedError();
}

export function abortedError(): AppError {
  return new AppError("aborted", codedText("operation-aborted"));
}

/** Serialises work with the same key in call order; a failure affects its own caller only. */
export function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const tidy = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    void turn.then(tidy, tidy);
    return turn;
  };
}
