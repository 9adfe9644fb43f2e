/**
 * Asks for deliveries and answers all along: one for the whole process, a loop of its own per connection.
 *
 * - A program that stays watches every connection of which something is still open; one that does not, those it sends over.
 * - What is due newest goes first; whatever is older comes round again by itself.
 * - While a service cannot be asked it is tried with one message now and then; nothing is counted as looked at.
 */
import type { Clock } from "../../../hosts.ts";
import { AppError } from "../../../failure.ts";
import { backoffMs } from "../../../jobs/backoff.ts";
import { createBell } from "../../../jobs/bell.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { watchRound, type RoundEnd } from "./watch-round.ts";

export interface WatcherParts {
  readonly deps: CampaignDeps;
  readonly runs: Pick<CampaignRuns, "connections" | "workedOver" | "find" | "nudgeRing">;
}

export interface Watcher {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
  /** Asks about what is due of one campaign, now; rejects with what keeps the service from being asked. */
  checkNow(connection: CampaignConnection, campaign: number, signal: AbortSignal): Promise<number>;
}

/** What is new is found so soon. */
const lookEveryMs = 5_000;
const endpointsPerRound = 64;
const firstRestMs = 15_000;
const longestRestMs = 5 * 60_000;

export function createWatcher(parts: WatcherParts): Watcher {
  const { deps, runs } = parts;
  const stopping = new AbortController();
  const bell = createBell(deps.clock);
  const loops = new Map<number, Promise<void>>();
  let supervision: Promise<void> = Promise.resolve();

  const onLearned = (campaigns: readonly number[]): void => {
    for (const campaign of campaigns) {
      runs.nudgeRing(campaign);
      deps.publish("campaigns.watched", { campaignId: String(campaign) });
    }
  };
  const round = (
    connection: CampaignConnection,
    endpoints: readonly string[],
    signal: AbortSignal,
  ): Promise<RoundEnd> => {
    const sending = (): boolean =>
      runs.workedOver(connection.id).some((campaign) => (runs.find(campaign)?.run.rate ?? 0) > 0);
    return watchRound({ deps, connection, sending, onLearned }, endpoints, signal);
  };

  /** One batch of one connection; answers how long to wait for the next, or undefined when nothing is open. */
  async function turn(
    id: number,
    limit: number,
  ): Promise<{ readonly waitMs: number | undefined; readonly away: boolean }> {
    const now = deps.clock.now();
    const { endpoints, nextAt } = await deps.store.dueWatches({ connection: id, now, limit });
    if (endpoints.length === 0) return { waitMs: nextAt === undefined ? undefined : nextAt - now, away: false };
    const end = await round(await deps.connections.openById(id), endpoints, stopping.signal);
    return { waitMs: 0, away: end.kind === "away" };
  }

  async function work(id: number): Promise<void> {
    let rests = 0;
    while (!stopping.signal.aborted) {
      // After trouble one message finds out whether it is over.
      const { waitMs, away } = await turn(id, rests > 0 ? 1 : endpointsPerRound).catch(
        tired(deps, id, stopping.signal),
      );
      rests = away ? rests + 1 : 0;
      if (waitMs === undefined) return;
      const rest = away ? backoffMs(rests - 1, firstRestMs, longestRestMs) : Math.min(waitMs, lookEveryMs);
      if (rest > 0) await pause(deps.clock, rest, stopping.signal);
    }
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const id of await wanted()) {
        if (loops.has(id)) continue;
        loops.set(
          id,
          work(id).finally(() => loops.delete(id)),
        );
      }
      await bell.wait(lookEveryMs, stopping.signal);
    }
  }

  async function wanted(): Promise<readonly number[]> {
    const worked = runs.connections();
    if (deps.lasting !== true && worked.size === 0) return [];
    const open = await deps.store.watchedConnections();
    return deps.lasting === true ? open : open.filter((id) => worked.has(id));
  }

  return {
    start() {
      supervision = supervise().catch((cause: unknown) => {
        if (!stopping.signal.aborted) deps.log.error("campaign.watcher-failed", {}, cause);
      });
    },
    async stop() {
      stopping.abort();
      await supervision;
      await Promise.all(loops.values());
    },
    async checkNow(connection, campaign, asked) {
      const signal = AbortSignal.any([asked, stopping.signal]);
      const until = deps.clock.now();
      let checked = 0;
      for (;;) {
        const due = { connection: connection.id, campaign, now: until, limit: endpointsPerRound };
        const { endpoints } = await deps.store.dueWatches(due);
        if (endpoints.length === 0) return checked;
        const end = await round(connection, endpoints, signal);
        checked += end.checked;
        if (end.kind === "away") throw end.error;
      }
    },
  };
}

/** A connection that cannot be opened, or a store that is closing: rested like a service that is away. */
function tired(
  { log }: CampaignDeps,
  id: number,
  signal: AbortSignal,
): (cause: unknown) => { readonly waitMs: number | undefined; readonly away: boolean } {
  return (cause) => {
    if (!signal.aborted) {
      const code = cause instanceof AppError ? cause.code : "internal";
      log.warn("campaign.watch-not-possible", { connection: id, code });
    }
    return { waitMs: 0, away: true };
  };
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return createBell(clock).wait(ms, signal);
}
