/** How fast a campaign goes, what it waits for, and whether the session lasts. Pure. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { GovernorView } from "#contract/connections.ts";
import type { SessionState } from "#contract/session.ts";
import { lasting, when } from "../../lib/format.ts";
import { rateWords } from "./campaign-model.ts";

export interface Around {
  /** Of the campaign's own connection; undefined where another one is looked at. */
  readonly governor: GovernorView | undefined;
  readonly session: SessionState | undefined;
  readonly now: number;
}

/** Short statements, the most telling first; none once it has ended. */
export function paceWords(status: CampaignStatus, around: Around): readonly string[] {
  const { state, setRate, rate, concurrency, etaMs } = status;
  if (state === "finished" || state === "cancelled") return [];
  const { governor, session, now } = around;
  const words: string[] = [];
  words.push(setRate === undefined ? "Set: as fast as allowed" : `Set: ${rateWords(setRate)}`);
  if (state === "running") words.push(rate === undefined ? "nothing achieved yet" : `achieved: ${rateWords(rate)}`);
  words.push(`${concurrency} at the same time`);
  if (etaMs !== undefined) words.push(`ends about ${when(now + etaMs, now)}`);
  if (state === "running" && governor !== undefined && governor.waitingMs > 0) {
    words.push(`governor: ${governor.reason?.replace(/\.$/, "") ?? `waiting ${lasting(governor.waitingMs)}`}`);
  }
  const horizon = sessionWords(session, etaMs === undefined ? undefined : now + etaMs, now);
  if (horizon !== undefined) words.push(horizon);
  return words;
}

/** Said only where it is known and matters. */
function sessionWords(session: SessionState | undefined, endsAt: number | undefined, now: number): string | undefined {
  if (session === undefined) return undefined;
  if (session.state === "signed-out") return "nobody is signed in";
  if (session.kind === "application-token") return "the session renews itself";
  const until = session.refreshExpiresAt ?? session.authExpiresAt;
  if (until === undefined) return "until when the session lasts is unknown";
  if (endsAt === undefined) return `the session lasts until ${when(until, now)}`;
  return endsAt <= until
    ? `before the session does (${when(until, now)})`
    : `the session ends before, at ${when(until, now)}: then it waits for a sign-in`;
}

/** When the present state began: the last step that changed it. */
export function stateSince(steps: readonly { readonly at: number; readonly state: string }[]): number | undefined {
  let since: number | undefined;
  let before: string | undefined;
  for (const { at, state } of steps) {
    if (state !== before) since = at;
    before = state;
  }
  return since;
}
