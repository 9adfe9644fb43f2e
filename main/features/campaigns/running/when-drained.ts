/**
 * Decides what follows when nothing may be claimed and nothing is in flight: the end, a look-up of unknown or unverified recipients,
 * or a gate.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { Ledger, RowCounts } from "../../../core/jobs/ledger.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { LookUps } from "./look-ups.ts";
import type { WaveWait } from "./wave-wait.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule-gate.ts";
import { decisionNeeded, hasUndecided } from "./decision-needed.ts";
import { AppError } from "#shared/failure.ts";

export interface WhenDrainedOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly steps: RunSteps;
  readonly gate: ScheduleGate;
  readonly lookUps: LookUps;
  readonly waveWait: WaveWait;
  readonly onCounts: (counts: RowCounts) => void;
}

/**
 * "continue": there is something to claim, or `signal` was aborted; "ended": see the campaign's state; `connectivityError`: the service
 * is not reachable for the look-ups.
 */
export type WhenDrained = (
  signal: AbortSignal,
) => Promise<"ended" | "continue" | { readonly connectivityError: CodedText }>;

export function createWhenDrained(options: WhenDrainedOptions): WhenDrained {
  const { store, campaign, ledger, steps, gate, lookUps, waveWait, onCounts } = options;

  /** True when an operator must decide, because no look-up can. */
  async function awaitLookUps(signal: AbortSignal): Promise<boolean> {
    const { nextAt, rows } = await ledger.dueUnknown(1);
    // Counted afterwards: a look-up may have decided the last of them in the meantime.
    const left = await store.leftToDo(campaign.id);
    if (rows.length === 0 && nextAt === undefined) {
      const decision = decisionNeeded({ ...left, ...(await store.unknownByCause(campaign.id)) });
      if (decision !== undefined) {
        await steps.pause(decision.reason, decision.message);
        return true;
      }
      if (!hasUndecided(left)) return false;
    }
    // Look-ups of pending rows ahead of their claim are part of sending.
    if (rows.length === 0 && left.unverified.toLookUp === 0) {
      await steps.wait("unknown-recipients", codedText("unknown-looked-up"));
    }
    await lookUps.nextRound(signal);
    return false;
  }

  async function awaitWave(signal: AbortSignal): Promise<"ended" | "continue"> {
    while (!signal.aborted) {
      const closed = gate.closed();
      if (closed !== undefined && closed.until === undefined) {
        await steps.cancel("expired", closed.message);
        return "ended";
      }
      const turn = await waveWait.turn(signal);
      steps.invalidateState();
      if (turn === "failed") return "ended";
      if (turn === "open") break;
    }
    return "continue";
  }

  return async (signal) => {
    for (;;) {
      // Once this snapshot has no pending and no unknown rows, the counters do not change before the end.
      const left = await store.leftToDo(campaign.id);
      const { counts, last } = left;
      onCounts(counts);
      if (signal.aborted || left.claimable) return "continue";
      if (hasUndecided(left)) {
        if (await awaitLookUps(signal)) return "ended";
        if (lookUps.connectivityError !== undefined && !signal.aborted)
          return { connectivityError: lookUps.connectivityError };
        continue;
      }
      if (!last) return awaitWave(signal);
      await checkCounters(store, campaign.id, counts);
      await steps.finish(counts);
      return "ended";
    }
  };
}

// Final check before "finished": the stored counters against a recount of the rows.

/** Throws `ledger-miscounted` unless a recount gives the same counts. */
async function checkCounters(store: CampaignStore, campaign: number, counts: RowCounts): Promise<void> {
  const recount: Readonly<Record<string, number>> = await store.recount(campaign);
  const wrong = Object.entries(counts).filter(([name, count]) => recount[name] !== count);
  if (wrong.length === 0) return;
  const names = wrong.map(([name]) => name).join(", ");
  throw new AppError("ledger-miscounted", codedText("counters-differ", { names }));
}
