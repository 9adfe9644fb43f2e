/** Runs of campaigns in this process: start, stop, speed. At most one run per campaign. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { textOf } from "#shared/failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import { noticeOf } from "../notice.ts";
import { CampaignRun } from "./campaign-run.ts";
import { createPerformer, type StopRequest } from "./run-steps.ts";
import type { Ledger } from "../../../core/jobs/ledger.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import { createSqliteLedger, type SendStretch } from "../ledger/sqlite-ledger.ts";
import { CopyCheck } from "./copy-check.ts";
import { createAbsences, createRecordClocks, type Proof } from "./list-evaluator.ts";
import { hasLists, probeService } from "./service-wait.ts";
import { createReconciler, type Reconciler, retryPolicies, type RetryPolicy } from "./reconciler.ts";
import { reapplySuppression } from "./reapply-suppression.ts";
import { checkEndpoints } from "../watching/watch-round.ts";
import { firstWatchMs } from "../watching/evaluate-watch.ts";

/**
 * A campaign waits as long as the service requests; an operator waits for a single SMS, so it does not.
 */
const outageLimits = {
  bulk: { namedMs: Number.POSITIVE_INFINITY, unnamedMs: 15 * 60_000 },
  single: { namedMs: 30_000, unnamedMs: 30_000 },
};
/** Delay before the first look-up of a message whose answer was lost, unless the grace period is shorter. */
const firstCheckMs = 5_000;

interface StartedRun extends Pick<Working, "run"> {
  readonly guard: CopyCheck | undefined;
  prepare(): Promise<void>;
}

export class CampaignRuns {
  readonly #deps: CampaignDeps;
  readonly #entries = new Map<number, Entry>();
  /** Failures of runs that could not be recorded in the store. */
  readonly #failures = new Map<number, CodedText>();

  readonly #proof: Proof;

  constructor(deps: CampaignDeps) {
    this.#deps = deps;
    this.#proof = {
      absences: createAbsences(() => deps.clock.monotonic()),
      recordClocks: createRecordClocks(deps.store, deps.clock),
      listedIds: deps.listedIds,
    };
  }

  /** The run of a campaign, once it exists. */
  find(campaign: number): Working | undefined {
    return this.#entries.get(campaign)?.working;
  }

  /** New deliveries or replies of a campaign: a run that waits at a gate evaluates it again. */
  nudgeWave(campaign: number): void {
    this.find(campaign)?.run.nudgeWave();
  }

  /** A service may answer again: campaigns over this connection that wait for it probe it now. */
  probeNow(connection: number): void {
    for (const entry of this.#entries.values()) if (entry.connection === connection) entry.working?.run.probeNow();
  }

  /** Whether a campaign has an entry here. */
  has(campaign: number): boolean {
    return this.#entries.has(campaign);
  }

  /** Campaigns with a run over a connection, including single SMS and runs that only wait for their time. */
  workedOver(connection: number): number[] {
    const isWorked = (entry: Entry): boolean => entry.connection === connection && entry.working?.run.over !== true;
    return [...this.#entries].filter(([, entry]) => isWorked(entry)).map(([id]) => id);
  }

  /** Connections with a run in this process. */
  connections(): ReadonlySet<number> {
    return new Set([...this.#entries.values()].flatMap(({ connection }) => connection ?? []));
  }

  /** Why the last run of a campaign ended, where its ledger failed. */
  failureOf(campaign: number): CodedText | undefined {
    return this.#failures.get(campaign);
  }

  /** Whether no run of a campaign exists or is starting; waits for a run that is ending. */
  async idle(campaign: number): Promise<boolean> {
    const entry = this.#entries.get(campaign);
    if (entry === undefined) return true;
    return isEnding(entry) && (await hasEnded(entry)) && !this.#entries.has(campaign);
  }

  /**
   * Starts a campaign, or returns the run in progress; a run that is ending is waited for first. `load` reads the campaign after that.
   * A stop request from the call on reaches it. Undefined: the campaign has ended for good.
   */
  async start(campaign: number, takeOver: boolean, load: () => Promise<StoredCampaign>): Promise<Working | undefined> {
    const previous = this.#entries.get(campaign);
    if (previous !== undefined && !isEnding(previous)) return previous.launched;
    const launch = Promise.withResolvers<Working | undefined>();
    const entry: Entry = {
      stopping: new AbortController(),
      stopRequest: undefined,
      working: undefined,
      connection: previous?.connection,
      launched: launch.promise,
      previous,
    };
    this.#entries.set(campaign, entry);
    this.#launch(campaign, takeOver, load, entry).then(launch.resolve, launch.reject);
    return launch.promise;
  }

  /**
   * Requests a run to stop and waits until it has; false when there was none, it failed to start, or it had already ended, and for a
   * cancellation of a run that was ending for another reason.
   */
  async stop(campaign: number, request: StopRequest): Promise<boolean> {
    const entry = this.#entries.get(campaign);
    if (entry === undefined) return false;
    const over = entry.working?.run.over === true; // it ignores requests then
    requestStop(entry, request);
    return (await hasEnded(entry)) && !over && (request !== "cancel" || entry.stopRequest === request);
  }

  /** Stops all runs. Returns the campaigns that were running or starting. */
  async stopAll(request: StopRequest): Promise<number[]> {
    const entries = [...this.#entries];
    for (const [, entry] of entries) requestStop(entry, request);
    await Promise.all(entries.map(([, entry]) => hasEnded(entry)));
    return entries.map(([id]) => id);
  }

  async #launch(
    id: number,
    takeOver: boolean,
    load: () => Promise<StoredCampaign>,
    entry: Entry,
  ): Promise<Working | undefined> {
    try {
      if (entry.previous !== undefined) await hasEnded(entry.previous);
      entry.previous = undefined;
      const campaign = await load();
      entry.connection = campaign.connection;
      const working = hasEndedForGood(campaign) ? undefined : await this.#prepare(campaign, takeOver, entry);
      if (working === undefined) this.#remove(id, entry);
      return working;
    } catch (error) {
      this.#remove(id, entry);
      const { store, clock, holder } = this.#deps;
      await store.releaseLease({ campaign: id, holder, now: clock.now() });
      throw error;
    }
  }

  async #prepare(planned: StoredCampaign, takeOver: boolean, entry: Entry): Promise<Working> {
    const { store, clock, holder } = this.#deps;
    const { id } = planned;
    const connection = await this.#deps.connections.openById(planned.connection);
    await store.takeLease({ campaign: id, holder, now: clock.now(), takeOver });
    // Stored as running without a run here: another copy of this data directory left this state.
    const left = { campaign: id, event: "recover", reason: "interrupted", now: clock.now() } as const;
    const campaign = planned.state === "running" ? await store.moveCampaign(left) : planned;
    const started = this.#begin(campaign, connection);
    await started.prepare();
    await reapplySuppression(this.#deps, campaign, entry.stopping.signal);
    const { run } = started;
    // Its speed may have been changed since it was read. The store answers in order, so a change after this reading finds the run.
    const { setRate, concurrency } = await store.getCampaign(id);
    run.setSpeed(setRate, concurrency);
    if (entry.stopRequest !== undefined) run.stop(entry.stopRequest);
    entry.working = { run, connection, ended: this.#untilEnded(campaign, started, entry) };
    await run.started;
    return entry.working;
  }

  #remove(campaign: number, entry: Entry): void {
    if (this.#entries.get(campaign) === entry) this.#entries.delete(campaign);
  }

  /** A reconciler for a campaign without a run here. */
  async reconcilerFor(campaign: StoredCampaign, retries: RetryPolicy = retryPolicies.attended): Promise<Reconciler> {
    const connection = await this.#deps.connections.openById(campaign.connection);
    return this.#reconciler(campaign, connection, retries);
  }

  #begin(campaign: StoredCampaign, connection: CampaignConnection): StartedRun {
    const { store, clock, log, publish } = this.#deps;
    const campaignId = String(campaign.id);
    const isBulk = campaign.kind === "bulk"; // a single SMS publishes no campaign events: its caller gets the result
    const deps = this.#deps;
    const guard = isBulk ? new CopyCheck({ deps, proof: this.#proof, campaign, connection }) : undefined;
    const ledger = this.#ledger(campaign, connection, guard?.stretch);
    const reconciler = this.#reconciler(campaign, connection, isBulk ? retryPolicies.run : retryPolicies.attended);
    const run = new CampaignRun({
      campaign,
      store,
      ledger,
      clock,
      log,
      outageLimits: outageLimits[campaign.kind],
      reconciler: guard?.join(reconciler) ?? reconciler,
      beforeSending: async (signal) =>
        guard?.beforeSending(signal) ?? { hasLists: await hasLists(this.#deps, campaign, connection, signal) },
      perform: createPerformer(connection.api, campaign, (sample) =>
        this.#proof.recordClocks.accepted(connection.id, sample),
      ),
      probe: isBulk ? (signal) => probeService(connection.api, signal) : undefined,
      permits: {
        acquireUpTo: (max, signal) => connection.governor.acquireUpTo("campaign", max, signal),
        giveBack: (count) => connection.governor.release(count),
      },
      reapplySuppression: (signal) => reapplySuppression(this.#deps, campaign, signal),
      heartbeat: () => ledger.requireOwner(),
      checkEndpoints: (endpoints, signal) => checkEndpoints(this.#deps, connection, endpoints, signal),
      onProgress: (counts, rate) => {
        if (isBulk) publish("campaigns.progress", { campaignId, counts, rate });
      },
      onState: () => {
        if (isBulk) publish("campaigns.changed", { campaignId });
      },
      onNotice: (event) => {
        const notice = isBulk ? noticeOf(campaign, event) : undefined;
        if (notice !== undefined) publish("campaigns.notice", notice);
      },
    });
    const prepare = async (): Promise<void> => {
      await ledger.recover();
      await ledger.recheckUnknown();
    };
    return { run, guard, prepare };
  }

  #ledger(campaign: StoredCampaign, connection: CampaignConnection, stretch?: SendStretch): Ledger {
    return createSqliteLedger({
      ...this.#deps,
      stretch,
      campaign: campaign.id,
      clockOffsetMs: () => connection.api.clockOffsetMs(),
      firstCheckMs: Math.min(firstCheckMs, connection.options.reconcileAfterMs),
      firstWatchMs: firstWatchMs(campaign.options),
      dailyBudget: connection.options.dailyBudget,
    });
  }

  #reconciler(campaign: StoredCampaign, connection: CampaignConnection, retries: RetryPolicy): Reconciler {
    return createReconciler({
      ...this.#deps,
      api: connection.api,
      ledger: this.#ledger(campaign, connection),
      proof: this.#proof,
      connection: connection.id,
      campaign: campaign.id,
      sourceAddress: campaign.sourceAddress,
      graceMs: connection.options.reconcileAfterMs,
      whenNotListed: campaign.options.whenNotListed,
      retries,
      probe: (signal) => probeService(connection.api, signal),
    });
  }

  /** Never rejects: a failure is in the campaign's state and in the log. */
  async #untilEnded({ id: campaign, kind }: StoredCampaign, { run, guard }: StartedRun, entry: Entry): Promise<void> {
    const { store, clock, holder, log, publish } = this.#deps;
    try {
      await run.work();
      await guard?.end();
      await store.releaseLease({ campaign, holder, now: clock.now() });
    } catch (error) {
      log.error("campaign.failed", { campaign }, error);
      this.#failures.set(campaign, textOf(error));
    } finally {
      this.#remove(campaign, entry);
      if (kind === "bulk") publish("campaigns.changed", { campaignId: String(campaign) });
    }
  }
}

function hasEndedForGood({ state }: StoredCampaign): boolean {
  return state === "finished" || state === "cancelled";
}

// Entry of a campaign with a run in this process, from the first moment of its start.

interface Working {
  readonly run: CampaignRun;
  readonly connection: CampaignConnection;
  /** Resolves when the run has ended and its lease is released. */
  readonly ended: Promise<void>;
}

/** Exists from the first moment of a start, so that a stop request reaches a campaign that is still being prepared. */
interface Entry {
  readonly stopping: AbortController;
  stopRequest: StopRequest | undefined;
  working: Working | undefined;
  /** Set as soon as the campaign has been read. */
  connection: number | undefined;
  launched: Promise<Working | undefined>;
  /** The run that has to end first. */
  previous: Entry | undefined;
}

function requestStop(entry: Entry, request: StopRequest): void {
  entry.stopRequest ??= request;
  entry.stopping.abort();
  entry.working?.run.stop(request);
  // Requests in flight are its own.
  if (entry.previous !== undefined) requestStop(entry.previous, request);
}

function isEnding({ stopRequest, working }: Entry): boolean {
  return stopRequest !== undefined || working?.run.over === true;
}

/** False when no run was created. */
async function hasEnded(entry: Entry): Promise<boolean> {
  try {
    const working = await entry.launched;
    await working?.ended;
    return working !== undefined;
  } catch {
    // The caller of `start` gets this error.
    return false;
  }
}
