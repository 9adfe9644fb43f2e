/** What stands in the way of a start. Pure. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { Reachability } from "#contract/connections.ts";
import type { SessionState } from "#contract/session.ts";

export interface Circumstances {
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
export function hindranceOf(known: Circumstances): string | undefined {
  const { status, changed, later, session, reachability, networkOnline } = known;
  if (status.state !== "planned")
    return `This campaign is ${status.state} already; it is gone on with on its own page.`;
  if (changed) return "It has to be frozen anew first.";
  if (status.counts.pending === 0) return "There is nobody to send to.";
  if (session?.state === "signed-out") {
    return `Nobody is signed in, so it cannot start: it stays frozen and waits for a sign-in. ${session.message ?? ""}`.trim();
  }
  // Until its time the network may well be back.
  if (later) return undefined;
  if (!networkOnline) return "There is no network, so it cannot start: it stays frozen and waits for a connection.";
  if (reachability?.state === "offline") {
    return `The service does not answer, so it cannot start: it stays frozen and waits for a connection. ${reachability.message ?? ""}`.trim();
  }
  return undefined;
}
