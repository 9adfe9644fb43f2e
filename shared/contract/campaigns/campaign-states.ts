/** The states of a campaign, and why it waits or is paused. */
import { z } from "zod";

export const campaignStateSchema = z.enum([
  "draft",
  "planned",
  "scheduled",
  "running",
  /** Continues automatically when the reason to wait ends; `paused` needs an operator. */
  "waiting",
  "paused",
  "finished",
  "cancelled",
]);
export type CampaignState = z.output<typeof campaignStateSchema>;

/**
 * Why a campaign waits or is paused. Waiting: `offline`, `quiet-hours`, `canary-gate`, `rate-limited`, `unknown-recipients`. The same
 * reasons pause a campaign once its limit is reached, its gate failed, or only an operator can decide.
 */
export const pauseReasonSchema = z.enum([
  "user",
  "errors",
  "needs-sign-in",
  "offline",
  "quiet-hours",
  "canary-gate",
  "rate-limited",
  "missed-window",
  "expired",
  "unknown-recipients",
  "interrupted",
  /** The budget of the connection for this day is used up. */
  "budget",
  /** This copy of the data may be older than the last sends; the operator has to confirm. */
  "unverified-copy",
  /** The data directory was removed while the campaign ran. */
  "data-dir-gone",
]);
export type PauseReason = z.output<typeof pauseReasonSchema>;
