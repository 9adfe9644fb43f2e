/** The campaigns that are worked in this process: starting, stopping, speed. At most one run per campaign. */
import { AppError } from "../../../failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import { CampaignRun, type Asked } from "./campaign-run.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { createPerformer } from "./performer.ts";
import { createReconciler, type Reconciler } from "./reconciler.ts";
import { createSqliteLedger } from "../ledger/sqlite-ledger.ts";
import { loadSuppression } from "../planning/suppression.ts";

/** How long trouble is waited out before a campaign pauses by itself; a person waits for a single SMS. */
const patience = {
  bulk: { offlineMs: 30_000, throttledMs: 15 * 60_000 },
  single: { offlineMs: 0, throttledMs: 30_000 },
};
/** A message whose answer was lost is looked up for the first time so soon, if the grace is not shorter. */
const firstCheckMs = 2_000;

export interface Working {
  readonly run: CampaignRun;
  readonly connection: CampaignConnection;
  /** Settles when the run has ended and its lease is given back. */
  readonly ended: Promise<void>;
}

export class CampaignRuns {
  readonly #deps: CampaignDeps;
  readonly #runs = new Map<number, Working>();

  constructor(deps: CampaignDeps) {
    this.#deps = deps;
  }

  find(campaign: number): Working | undefined {
    return this.#runs.get(campaign);
  }

  /** Starts a campaign, or answers the run that is under way. */
  async start(campaign: StoredCampaign, takeOver: boolean): Promise<Working> {
    const running = this.#runs.get(campaign.id);
    if (running !== undefined) return running;
    const { store, clock, holder } = this.#deps;
    const connection = await this.#deps.connections.openById(campaign.connection);
    await store.takeLease({ campaign: campaign.id, holder, now: clock.now(), takeOver });
    const begun = this.#begin(campaign, connection);
    await begun.prepare();
    await this.#suppressAgain(campaign);
    const working = { run: begun.run, connection, ended: this.#untilEnded(campaign.id, begun.run) };
    this.#runs.set(campaign.id, working);
    await begun.run.begun;
    return working;
  }

  /** Asks a run to stop and waits until it has; false when it was not running here. */
  async stop(campaign: number, asked: Asked): Promise<boolean> {
    const running = this.#runs.get(campaign);
    if (running === undefined) return false;
    running.run.stop(asked);
    await running.ended;
    return true;
  }

  /** Stops everything at once. Answers the campaigns that were running. */
  async stopAll(asked: Asked): Promise<number[]> {
    const running = [...this.#runs];
    for (const [, { run }] of running) run.stop(asked);
    await Promise.all(running.map(([, { ended }]) => ended));
    return running.map(([id]) => id);
  }

  /** A reconciler for a campaign that is not running here. */
  async reconcilerFor(campaign: StoredCampaign): Promise<Reconciler> {
    const connection = await this.#deps.connections.openById(campaign.connection);
    return this.#reconciler(campaign, connection);
  }

  #begin(campaign: StoredCampaign, connection: CampaignConnection): { run: CampaignRun; prepare: () => Promise<void> } {
    const { store, clock, log, publish } = this.#deps;
    const ledger = this.#ledger(campaign, connection);
    const campaignId = String(campaign.id);
    const run = new CampaignRun({
      campaign,
      store,
      ledger,
      clock,
      log,
      patience: patience[campaign.kind],
      reconciler: this.#reconciler(campaign, connection),
      perform: createPerformer(connection.api, campaign.sourceAddress),
      permits: {
        acquireUpTo: (max, signal) => connection.governor.acquireUpTo("campaign", max, signal),
        giveBack: (count) => connection.governor.giveBack(count),
      },
      heartbeat: () => store.heartbeat({ campaign: campaign.id, holder: this.#deps.holder, now: clock.now() }),
      onProgress: (counts, rate) => publish("campaigns.progress", { campaignId, counts, rate }),
      onState: () => publish("campaigns.changed", { campaignId }),
    });
    const prepare = async (): Promise<void> => {
      await ledger.recover();
      await ledger.recheckUnknown();
    };
    return { run, prepare };
  }

  #ledger(campaign: StoredCampaign, connection: CampaignConnection): ReturnType<typeof createSqliteLedger> {
    return createSqliteLedger({
      store: this.#deps.store,
      clock: this.#deps.clock,
      campaign: campaign.id,
      holder: this.#deps.holder,
      clockOffsetMs: () => connection.api.clockOffsetMs(),
      firstCheckMs: Math.min(firstCheckMs, connection.options.reconcileAfterMs),
    });
  }

  #reconciler(campaign: StoredCampaign, connection: CampaignConnection): Reconciler {
    return createReconciler({
      api: connection.api,
      store: this.#deps.store,
      ledger: this.#ledger(campaign, connection),
      clock: this.#deps.clock,
      log: this.#deps.log,
      connection: connection.id,
      sourceAddress: campaign.sourceAddress,
      graceMs: connection.options.reconcileAfterMs,
      provenNotSent: campaign.options.provenNotSent,
    });
  }

  /** The suppression file as it is today: who was added since planning is cancelled at claiming. */
  async #suppressAgain(campaign: StoredCampaign): Promise<void> {
    const { suppressFile } = campaign.options;
    if (suppressFile === undefined) return;
    const { directory, store, log } = this.#deps;
    try {
      const { signal } = new AbortController();
      const suppression = await loadSuppression(directory, campaign.connection, suppressFile, signal);
      await store.addSuppression({ campaign: campaign.id, endpoints: [...suppression.endpointIds] });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The list as it was at planning still holds; that the file is gone must not stop the campaign unseen.
      log.warn("campaign.suppression-not-read", { campaign: campaign.id, code: error.code });
      if (error.code !== "file-not-found") throw error;
    }
  }

  /** Never rejects: what went wrong is in the campaign's state and in the log. */
  async #untilEnded(campaign: number, run: CampaignRun): Promise<void> {
    const { store, clock, holder, log, publish } = this.#deps;
    try {
      await run.work();
      await store.releaseLease({ campaign, holder, now: clock.now() });
    } catch (error) {
      log.error("campaign.ended-by-error", { campaign }, error);
    } finally {
      this.#runs.delete(campaign);
      publish("campaigns.changed", { campaignId: String(campaign) });
    }
  }
}
