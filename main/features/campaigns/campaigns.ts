/** Entry point of campaigns for the rest of the core: contract handlers, single SMS, start and stop. */
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { sleep, steadyTime, throwIfStopped } from "../../core/wait.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/queries-state.ts";
import { CampaignRuns } from "./running/campaign-runs.ts";
import { adoptMarks } from "./planning/plan-campaign.ts";
import type { SmsListReading } from "./watching/read-list.ts";
import { createIdleLookUps, createWatcher, type LookupResult } from "./watching/watcher.ts";
import { createCampaignHandlers, requireConfirmed } from "./handlers.ts";
import { createSuppressionList, createSuppressionRefresh } from "./planning/suppression-list.ts";
import { sendSingle, type SingleResult, type SingleSms } from "./running/single.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { identifierSchema, type PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError, textOf } from "#shared/failure.ts";
import { noticeOf } from "./notice.ts";
import type { drafts, SavedList } from "#shared/contract/campaigns/drafts.ts";
import type { planning } from "#shared/contract/campaigns/planning.ts";
import type { suppression } from "#shared/contract/campaigns/suppression.ts";
import { createDrafts } from "./drafting/drafts.ts";
import { createDrift } from "./planning/drift.ts";
import { createPreview } from "./planning/preview.ts";
import { createPreflight } from "./planning/preflight.ts";
import { z } from "zod";
import type { ListRow } from "./ledger/queries-drafts.ts";
import { openCsvText } from "./planning/csv-rows.ts";
import { likelyColumnOf } from "./planning/plan-table.ts";

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
   * sends over it or holds its client. `sending`: without those that wait.
   */
  ofConnection(
    connectionId: number,
  ): Promise<{ readonly open: number; readonly running: number; readonly sending: number }>;
  /** The service of a connection may answer again: waiting campaigns probe it now. */
  probeNow(connectionId: number): void;
  /** Deletes the drafts and the suppression list of a removed connection, and stops checking its messages. Campaigns are not deleted. */
  deleteConnectionData(connectionId: number): Promise<void>;
  /** Recovers what the previous process left (`recoverCampaigns`); a long-lived process also arms campaigns that wait for their time. */
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
        sending: listed.filter(({ state }) => state === "running").length,
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

/**
 * Recovery at the start of the program: drafts are deleted, rows in flight become unknown, campaigns that were running are paused,
 * and a long-lived process arms those that wait for their time.
 */
async function recoverCampaigns(deps: CampaignDeps, runs: CampaignRuns): Promise<void> {
  const { store, clock, log, holder } = deps;
  await store.restartLookUps();
  const drafts = await store.removeDrafts();
  if (drafts > 0) log.warn("campaign.drafts-removed", { drafts });
  const dropped = await store.cancelPendingSingles(clock.now());
  if (dropped > 0) log.warn("campaign.singles-discarded", { dropped });
  for (const campaign of await store.campaignsWorked()) {
    if (campaign.state === "scheduled" || campaign.state === "waiting") {
      // Where another copy holds the lease, taking it fails before any row changes, and the campaign is paused.
      if (deps.keepAlive === true) void arm(deps, runs, campaign);
      continue;
    }
    // In a copied profile the rows stay unchanged: the other copy may still be sending.
    if (!(await store.leaseIsOurs(campaign.id, holder))) continue;
    const unknown = await store.recover({ campaign: campaign.id, now: clock.now(), checkAt: deps.steadyNow() });
    log.warn("campaign.recovered", { campaign: campaign.id, unknown });
    if (campaign.state !== "running") continue;
    const message = codedText("in-flight-at-end", { count: unknown });
    await store.moveCampaign({
      campaign: campaign.id,
      event: "recover",
      reason: "interrupted",
      message,
      now: clock.now(),
    });
  }
}

/** Never rejects: a campaign that cannot be prepared is paused, with the reason as a message. */
async function arm(deps: CampaignDeps, runs: CampaignRuns, { id }: StoredCampaign): Promise<void> {
  const { store, log } = deps;
  try {
    await runs.start(id, false, async () => {
      const campaign = await store.getCampaign(id);
      await requireConfirmed(store, campaign, undefined);
      return campaign;
    });
  } catch (cause) {
    const code = cause instanceof AppError ? cause.code : "internal";
    // The program is closing: the next start finds the campaign unchanged.
    if (code === "aborted") return;
    log.error("campaign.not-scheduled", { campaign: id, code }, cause);
    const reason: PauseReason = signInCodes.has(code) ? "needs-sign-in" : "errors";
    await pauseUnarmed(deps, id, { reason, message: codedText("cannot-continue", { failure: textOf(cause) }) }).catch(
      (error: unknown) => log.error("campaign.not-paused", { campaign: id }, error),
    );
  }
}

async function pauseUnarmed(
  { store, clock, publish }: CampaignDeps,
  id: number,
  cause: { readonly reason: PauseReason; readonly message: CodedText },
): Promise<void> {
  const campaign = await store.moveCampaign({ campaign: id, event: "pause", ...cause, now: clock.now() });
  publish("campaigns.changed", { campaignId: String(id) });
  const notice = noticeOf(campaign, { kind: "paused", ...cause });
  if (notice !== undefined) publish("campaigns.notice", notice);
}

const signInCodes: ReadonlySet<string> = new Set([
  "sign-in-required",
  "never-signed-in",
  "signed-out",
  "keychain-locked",
  "keychain-undecided",
  "keychain-unavailable",
]);

interface PlanningHandlers {
  readonly drafts: Handlers<typeof drafts>;
  readonly planning: Handlers<typeof planning>;
  readonly suppression: Handlers<typeof suppression>;
  /** Deletes obsolete drafts; call it after a campaign was started, and when the program starts. */
  sweepDrafts(): Promise<void>;
}

/** Contract handlers for a campaign before it is sent: drafts, planning, and the suppression list. */
function createPlanningHandlers(deps: CampaignDeps, runs: CampaignRuns): PlanningHandlers {
  const written = createDrafts(deps, runs);
  return {
    drafts: { ...written.handlers, ...createSavedLists(deps) },
    planning: { ...createDrift(deps, runs), ...createPreview(deps), preflight: createPreflight(deps) },
    suppression: createSuppressionList({
      ...deps,
      onSuppressed: (campaign) => runs.find(campaign)?.run.releaseClaimed(),
    }),
    sweepDrafts: () => written.sweep(),
  };
}

type SavedListHandlers = Pick<Handlers<typeof drafts>, "saveList" | "getList">;

const aboutSchema = z.object({
  columns: z.array(z.string()),
  rows: z.number().int(),
  head: z.array(z.array(z.string())),
  column: z.string().optional(),
  by: identifierSchema.optional(),
});

/** Number of rows in the excerpt to show. */
const headRows = 20;

/** Lists saved with a draft: the pasted or dropped text, and its analysis. */
function createSavedLists({ store, clock }: Pick<CampaignDeps, "store" | "clock">): SavedListHandlers {
  return {
    async saveList({ name, text }, { signal }) {
      const about = await examine(name, text, signal);
      const id = await store.saveList({ name, text, about: JSON.stringify(about), now: clock.now() });
      return { id, name, ...about, createdAt: clock.now() };
    },
    async getList({ id }) {
      const row = await store.readList(id);
      if (row === undefined) throw new AppError("list-unknown", codedText("list-gone", { list: id }));
      return toSavedList(row);
    },
  };
}

async function examine(name: string, text: string, signal: AbortSignal): Promise<z.output<typeof aboutSchema>> {
  const table = await openCsvText(name, text, signal);
  const head: string[][] = [];
  let rows = 0;
  let identification: ReturnType<typeof likelyColumnOf>;
  for await (const batch of table.batches()) {
    throwIfStopped(signal);
    if (rows === 0) {
      identification = likelyColumnOf(
        table,
        batch.map(({ values }) => values),
      );
    }
    for (const { values } of batch) if (head.length < headRows) head.push([...values]);
    rows += batch.length;
  }
  return {
    columns: [...table.columns],
    rows,
    head,
    ...(identification === undefined ? {} : { column: identification.name, by: identification.by }),
  };
}

function toSavedList({ id, name, about, createdAt }: ListRow): SavedList {
  return { id, name, ...aboutSchema.parse(JSON.parse(about)), createdAt };
}
