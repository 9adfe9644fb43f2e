/**
 * A large campaign starts only once a person has given its number of recipients. The number is kept with the campaign, so every later
 * start, also one by schedule, needs no other.
 */
import { maxUnconfirmed } from "#contract/limits.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";

/** The recipients of the plan that are not excluded, whatever is already done. */
function recipientCount({ counts }: StoredCampaign): number {
  return counts.planned - counts.excluded;
}

/**
 * Throws `confirmation-needed` (details: field `confirm`, `count`, `segments` and `longest`) where `confirm` is another number, or
 * missing for a large campaign that was never confirmed.
 */
export async function requireConfirmed(
  store: CampaignDeps["store"],
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  const count = recipientCount(campaign);
  // Nothing of a cancelled campaign is ever sent.
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

/** The same, and keeps the confirmation with the campaign. */
export async function confirmStart(
  { store, clock }: Pick<CampaignDeps, "store" | "clock">,
  campaign: StoredCampaign,
  confirm: number | undefined,
): Promise<void> {
  await requireConfirmed(store, campaign, confirm);
  if (confirm === undefined || campaign.confirmedRecipients === confirm) return;
  await store.confirmRecipients({ campaign: campaign.id, recipients: confirm, now: clock.now() });
}
