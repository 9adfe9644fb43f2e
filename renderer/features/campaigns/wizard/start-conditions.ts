/** Obstacles to a start. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Reachability } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { campaignStateLabels } from "../../../lib/outcome-labels.ts";

export interface StartConditions {
  readonly status: Pick<CampaignStatus, "state" | "counts">;
  /** The plan differs from the draft. */
  readonly changed: boolean;
  /** The start is scheduled. */
  readonly later: boolean;
  /** Undefined: unknown or not loaded. */
  readonly session: Pick<SessionState, "state" | "message"> | undefined;
  readonly reachability: Pick<Reachability, "state" | "message"> | undefined;
  readonly networkOnline: boolean;
  /** Why nothing can be sent over the connection of the campaign. */
  readonly readOnly: string | undefined;
}

/** Why the campaign cannot start now, as whole sentences; undefined without a known obstacle. */
export function startBlocker(conditions: StartConditions): string | undefined {
  const { status, changed, later, session, reachability, networkOnline, readOnly } = conditions;
  if (status.state !== "planned")
    return t(($) => $.planning.start.alreadyStarted, { state: campaignStateLabels[status.state].text.toLowerCase() });
  if (changed) return t(($) => $.planning.start.reviewFirst);
  if (status.counts.pending === 0) return t(($) => $.planning.start.noRecipients);
  if (readOnly !== undefined) return readOnly;
  if (session?.state === "signed-out") {
    return session.message === undefined
      ? t(($) => $.planning.start.signedOut)
      : t(($) => $.planning.start.signedOutReason, { reason: formatText(session.message) });
  }
  // A scheduled start does not need the network now.
  if (later) return undefined;
  if (!networkOnline) return t(($) => $.planning.start.noNetwork);
  if (reachability?.state === "offline") {
    return reachability.message === undefined
      ? t(($) => $.planning.start.serviceOffline)
      : t(($) => $.planning.start.serviceOfflineReason, { reason: formatText(reachability.message) });
  }
  return undefined;
}
