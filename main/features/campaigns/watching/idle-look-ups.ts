/**
 * Background look-ups of unknown recipients of campaigns without a run, in a long-lived process: single messages whose sender
 * stopped waiting or whose process ended, and rows that a crash left. Nothing is sent here.
 */
import { AppError } from "#shared/failure.ts";
import { backoffMs } from "../../../core/jobs/backoff.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { retryPolicies } from "../running/reconciler.ts";
import { isUnansweredError } from "./connectivity-error.ts";
import { runPollingLoop } from "./polling-loop.ts";

export interface LookupResult {
  readonly accepted: number;
  readonly notSent: number;
  readonly unknown: number;
}

export interface IdleLookUps {
  start(): void;
  stop(): Promise<void>;
  /** Looks up single messages to an endpoint now. */
  reconcileSingles(connection: number, endpoint: string, signal: AbortSignal): Promise<LookupResult>;
}

const lookEveryMs = 5_000;
/** When the sender stops waiting, a message has been looked up a few times already. */
const resumeAfterMs = 30_000;
const firstRestMs = 15_000;
const longestRestMs = 5 * 60_000;

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
