/**
 * Keeps one session fresh: renews its token before it expires, and detects that it has expired. Timers stop or fire late while a computer
 * sleeps, so the wall clock is checked at least every minute.
 */
import type { Clock, Log } from "../../../core/hosts.ts";
import { isAppError } from "#shared/failure.ts";
import type { LiveSession } from "./live-session.ts";

const longestNapMs = 60_000;
const firstWaitMs = 30_000;
const longestWaitMs = 10 * 60_000;

export interface BackgroundRefresh {
  /** Checks the wall clock at once, after the computer has slept. */
  checkNow(): void;
  /** No renewal starts afterwards; waits for one in progress. */
  stop(): Promise<void>;
}

/** For a session that must not be renewed. */
export const noRefresh: BackgroundRefresh = { checkNow: () => undefined, stop: () => Promise.resolve() };

export function startBackgroundRefresh(
  session: Pick<LiveSession, "saveIfChanged" | "renewalDueAt" | "renewEarly" | "waitForRenewal">,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): BackgroundRefresh {
  let stopped = false;
  let looking = false;
  let cancel = (): void => undefined;
  let failures = 0;
  let notBefore = 0;

  const look = async (): Promise<number> => {
    await session.saveIfChanged();
    const dueAt = await session.renewalDueAt();
    if (dueAt === undefined || stopped) return longestNapMs;
    const at = Math.max(dueAt, notBefore);
    if (clock.now() < at) return at - clock.now();
    await session.renewEarly();
    failures = 0;
    notBefore = 0;
    return 0;
  };
  const step = async (): Promise<void> => {
    let napMs = longestNapMs;
    looking = true;
    try {
      napMs = await look();
    } catch (error) {
      // The session has recorded the reason already; here it only determines the time of the next attempt.
      const waitMs = Math.min(firstWaitMs * 2 ** failures, longestWaitMs);
      failures += 1;
      notBefore = clock.now() + waitMs;
      log.debug("session.renewal-postponed", { waitMs, code: isAppError(error) ? error.code : "internal" });
    }
    looking = false;
    // At least one millisecond: a service that issues tokens without a lifetime must not cause a busy loop.
    if (!stopped) cancel = clock.after(Math.min(Math.max(napMs, 1), longestNapMs), () => void step());
  };
  cancel = clock.after(0, () => void step());

  return {
    checkNow: () => {
      if (stopped || looking) return;
      cancel();
      void step();
    },
    stop: async () => {
      stopped = true;
      cancel();
      await session.waitForRenewal();
    },
  };
}
