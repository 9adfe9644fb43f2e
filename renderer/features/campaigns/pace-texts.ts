/** Texts about rate, waits and session lifetime of a campaign. Pure. */
import { t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { formatDuration, formatTime } from "#shared/format.ts";
import { formatRate } from "./campaign-counts.ts";

export interface PaceContext {
  /** Of the campaign's connection; undefined if another connection is selected. */
  readonly governor: GovernorView | undefined;
  readonly session: SessionState | undefined;
  readonly now: number;
}

/** Short texts, most important first; empty after the end. */
export function paceTexts(status: CampaignStatus, around: PaceContext): readonly string[] {
  const { state, setRate, rate, concurrency, etaMs } = status;
  if (state === "finished" || state === "cancelled") return [];
  const { governor, session, now } = around;
  const texts: string[] = [];
  texts.push(
    setRate === undefined
      ? t(($) => $.campaigns.pace.targetMaximum)
      : t(($) => $.campaigns.pace.target, { rate: formatRate(setRate) }),
  );
  if (state === "running") {
    texts.push(
      rate === undefined
        ? t(($) => $.campaigns.pace.noActual)
        : t(($) => $.campaigns.pace.actual, { rate: formatRate(rate) }),
    );
  }
  texts.push(t(($) => $.campaigns.pace.concurrent, { count: concurrency }));
  if (etaMs !== undefined) texts.push(t(($) => $.campaigns.pace.ends, { time: formatTime(now + etaMs, now) }));
  if (state === "running" && governor !== undefined && governor.waitingMs > 0) {
    texts.push(
      governor.reason === undefined
        ? t(($) => $.campaigns.pace.rateLimitWait, { duration: formatDuration(governor.waitingMs) })
        : t(($) => $.campaigns.pace.rateLimit, { reason: governor.reason }),
    );
  }
  const sessionText = formatSession(session, etaMs === undefined ? undefined : now + etaMs, now);
  if (sessionText !== undefined) texts.push(sessionText);
  return texts;
}

/** Undefined if the session lifetime is unknown or does not matter. */
function formatSession(session: SessionState | undefined, endsAt: number | undefined, now: number): string | undefined {
  if (session === undefined) return undefined;
  if (session.state === "signed-out") return t(($) => $.campaigns.pace.signedOut);
  if (session.kind === "application-token") return t(($) => $.campaigns.pace.sessionRenews);
  const until = session.refreshExpiresAt ?? session.authExpiresAt;
  if (until === undefined) return t(($) => $.campaigns.pace.sessionEndUnknown);
  if (endsAt === undefined) return t(($) => $.campaigns.pace.sessionUntil, { time: formatTime(until, now) });
  return endsAt <= until
    ? t(($) => $.campaigns.pace.sessionLastsLonger, { time: formatTime(until, now) })
    : t(($) => $.campaigns.pace.sessionEndsBefore, { time: formatTime(until, now) });
}

/** Time of the last state change. */
export function stateSince(steps: readonly { readonly at: number; readonly state: string }[]): number | undefined {
  let since: number | undefined;
  let before: string | undefined;
  for (const { at, state } of steps) {
    if (state !== before) since = at;
    before = state;
  }
  return since;
}
