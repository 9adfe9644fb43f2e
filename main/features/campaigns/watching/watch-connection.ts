/** Check loop of one connection: reads what is due, newest first, until nothing is left to check. */
import { AppError } from "#shared/failure.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { RoundEnd } from "./watch-round.ts";

export interface WatchConnectionOptions {
  readonly deps: CampaignDeps;
  readonly id: number;
  readonly round: (
    connection: CampaignConnection,
    endpoints: readonly string[],
    signal: AbortSignal,
  ) => Promise<RoundEnd>;
  /** Whether this process makes checks at all. */
  readonly isActive: () => boolean;
  readonly signal: AbortSignal;
}

/** Maximum interval until new messages to check are found. */
export const lookEveryMs = 5_000;
export const endpointsPerRound = 64;
const firstRestMs = 15_000;
const longestRestMs = 5 * 60_000;

interface Turn {
  /** Time until something is due; undefined when nothing is left to check. */
  readonly waitMs: number | undefined;
  /** The service was not reachable. */
  readonly isUnreachable: boolean;
}

/** Never rejects. Ends when nothing is left to check, when `isActive` is false, or when `signal` is aborted. */
export async function watchConnection(options: WatchConnectionOptions): Promise<void> {
  const { deps, isActive, signal } = options;
  const wakeableSleep = createWakeableSleep(deps.clock);
  for (let rests = 0; !signal.aborted && isActive();) {
    // After an outage, a single message tests whether it is over.
    const { waitMs, isUnreachable } = await turn(options, rests > 0 ? 1 : endpointsPerRound);
    if (waitMs === undefined) return;
    rests = isUnreachable ? rests + 1 : 0;
    const restMs = isUnreachable ? backoffMs(rests - 1, firstRestMs, longestRestMs) : Math.min(waitMs, lookEveryMs);
    if (restMs > 0) await wakeableSleep.wait(restMs, signal);
  }
}

async function turn({ deps, id, round, signal }: WatchConnectionOptions, limit: number): Promise<Turn> {
  const { store, clock, log, connections } = deps;
  try {
    const now = clock.now();
    const { endpoints, nextAt } = await store.dueWatches({ connection: id, now, limit });
    if (endpoints.length === 0)
      return { waitMs: nextAt === undefined ? undefined : nextAt - now, isUnreachable: false };
    const { kind } = await round(await connections.openById(id), endpoints, signal);
    return { waitMs: 0, isUnreachable: kind === "away" };
  } catch (cause) {
    if (signal.aborted) return { waitMs: 0, isUnreachable: true };
    if (cause instanceof AppError) log.warn("campaign.watch-not-possible", { connection: id, code: cause.code });
    else log.error("campaign.watch-failed", { connection: id }, cause);
    return { waitMs: 0, isUnreachable: true };
  }
}
