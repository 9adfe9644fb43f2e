/** Campaigns as the rest of the core sees them: handlers for the treaty, a sender for single SMS, a start and a stop. */
import type { campaigns } from "#contract/campaigns.ts";
import type { Handlers } from "#contract/kit.ts";
import { sleep, steadyTime } from "../../wait.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { CampaignRuns } from "./running/campaign-runs.ts";
import { adoptMarks } from "./ledger/adopt-marks.ts";
import { recoverCampaigns } from "./running/recover.ts";
import type { SeenList } from "./watching/hand-on.ts";
import { createIdleLookUps, type LookupResult } from "./watching/idle-look-ups.ts";
import { createWatcher } from "./watching/watcher.ts";
import { createCampaignHandlers } from "./handlers.ts";
import { createSuppressionRefresh } from "./planning/suppression-refresh.ts";
import { createPlanningHandlers, type PlanningHandlers } from "./planning-handlers.ts";
import { sendSingle, type SingleResult, type SingleSms } from "./running/single.ts";

export interface Campaigns {
  readonly handlers: Handlers<typeof campaigns>;
  /** Drafts, what is looked at before sending, and who must not be sent to. */
  readonly planning: PlanningHandlers;
  send(connectionId: number, sms: SingleSms): Promise<SingleResult>;
  /** Looks single messages to an endpoint whose outcome is unknown up, now. */
  reconcile(connectionId: number, endpoint: string, signal: AbortSignal): Promise<LookupResult>;
  /** Somebody read an endpoint's SMS list for another reason: what it says of our messages is written down. */
  sawList(connectionId: number, endpoint: string, list: SeenList): Promise<void>;
  /** Endpoints of a connection were synced: the suppression list is matched to them again, in the background. */
  onEndpointsSynced(connection: string): void;
  /** Bulk campaigns of a connection that have not ended, and whatever sends over it now or holds its client to send later. */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
  /** The service of a connection may answer again: campaigns that wait for it ask it now. */
  probeNow(connectionId: number): void;
  /**
   * Removes what is kept for a connection beside its campaigns: drafts, and who must not be sent to. Nothing more is asked of
   * its messages.
   */
  forget(connectionId: number): Promise<void>;
  /** Finds what the last program left, see `recover.ts`; a program that stays arms the campaigns that wait for their time. */
  start(): Promise<void>;
  /** Stops claiming and waits a few seconds for what is in flight; the rest is found as unknown at the next start. Syncs have ended before. */
  stop(): Promise<void>;
}

const quitGraceMs = 5_000;

export function createCampaigns(options: Omit<CampaignDeps, "steadyNow">): Campaigns {
  const deps: CampaignDeps = { ...options, steadyNow: steadyTime(options.clock) };
  const runs = new CampaignRuns(deps);
  const watcher = createWatcher({ deps, runs });
  const lookUps = createIdleLookUps(deps, runs);
  const planning = createPlanningHandlers(deps, runs);
  const refresh = createSuppressionRefresh(deps);
  return {
    handlers: createCampaignHandlers(deps, runs, watcher),
    planning,
    async forget(connectionId) {
      await deps.store.forgetDrafts(connectionId);
      await deps.store.forgetSuppressed(connectionId);
      await deps.store.stopWatching(connectionId);
    },
    reconcile: (connectionId, endpoint, signal) => lookUps.reconcileSingles(connectionId, endpoint, signal),
    sawList: (connectionId, endpoint, list) => watcher.sawList(connectionId, endpoint, list),
    send: (connectionId, sms) => sendSingle(deps, runs, connectionId, sms),
    probeNow: (connectionId) => runs.probeNow(connectionId),
    onEndpointsSynced: (connection) => refresh.start(connection),
    ofConnection: async (connectionId) => {
      const listed = await deps.store.listCampaigns(connectionId);
      const worked = runs.workedOver(connectionId);
      const and = (has: (state: StoredCampaign["state"]) => boolean): number =>
        new Set([...worked, ...listed.filter(({ state }) => has(state)).map(({ id }) => id)]).size;
      return {
        open: and((state) => state !== "finished" && state !== "cancelled"),
        running: and((state) => state === "running"),
      };
    },
    async start() {
      await deps.store.adoptLeases({ holder: deps.holder, now: deps.clock.now() });
      await adoptMarks(deps);
      await recoverCampaigns(deps, runs);
      await planning.sweepDrafts();
      watcher.start();
      lookUps.start();
    },
    async stop() {
      const watched = Promise.all([watcher.stop(), lookUps.stop()]);
      const grace = new AbortController();
      const late = sleep(deps.clock, quitGraceMs, grace.signal).catch(() => undefined);
      await Promise.race([Promise.all([runs.stopAll("quit"), refresh.idle()]), late]);
      grace.abort();
      await Promise.all([watched, refresh.stop()]);
    },
  };
}
