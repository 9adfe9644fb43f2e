/**
 * Decides what follows when nothing may be claimed and nothing is in flight: the end, a look-up of unknown or unverified recipients,
 * or a gate.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { Ledger, RowCounts } from "../../../core/jobs/ledger.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";
import type { WaveWait } from "./wave-wait.ts";
import type { RunSteps } from "./run-steps.ts";
import type { ScheduleGate } from "./schedule.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { LeftToDo } from "../ledger/queries-waves.ts";
import type { Clock } from "../../../core/hosts.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import { sleep } from "../../../core/wait.ts";
import { isUnansweredError } from "../watching/read-list.ts";
import type { Reconciler } from "./reconciler.ts";

export interface WhenDrainedOptions {
  readonly campaign: StoredCampaign;
  readonly store: CampaignStore;
  readonly ledger: Ledger;
  readonly steps: RunSteps;
  readonly gate: ScheduleGate;
  readonly lookUps: LookUps;
  readonly waveWait: WaveWait;
  readonly onCounts: (counts: RowCounts) => void;
  /** Every message of a wave that is not the last has an outcome. */
  readonly onWaveSent: () => void;
  /** The end of a campaign and the return of its rejected rows exclude each other. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * "continue": there is something to claim, or `signal` was aborted; "ended": see the campaign's state; `connectivityError`: the service
 * is not reachable for the look-ups.
 */
export type WhenDrained = (
  signal: AbortSignal,
) => Promise<"ended" | "continue" | { readonly connectivityError: CodedText }>;

export function createWhenDrained(options: WhenDrainedOptions): WhenDrained {
  const { store, campaign, ledger, steps, gate, lookUps, waveWait, onCounts, onWaveSent, exclusive } = options;

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
    onWaveSent();
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

  /** False when an operator has requeued rejected rows since the snapshot. */
  const finish = (): Promise<boolean> =>
    exclusive(async () => {
      const { counts } = await store.leftToDo(campaign.id);
      // Also those that have to be looked up before they are claimed.
      if (counts.pending > 0) return false;
      await checkCounters(store, campaign.id, counts);
      await steps.finish(counts);
      return true;
    });

  return async (signal) => {
    for (;;) {
      // Once this snapshot has no pending and no unknown rows, only a retry of rejected rows changes the counters before the end.
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
      if (await finish()) return "ended";
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

// Decides how a campaign handles recipients with an open outcome.

/** Whether recipients are left whose look-up is pending or was inconclusive. */
function hasUndecided({ unknown, unverified }: Pick<LeftToDo, "unknown" | "unverified">): boolean {
  return unknown + unverified.toLookUp + unverified.unclear > 0;
}

/** A decision that an operator has to make. */
interface Decision {
  readonly reason: PauseReason;
  readonly message: CodedText;
}

/** Why a campaign waits for an operator once no look-up is due; undefined where no decision is needed. */
export function decisionNeeded({
  unknown,
  unread,
  proven,
  unverified,
}: Pick<LeftToDo, "unknown" | "unverified"> & {
  /** Unknown recipients whose lists could not be read. */
  readonly unread: number;
  /** Unknown recipients that are proven not sent. */
  readonly proven: number;
}): Decision | undefined {
  if (unverified.toLookUp > 0) return undefined;
  if (unknown > 0) {
    return { reason: "unknown-recipients", message: unknownText(unknown, unread, proven) };
  }
  if (unverified.unclear > 0)
    return { reason: "unverified-copy", message: codedText("unverified-left", { count: unverified.unclear }) };
  return undefined;
}

function unknownText(unknown: number, unread: number, proven: number): CodedText {
  if (proven === unknown) return codedText("proven-waits", { count: unknown });
  const rest = { count: unknown - proven };
  const message = unread === 0 ? codedText("stays-unknown", rest) : codedText("stays-unread", { ...rest, unread });
  return proven === 0
    ? message
    : codedText("proven-too", { unknown: message, proven: codedText("proven-waits", { count: proven }) });
}

// Looks up unknown recipients throughout a run, and updates the heartbeat of the lease.

interface LookUpsOptions {
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
      const { kind, retryAfterMs } = (error instanceof AppError && error.details) || {};
      const restMs = backoffMs(rests++, firstRestMs, longestRestMs);
      // Throttling is no outage: look-ups continue when the service allows it.
      if (kind === "throttled") return Math.max(restMs, Number(retryAfterMs ?? 0));
      connectivityError = textOf(error);
      ended.wake();
      return restMs;
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
