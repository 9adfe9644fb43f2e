/**
 * A large campaign starts only once an operator has confirmed its number of recipients. The confirmed number is stored with the
 * campaign, so later starts, scheduled ones included, need no new confirmation.
 */
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";

/** Planned recipients that are not excluded, whatever their outcome. */
function recipientCount({ counts }: StoredCampaign): number {
  return counts.planned - counts.excluded;
}

/**
 * Throws `confirmation-needed` (details: field `confirm`, `count`, `segments` and `longest`) where `confirm` differs from the count,
 * or is missing for a large campaign that was never confirmed.
 */
export async function requireConfirmed(
  store: CampaignDeps["store"],
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  const count = recipientCount(campaign);
  // A cancelled campaign sends nothing, so it needs no confirmation.
  if (campaign.state === "cancelled") return;
  if (confirm === undefined ? count <= maxUnconfirmed || campaign.confirmedRecipients === count : confirm === count) {
    return;
  }
  const { segments, longest } = await store.segmentTotals(campaign.id);
  const size = {
    campaign: campaign.id,
    recipients: codedText("recipients", { count }),
    segments: codedText("segments", { count: segments }),
    longest,
  };
  const message =
    confirm === undefined
      ? codedText("start-unconfirmed", size)
      : codedText("start-misconfirmed", { ...size, confirmed: confirm });
  throw new AppError("confirmation-needed", message, { details: { field: "confirm", count, segments, longest } });
}

/** Like `requireConfirmed`, and stores the confirmation with the campaign. */
export async function confirmStart(
  { store, clock }: Pick<CampaignDeps, "store" | "clock">,
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  await requireConfirmed(store, campaign, confirm);
  if (confirm === undefined || campaign.confirmedRecipients === confirm) return;
  await store.confirmRecipients({ campaign: campaign.id, recipients: confirm, now: clock.now() });
}
