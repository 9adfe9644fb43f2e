/** Estimates the remaining time of a bulk quota refresh. Pure. */
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import type { QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";

/** Milliseconds before which the rate cannot be estimated. */
const tooSoonMs = 2_000;

/**
 * Milliseconds until completion: the longer of the estimates by measured rate and by the connection's rate limit. Undefined
 * without an estimate.
 */
export function leftMs(refresh: QuotaRefresh, governor: GovernorView | undefined, now: number): number | undefined {
  const { done, total, startedAt, kinds } = refresh;
  const elapsed = now - startedAt;
  if (total === undefined || done === 0 || elapsed < tooSoonMs) return undefined;
  const byPace = (elapsed / done) * (total - done);
  const waiting = governor?.waitingMs ?? 0;
  return Math.max(byPace, waiting, startedAt + fullWindowsMs(total * kinds.length, governor) - now);
}

/**
 * Milliseconds until the last request can be sent: the rate limit sends a window's requests at once, and the next ones when the
 * window is over.
 */
function fullWindowsMs(requests: number, governor: GovernorView | undefined): number {
  if (governor === undefined || governor.ceiling === "none") return 0;
  const { requests: perWindow, seconds } = governor.ceiling;
  return Math.floor((requests - 1) / perWindow) * seconds * 1000;
}
