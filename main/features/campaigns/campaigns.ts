/** Entry point of campaigns for the rest of the core: contract handlers, single SMS, start and stop. */
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { sleep, steadyTime } from "../../core/wait.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { CampaignRuns } from "./running/campaign-runs.ts";
import { adoptMarks } from "./ledger/adopt-marks.ts";
import { recoverCampaigns } from "./running/recover.ts";
import type { SmsListReading } from "./watching/read-list.ts";
import { createIdleLookUps, type LookupResult } from "./watching/idle-look-ups.ts";
import { createWatcher } from "./watching/watcher.ts";
import { createCampaignHandlers } from "./handlers.ts";
import { createSuppressionRefresh } from "./planning/suppression-refresh.ts";
import { createPlanningHandlers, type PlanningHandlers } from "./planning-handlers.ts";
import { sendSingle, type SingleResult, type SingleSms } from "./running/single.ts";

export interface Campaigns {
  readonly handlers: Handlers<typeof campaigns>;
  /** Drafts, previews and checks before sending, and the suppression list. */
  readonly planning: PlanningHandlers;
  send(connectionId: number, sms: SingleSms): Promise<SingleResult>;
  /** Looks up single messages to an endpoint whose outcome is unknown, immediately. */
  reconcile(connectionId: number, endpoint: string, signal: AbortSignal): Promise<LookupResult>;
  /** Records what an SMS list that was read elsewhere shows about our messages to the endpoint. */
  recordList(connectionId: number, endpoint: string, list: SmsListReading): Promise<void>;
  /** Matches the suppression list to endpoints again in the background, after endpoints of a connection were synced. */
  onEndpointsSynced(connection: string): void;
  /**
   * Counts for a connection: bulk campaigns that have not ended (`open`) or are running; both include every run of this process that
   * sends over it or holds its client.
   */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
  /** The service of a connection may answer again: waiting campaigns probe it now. */
  probeNow(connectionId: number): void;
  /** Deletes the drafts and the suppression list of a removed connection, and stops checking its messages. Campaigns are not deleted. */
  deleteConnectionData(connectionId: number): Promise<void>;
  /** Recovers what the previous process left (`recover.ts`); a long-lived process also arms campaigns that wait for their time. */
  start(): Promise<void>;
  /**
   * Stops claiming and waits up to 5 s for requests in flight; the rest become unknown at the next start. Syncs must have ended
   * before.
   */
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
    async deleteConnectionData(connectionId) {
      await deps.store.deleteDrafts(connectionId);
      await deps.store.deleteSuppressed(connectionId);
      await deps.store.stopWatching(connectionId);
    },
    reconcile: (connectionId, endpoint, signal) => lookUps.reconcileSingles(connectionId, endpoint, signal),
    recordList: (connectionId, endpoint, list) => watcher.recordList(connectionId, endpoint, list),
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
