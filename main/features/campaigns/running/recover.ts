/**
 * Recovery at the start of the program: drafts are deleted, rows in flight become unknown, campaigns that were running are paused,
 * and a long-lived process arms those that wait for their time.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { requireConfirmed } from "../confirm-start.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { noticeOf } from "../notice.ts";
import type { CampaignRuns } from "./campaign-runs.ts";

export async function recoverCampaigns(deps: CampaignDeps, runs: CampaignRuns): Promise<void> {
  const { store, clock, log, holder } = deps;
  await store.restartLookUps();
  const drafts = await store.removeDrafts();
  if (drafts > 0) log.warn("campaign.drafts-removed", { drafts });
  const dropped = await store.cancelPendingSingles(clock.now());
  if (dropped > 0) log.warn("campaign.singles-discarded", { dropped });
  for (const campaign of await store.campaignsWorked()) {
    // In a copied profile the rows stay unchanged: the other copy may still be sending.
    if (!(await store.leaseIsOurs(campaign.id, holder))) continue;
    if (campaign.state === "scheduled" || campaign.state === "waiting") {
      if (deps.keepAlive === true) void arm(deps, runs, campaign);
      continue;
    }
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
