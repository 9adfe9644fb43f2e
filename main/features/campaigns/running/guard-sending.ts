/** What keeps a bulk campaign from being sent twice by a copied or an older database, put together for one run. */
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { createSendStretch, type SendStretch } from "../ledger/send-stretch.ts";
import { firstWatchMs } from "../watching/judge-watch.ts";
import { createCopyCheck, type CopyCheck } from "./copy-check.ts";
import type { Proof } from "./list-evaluator.ts";
import type { Reconciler } from "./reconciler.ts";
import { createPendingVerifier, withPendingVerifier } from "./verify-pending.ts";

export interface SendGuard extends CopyCheck {
  readonly stretch: SendStretch;
  /** Looks unverified recipients up beside the unknown ones. */
  join(reconciler: Reconciler): Reconciler;
}

export function createSendGuard(
  deps: CampaignDeps,
  proof: Proof,
  campaign: StoredCampaign,
  connection: CampaignConnection,
): SendGuard {
  const { store, clock, log, marks, publish } = deps;
  const clockOffsetMs = (): number | undefined => connection.api.clockOffsetMs();
  const stretch = createSendStretch({ store, marks, clock, campaign: campaign.id, clockOffsetMs });
  const verifier = createPendingVerifier({
    api: connection.api,
    store,
    clock,
    log,
    proof,
    campaign,
    connection: connection.id,
    graceMs: connection.options.reconcileAfterMs,
    onList: deps.onList,
    firstWatchMs: firstWatchMs(campaign.options),
    random: deps.random,
  });
  const check = createCopyCheck({
    campaign: campaign.id,
    store,
    marks,
    stretch,
    verifier,
    clock,
    log,
    clockOffsetMs,
    onState: () => publish("campaigns.changed", { campaignId: String(campaign.id) }),
  });
  return { ...check, stretch, join: (reconciler) => withPendingVerifier(reconciler, verifier) };
}

/** Campaigns whose mark was never written get theirs: new ones, and those from before there were marks. */
export async function adoptMarks({ store, marks, clock, log }: CampaignDeps): Promise<void> {
  for (const { campaign, uuid, position } of await store.unmarkedCampaigns()) {
    try {
      // A mark that is there already belongs to a newer state of this database: the start of sending compares the two.
      if ((await marks.read(uuid)) !== undefined) continue;
      await marks.write(uuid, { generation: 1, position, writtenAt: clock.now() }, false);
      await store.setMarkGeneration({ campaign, generation: 1 });
    } catch (cause) {
      // Sending needs the mark and says what is wrong; planning and reading do not.
      log.warn("campaign.mark-not-adopted", { campaign, cause: String(cause) });
    }
  }
}
