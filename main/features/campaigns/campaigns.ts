/** Campaigns as the rest of the core sees them: handlers for the treaty, a sender for single SMS, a start and a stop. */
import type { campaigns } from "#contract/campaigns.ts";
import type { Handlers } from "#contract/kit.ts";
import { sleep } from "../../wait.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import { CampaignRuns } from "./running/campaign-runs.ts";
import { createCampaignHandlers } from "./handlers.ts";
import { sendSingle, type SingleResult, type SingleSms } from "./running/single.ts";

export interface Campaigns {
  readonly handlers: Partial<Handlers<typeof campaigns>>;
  send(connectionId: number, sms: SingleSms): Promise<SingleResult>;
  /** Bulk campaigns of a connection that have not ended, and whatever sends over it now or holds its client to send later. */
  ofConnection(connectionId: number): Promise<{ readonly open: number; readonly running: number }>;
  /** Finds what a crash left: drafts are removed, campaigns that ran or waited become paused, their rows in flight unknown. */
  start(): Promise<void>;
  /** Stops claiming and waits a few seconds for what is in flight; the rest is found as unknown at the next start. */
  stop(): Promise<void>;
}

const quitGraceMs = 5_000;

export function createCampaigns(deps: CampaignDeps): Campaigns {
  const runs = new CampaignRuns(deps);
  return {
    handlers: createCampaignHandlers(deps, runs),
    send: (connectionId, sms) => sendSingle(deps, runs, connectionId, sms),
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
    start: () => recoverAll(deps),
    async stop() {
      const grace = new AbortController();
      const late = sleep(deps.clock, quitGraceMs, grace.signal).catch(() => undefined);
      await Promise.race([runs.stopAll("quit"), late]);
      grace.abort();
    },
  };
}

async function recoverAll(deps: CampaignDeps): Promise<void> {
  const { store, clock, log, holder } = deps;
  const drafts = await store.removeDrafts();
  if (drafts > 0) log.warn("campaign.drafts-removed", { drafts });
  for (const campaign of await store.campaignsWorked()) {
    // A copied profile leaves the rows as they are: the other copy may still be sending.
    if (!(await store.leaseIsOurs(campaign.id, holder))) continue;
    const unknown = await store.recover({ campaign: campaign.id, now: clock.now(), checkAt: clock.now() });
    log.warn("campaign.recovered", { campaign: campaign.id, unknown });
    const left = whatWasLeft(campaign, unknown);
    if (left === undefined) continue;
    await store.moveCampaign({ campaign: campaign.id, ...left, reason: "interrupted", now: clock.now() });
  }
}

/** How a campaign goes on that nobody works on any more; undefined where it had come to rest before. */
function whatWasLeft(
  { state, reason }: StoredCampaign,
  unknown: number,
): { readonly event: "recover" | "pause"; readonly message: string } | undefined {
  if (state === "running") {
    const message = `The program ended while the campaign ran; ${unknown} recipients were in flight.`;
    return { event: "recover", message };
  }
  if (state !== "scheduled" && reason !== "quiet-hours") return undefined;
  const message = "The program ended while the campaign waited for its time. It does not start by itself any more.";
  return { event: "pause", message };
}
