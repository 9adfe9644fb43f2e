/**
 * Checks deliveries and replies in the background: one watcher per process, with a loop per connection.
 * - A long-lived process checks every connection with messages to check; any other process, those that it sends over.
 * - The most recently due messages go first; older ones follow in later rounds.
 * - While a service is not reachable, it is tried with one message at intervals; nothing counts as checked.
 */
import { readSmsRecord } from "../../../core/api/sms.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { isUnansweredError, type SmsListReading } from "./read-list.ts";
import { type RoundEnd, watchRound } from "./watch-round.ts";
import { AppError } from "#shared/failure.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import { createWakeableSleep } from "../../../core/jobs/wakeable-sleep.ts";
import type { Clock } from "../../../core/hosts.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import { recoverLeftovers } from "../retry.ts";
import { retryPolicies } from "../running/reconciler.ts";

export interface WatcherOptions {
  readonly deps: CampaignDeps;
  readonly runs: Pick<CampaignRuns, "connections" | "workedOver" | "find" | "nudgeWave">;
}

export interface Watcher {
  start(): void;
  /** Resolves when all loops have ended. */
  stop(): Promise<void>;
  /** Records what a list shows that was read elsewhere. */
  recordList(connection: number, endpoint: string, list: SmsListReading): Promise<void>;
  /** Checks what is due for one campaign now; rejects with the error where the service is not reachable. */
  checkNow(connection: CampaignConnection, campaign: number, signal: AbortSignal): Promise<number>;
}

export function createWatcher(options: WatcherOptions): Watcher {
  const { deps, runs } = options;
  const stopping = new AbortController();
  const loops = new Map<number, Promise<void>>();
  let supervision: Promise<void> = Promise.resolve();

  const onUpdate = (campaigns: readonly number[]): void => {
    for (const campaign of campaigns) {
      runs.nudgeWave(campaign);
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
    return watchRound({ deps, connection, sending, onUpdate }, endpoints, signal);
  };

  async function supervise(): Promise<void> {
    for (const id of await activeConnections()) {
      if (loops.has(id)) continue;
      loops.set(
        id,
        watchConnection({ deps, id, round, isActive: () => isActive(id), signal: stopping.signal }).finally(() =>
          loops.delete(id),
        ),
      );
    }
  }

  const isActive = (id: number): boolean => deps.keepAlive === true || runs.connections().has(id);

  async function activeConnections(): Promise<readonly number[]> {
    if (deps.keepAlive !== true && runs.connections().size === 0) return [];
    return (await deps.store.watchedConnections()).filter(isActive);
  }

  return {
    start() {
      const { clock, log } = deps;
      const onError = (cause: unknown): void => log.error("campaign.watcher-failed", {}, cause);
      supervision = runPollingLoop({ round: supervise, everyMs: lookEveryMs, clock, onError, signal: stopping.signal });
    },
    async stop() {
      stopping.abort();
      await supervision;
      await Promise.all(loops.values());
    },
    async recordList(connection, endpoint, { records, complete, asOf }) {
      const list = { records: records.map(readSmsRecord), complete };
      onUpdate(await deps.store.recordReadings([{ connection, endpoint, readAt: asOf, list }]));
    },
    async checkNow(connection, campaign, callerSignal) {
      const signal = AbortSignal.any([callerSignal, stopping.signal]);
      const until = deps.clock.now();
      let checked = 0;
      for (;;) {
        const due = { connection: connection.id, campaign, now: deps.clock.now(), until, limit: endpointsPerRound };
        const { endpoints } = await deps.store.dueWatches(due);
        if (endpoints.length === 0) return checked;
        const end = await round(connection, endpoints, signal);
        checked += end.checked;
        if (end.kind === "away") throw end.error;
      }
    },
  };
}

// Check loop of one connection: reads what is due, newest first, until nothing is left to check.

interface WatchConnectionOptions {
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
const lookEveryMs = 5_000;
const endpointsPerRound = 64;
const firstRestMs = 15_000;
const longestRestMs = 5 * 60_000;

interface Turn {
  /** Time until something is due; undefined when nothing is left to check. */
  readonly waitMs: number | undefined;
  /** The service was not reachable. */
  readonly isUnreachable: boolean;
}

/** Never rejects. Ends when nothing is left to check, when `isActive` is false, or when `signal` is aborted. */
async function watchConnection(options: WatchConnectionOptions): Promise<void> {
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

// Background work in rounds; a failure that may pass, such as a disk that is full for a while, does not end it.

interface PollingLoopOptions {
  readonly round: () => Promise<void>;
  readonly everyMs: number;
  readonly clock: Clock;
  /** Called for the first of several failures in a row. */
  readonly onError: (cause: unknown) => void;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` is aborted; never rejects. */
async function runPollingLoop({ round, everyMs, clock, onError, signal }: PollingLoopOptions): Promise<void> {
  const wakeableSleep = createWakeableSleep(clock);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await round();
      isFailing = false;
    } catch (cause) {
      if (!isFailing && !signal.aborted) onError(cause);
      isFailing = true;
    }
    await wakeableSleep.wait(everyMs, signal);
  }
}

// Background look-ups of unknown recipients of campaigns without a run, in a long-lived process: single messages
// whose sender stopped waiting or whose process ended, and rows that a crash left. Nothing is sent here.

export interface LookupResult {
  readonly accepted: number;
  readonly notSent: number;
  readonly unknown: number;
}

interface IdleLookUps {
  start(): void;
  stop(): Promise<void>;
  /** Looks up single messages to an endpoint now. */
  reconcileSingles(connection: number, endpoint: string, signal: AbortSignal): Promise<LookupResult>;
}

/** When the sender stops waiting, a message has been looked up a few times already. */
const resumeAfterMs = 30_000;

export function createIdleLookUps(deps: CampaignDeps, runs: CampaignRuns): IdleLookUps {
  const { store, clock, log, holder } = deps;
  const stopping = new AbortController();
  /** Connections that were not reachable: consecutive failures, and when to try again. */
  const unreachable = new Map<number, { readonly times: number; readonly until: number }>();
  let work: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    const now = deps.steadyNow();
    await store.resumeSingles({ at: now + resumeAfterMs, mostChecks: retryPolicies.background.checks });
    for (const id of await store.campaignsDue(now)) {
      if (stopping.signal.aborted) return;
      const campaign = await store.getCampaign(id);
      if (runs.has(id) || now < (unreachable.get(campaign.connection)?.until ?? 0)) continue;
      if (!(await store.leaseIsOurs(id, holder))) continue;
      await lookUp(campaign, stopping.signal).then(
        () => unreachable.delete(campaign.connection),
        (error: unknown) => rest(campaign, error),
      );
    }
  }

  function rest({ id, connection }: StoredCampaign, error: unknown): void {
    if (stopping.signal.aborted) return;
    if (!(error instanceof AppError)) throw error;
    if (!isUnansweredError(error)) log.warn("campaign.look-up-not-possible", { campaign: id, code: error.code });
    const times = unreachable.get(connection)?.times ?? 0;
    const until = deps.steadyNow() + backoffMs(times, firstRestMs, longestRestMs);
    unreachable.set(connection, { times: times + 1, until });
  }

  async function lookUp(campaign: StoredCampaign, signal: AbortSignal): Promise<void> {
    const before = campaign.counts;
    const reconciler = await runs.reconcilerFor(campaign, retryPolicies.background);
    const { counts } = await reconciler.round(signal);
    if (counts.unknown === before.unknown && campaign.kind === "bulk") return;
    await notify(campaign);
  }

  async function notify({ id, kind, connection }: StoredCampaign): Promise<void> {
    if (kind === "bulk") return deps.publish("campaigns.changed", { campaignId: String(id) });
    const [row] = await store.listRecipients({ campaign: id, outcome: undefined, after: 0, limit: 1 });
    if (row?.endpoint !== undefined) await deps.onEndpoint?.(connection, row.endpoint);
  }

  return {
    start() {
      if (deps.keepAlive !== true) return;
      const onError = (cause: unknown): void => log.error("campaign.idle-look-ups-failed", {}, cause);
      work = runPollingLoop({ round, everyMs: lookEveryMs, clock, onError, signal: stopping.signal });
    },
    async stop() {
      stopping.abort();
      await work;
    },
    async reconcileSingles(connection, endpoint, callerSignal) {
      const signal = AbortSignal.any([callerSignal, stopping.signal]);
      const result = { accepted: 0, notSent: 0, unknown: 0 };
      for (const id of await store.unknownSingles({ connection, endpoint })) {
        if (!runs.has(id)) {
          await recoverLeftovers(deps, await store.getCampaign(id));
          await store.recheckUnknown(id);
          await lookUp(await store.getCampaign(id), signal);
        }
        const [row] = await store.listRecipients({ campaign: id, outcome: undefined, after: 0, limit: 1 });
        if (row?.outcome === "accepted") result.accepted += 1;
        else if (row?.code === "proven-not-sent") result.notSent += 1;
        else result.unknown += 1;
      }
      return result;
    },
  };
}
