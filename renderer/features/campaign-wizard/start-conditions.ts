/** What stands in the way of a start. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#contract/campaign-schemas.ts";
import type { Reachability } from "#contract/connections.ts";
import type { SessionState } from "#contract/session.ts";
import { campaignStateLabels } from "../../lib/outcome-labels.ts";

export interface StartConditions {
  readonly status: Pick<CampaignStatus, "state" | "counts">;
  /** It is not what is written any more. */
  readonly changed: boolean;
  /** It begins at a time of its own. */
  readonly later: boolean;
  /** Undefined: not known, or not looked at. */
  readonly session: Pick<SessionState, "state" | "message"> | undefined;
  readonly reachability: Pick<Reachability, "state" | "message"> | undefined;
  readonly networkOnline: boolean;
}

/** Why it cannot start now, as whole sentences; undefined where nothing is known to stand in the way. */
export function hindranceOf(conditions: StartConditions): string | undefined {
  const { status, changed, later, session, reachability, networkOnline } = conditions;
  if (status.state !== "planned")
    return t(($) => $.planning.start.alreadyStarted, { state: campaignStateLabels[status.state].text.toLowerCase() });
  if (changed) return t(($) => $.planning.start.reviewFirst);
  if (status.counts.pending === 0) return t(($) => $.planning.start.noRecipients);
  if (session?.state === "signed-out") {
    return session.message === undefined
      ? t(($) => $.planning.start.signedOut)
      : t(($) => $.planning.start.signedOutReason, { reason: formatText(session.message) });
  }
  // Until its time the network may well be back.
  if (later) return undefined;
  if (!networkOnline) return t(($) => $.planning.start.noNetwork);
  if (reachability?.state === "offline") {
    return reachability.message === undefined
      ? t(($) => $.planning.start.serviceOffline)
      : t(($) => $.planning.start.serviceOfflineReason, { reason: formatText(reachability.message) });
  }
  return undefined;
}
