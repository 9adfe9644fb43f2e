/**
 * Unknown recipients of campaigns that nobody works are looked up in the background, by a program that stays: single messages
 * whose sender gave up or whose program ended, and what a crash left of the others. Nothing is ever sent here.
 */
import { AppError } from "../../../failure.ts";
import { backoffMs } from "../../../jobs/backoff.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { retryPolicies } from "../running/reconciler.ts";
import { isUnanswered } from "./away.ts";
import { keepOn } from "./keep-on.ts";

export interface LookedUp {
  readonly accepted: number;
  readonly notSent: number;
  readonly unknown: number;
}

export interface IdleLookUps {
  start(): void;
  stop(): Promise<void>;
  /** Looks single messages to an endpoint up now. */
  reconcileSingles(connection: number, endpoint: string, signal: AbortSignal): Promise<LookedUp>;
}

const lookEveryMs = 5_000;
/** A message that its sender gave up on has been looked up a few times already. */
const reviveAfterMs = 30_000;
const firstRestMs = 15_000;
const longestRestMs = 5 * 60_000;

export function createIdleLookUps(deps: CampaignDeps, runs: CampaignRuns): IdleLookUps {
  const { store, clock, log, holder } = deps;
  const stopping = new AbortController();
  /** Connections that could not be asked: how often in a row, and until when they are left alone. */
  const away = new Map<number, { readonly times: number; readonly until: number }>();
  let work: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    const now = deps.steadyNow();
    await store.reviveSingles({ at: now + reviveAfterMs, mostChecks: retryPolicies.background.checks });
    for (const id of await store.campaignsDue(now)) {
      if (stopping.signal.aborted) return;
      const campaign = await store.getCampaign(id);
      if (runs.has(id) || now < (away.get(campaign.connection)?.until ?? 0)) continue;
      if (!(await store.leaseIsOurs(id, holder))) continue;
      await lookUp(campaign, stopping.signal).then(
        () => away.delete(campaign.connection),
        (error: unknown) => rest(campaign, error),
      );
    }
  }

  function rest({ id, connection }: StoredCampaign, error: unknown): void {
    if (stopping.signal.aborted) return;
    if (!(error instanceof AppError)) throw error;
    if (!isUnanswered(error)) log.warn("campaign.look-up-not-possible", { campaign: id, code: error.code });
    const times = away.get(connection)?.times ?? 0;
    const until = deps.steadyNow() + backoffMs(times, firstRestMs, longestRestMs);
    away.set(connection, { times: times + 1, until });
  }

  async function lookUp(campaign: StoredCampaign, signal: AbortSignal): Promise<void> {
    const before = campaign.counts;
    const reconciler = await runs.reconcilerFor(campaign, retryPolicies.background);
    const { counts } = await reconciler.round(signal);
    if (counts.unknown === before.unknown && campaign.kind === "bulk") return;
    await tell(campaign);
  }

  async function tell({ id, kind, connection }: StoredCampaign): Promise<void> {
    if (kind === "bulk") return deps.publish("campaigns.changed", { campaignId: String(id) });
    const [row] = await store.listRecipients({ campaign: id, outcome: undefined, after: 0, limit: 1 });
    if (row?.endpoint !== undefined) await deps.onEndpoint?.(connection, row.endpoint);
  }

  return {
    start() {
      if (deps.lasting !== true) return;
      const onTrouble = (cause: unknown): void => log.error("campaign.idle-look-ups-failed", {}, cause);
      work = keepOn({ round, everyMs: lookEveryMs, clock, onTrouble, signal: stopping.signal });
    },
    async stop() {
      stopping.abort();
      await work;
    },
    async reconcileSingles(connection, endpoint, asked) {
      const signal = AbortSignal.any([asked, stopping.signal]);
      const found = { accepted: 0, notSent: 0, unknown: 0 };
      for (const id of await store.unknownSingles({ connection, endpoint })) {
        if (!runs.has(id)) {
          await store.recheckUnknown(id);
          await lookUp(await store.getCampaign(id), signal);
        }
        const [row] = await store.listRecipients({ campaign: id, outcome: undefined, after: 0, limit: 1 });
        if (row?.outcome === "accepted") found.accepted += 1;
        else if (row?.code === "proven-not-sent") found.notSent += 1;
        else found.unknown += 1;
      }
      return found;
    },
  };
}
