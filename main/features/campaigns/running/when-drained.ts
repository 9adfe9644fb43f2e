/** What follows when nothing may be claimed and nothing is in flight: the end, a look-up of unknown recipients, or a gate. */
import type { Ledger, RowCounts } from "../../../jobs/ledger.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import { checkCounters } from "./check-counters.ts";
import type { LookUps } from "./look-ups.ts";
import type { RingWait } from "./ring-wait.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule-gate.ts";
import { awaitUnknownMessage, sayStillUnknown } from "./unknown-words.ts";

export interface WhenDrainedOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly steps: RunSteps;
  readonly gate: ScheduleGate;
  readonly lookUps: LookUps;
  readonly rings: RingWait;
  readonly onCounts: (counts: RowCounts) => void;
}

/** "go on": there is something to claim, or `signal` was aborted; "ended": the campaign's state says how. */
export type WhenDrained = (signal: AbortSignal) => Promise<"ended" | "go on">;

export function createWhenDrained(options: WhenDrainedOptions): WhenDrained {
  const { store, campaign, ledger, steps, gate, lookUps, rings, onCounts } = options;

  /** True when a person must say what becomes of them: no look-up will settle them any more. */
  async function awaitUnknown(signal: AbortSignal): Promise<boolean> {
    const { nextAt, rows } = await ledger.dueUnknown(1);
    if (rows.length === 0 && nextAt === undefined) {
      // Counted afterwards: a look-up may have settled the last of them meanwhile.
      const { unknown } = await store.leftToDo(campaign.id);
      if (unknown === 0) return false;
      await steps.pause("unknown-recipients", sayStillUnknown(unknown));
      return true;
    }
    if (rows.length === 0) await steps.wait("unknown-recipients", awaitUnknownMessage);
    await lookUps.nextRound(signal);
    return false;
  }

  async function awaitRing(signal: AbortSignal): Promise<"ended" | "go on"> {
    while (!signal.aborted) {
      const closed = gate.closed();
      if (closed !== undefined && closed.until === undefined) {
        await steps.drop("expired", closed.message);
        return "ended";
      }
      const turn = await rings.turn(signal);
      steps.movedElsewhere();
      if (turn === "failed") return "ended";
      if (turn === "open") break;
    }
    return "go on";
  }

  return async (signal) => {
    for (;;) {
      // Once this snapshot has no pending and no unknown rows, nothing changes the counters any more before the end.
      const { counts, claimable, unknown, last } = await store.leftToDo(campaign.id);
      onCounts(counts);
      if (signal.aborted || claimable) return "go on";
      if (unknown > 0) {
        if (await awaitUnknown(signal)) return "ended";
        continue;
      }
      if (!last) return awaitRing(signal);
      await checkCounters(store, campaign.id, counts);
      await steps.finish(counts);
      return "ended";
    }
  };
}
