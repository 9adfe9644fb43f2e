/** Why a campaign waits or is paused, as text of the window and the command line. */
import type { PauseReason } from "../contract/campaigns/campaign-states.ts";
import { t } from "#shared/texts/text.ts";

const texts: Readonly<Record<PauseReason, string>> = {
  user: t(($) => $.campaigns.reasons.user),
  errors: t(($) => $.campaigns.reasons.errors),
  "needs-sign-in": t(($) => $.campaigns.reasons.needsSignIn),
  offline: t(($) => $.campaigns.reasons.offline),
  "quiet-hours": t(($) => $.campaigns.reasons.quietHours),
  "canary-gate": t(($) => $.campaigns.reasons.gate),
  "rate-limited": t(($) => $.campaigns.reasons.rateLimited),
  "missed-window": t(($) => $.campaigns.reasons.missedWindow),
  expired: t(($) => $.campaigns.reasons.expired),
  "unknown-recipients": t(($) => $.campaigns.reasons.unknownRecipients),
  interrupted: t(($) => $.campaigns.reasons.interrupted),
  budget: t(($) => $.campaigns.reasons.budget),
  "unverified-copy": t(($) => $.campaigns.reasons.unverifiedCopy),
  "data-dir-gone": t(($) => $.campaigns.reasons.dataDirGone),
};

/** A reason of a newer version is shown unchanged. */
export function pauseReasonText(reason: string): string {
  return (texts as Readonly<Partial<Record<string, string>>>)[reason] ?? reason;
}
