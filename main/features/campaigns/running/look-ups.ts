/** Looks up unknown recipients throughout a run, and updates the heartbeat of the lease. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { textOf } from "#shared/failure.ts";
import type { Clock } from "../../../core/hosts.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { Ledger, RowCounts } from "../../../core/jobs/ledger.ts";
import { sleep } from "../../../core/wait.ts";
import { isUnansweredError } from "../watching/connectivity-error.ts";
import type { Reconciler } from "./reconciler.ts";

export interface LookUpsOptions {
  readonly reconciler: Reconciler;
  readonly ledger: Pick<Ledger, "recheckUnknown">;
  readonly clock: Clock;
  /** Throws when another process has taken the lease. */
  readonly heartbeat: () => Promise<void>;
  readonly onCounts: (counts: RowCounts) => void;
}

export interface LookUps {
  /** Runs until `signal` is aborted; rejects when the ledger fails or the lease is lost. */
  run(signal: AbortSignal): Promise<void>;
  /** Rows became unknown: the next round starts now. */
  nudge(): void;
  /** Pauses look-ups until the service answers again; after that, all unknown rows are due and have all of their checks left. */
  pauseDuring<T>(wait: Promise<T>): Promise<T>;
  /** Why the service was not reachable in the last round; undefined where it was. */
  readonly connectivityError: CodedText | undefined;
  /** Resolves when a round looked something up, after `longestRoundMs` at the latest, or when aborted. */
  nextRound(signal: AbortSignal): Promise<void>;
}

/** Maximum interval between rounds. */
const longestRoundMs = 10_000;
/** A process that lost the campaign or its data directory stops claiming within this time, however long a round of look-ups takes. */
const heartbeatMs = 4_000;
/** Minimum interval between rounds. */
const shortestRoundMs = 20;
/** Back-off between rounds while the service is not reachable. */
const firstRestMs = 1_000;
const longestRestMs = 60_000;

export function createLookUps(options: LookUpsOptions): LookUps {
  const { clock } = options;
  const roundSleep = createWakeableSleep(clock);
  const ended = createWakeableSleep(clock);
  let connectivityError: CodedText | undefined;
  let rests = 0;
  let pauseCount = 0;

  async function beat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await options.heartbeat();
      await sleep(clock, heartbeatMs, signal);
    }
  }

  /** Returns the delay until the next round. */
  async function round(signal: AbortSignal): Promise<number> {
    try {
      const { checked, counts, nextInMs } = await options.reconciler.round(signal);
      connectivityError = undefined;
      rests = 0;
      if (checked > 0) {
        options.onCounts(counts);
        ended.wake();
      }
      return Math.min(longestRoundMs, Math.max(shortestRoundMs, nextInMs ?? longestRoundMs));
    } catch (error) {
      if (signal.aborted || !isUnansweredError(error)) throw error;
      connectivityError = textOf(error);
      ended.wake();
      return backoffMs(rests++, firstRestMs, longestRestMs);
    }
  }

  return {
    async run(signal) {
      const lookUp = async (): Promise<void> => {
        while (!signal.aborted) await roundSleep.wait(pauseCount > 0 ? longestRoundMs : await round(signal), signal);
      };
      try {
        await Promise.all([beat(signal), lookUp()]);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    nudge: () => roundSleep.wake(),
    get connectivityError() {
      return connectivityError;
    },
    async pauseDuring(wait) {
      pauseCount += 1;
      try {
        const end = await wait;
        await options.ledger.recheckUnknown();
        return end;
      } finally {
        pauseCount -= 1;
        connectivityError = undefined;
        roundSleep.wake();
      }
    },
    nextRound: async (signal) => void (await ended.wait(longestRoundMs, signal)),
  };
}
