/** Looks unknown recipients up all along a run, and keeps the lease fresh. */
import type { Clock } from "../../../hosts.ts";
import { createBell } from "../../../jobs/bell.ts";
import type { RowCounts } from "../../../jobs/ledger.ts";
import { sleep } from "../../../wait.ts";
import type { Reconciler } from "./reconciler.ts";

export interface LookUpsOptions {
  readonly reconciler: Reconciler;
  readonly clock: Clock;
  /** Throws when another process has taken the lease. */
  readonly heartbeat: () => Promise<void>;
  readonly onCounts: (counts: RowCounts) => void;
}

export interface LookUps {
  /** Works until `signal` is aborted; rejects when the ledger fails or the lease is lost. */
  run(signal: AbortSignal): Promise<void>;
  /** Rows became unknown. */
  nudge(): void;
  /** Resolves when a round looked something up, after a while at the latest, or when aborted. */
  nextRound(signal: AbortSignal): Promise<void>;
}

/** Look-ups come round at least this often. */
const longestRoundMs = 10_000;
/** Whoever lost the campaign or its data directory stops claiming so soon, however long a round of look-ups takes. */
const heartbeatMs = 4_000;
/** Rounds are at least this far apart, whatever is due. */
const shortestRoundMs = 20;

export function createLookUps(options: LookUpsOptions): LookUps {
  const { clock } = options;
  const begun = createBell(clock);
  const ended = createBell(clock);

  async function beat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await options.heartbeat();
      await sleep(clock, heartbeatMs, signal);
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const { looked, counts, nextInMs } = await options.reconciler.round(signal);
    if (looked > 0) {
      options.onCounts(counts);
      ended.ring();
    }
    await begun.wait(Math.min(longestRoundMs, Math.max(shortestRoundMs, nextInMs ?? longestRoundMs)), signal);
  }

  return {
    async run(signal) {
      const lookUp = async (): Promise<void> => {
        while (!signal.aborted) await round(signal);
      };
      try {
        await Promise.all([beat(signal), lookUp()]);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    nudge: () => begun.ring(),
    nextRound: (signal) => ended.wait(longestRoundMs, signal),
  };
}
