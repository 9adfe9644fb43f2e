/** How long asking for many quotas still takes. Pure. */
import type { GovernorView } from "#contract/connections.ts";
import type { QuotaRefresh } from "#contract/quota-overview.ts";

/** Before that, nothing can be told of the pace. */
const tooSoonMs = 2_000;

/**
 * Milliseconds until it is done, by its pace so far and by what the connection allows itself: whichever is longer. Undefined while
 * it cannot be told.
 */
export function leftMs(refresh: QuotaRefresh, governor: GovernorView | undefined, now: number): number | undefined {
  const { done, total, startedAt, kinds } = refresh;
  const elapsed = now - startedAt;
  if (total === undefined || done === 0 || elapsed < tooSoonMs) return undefined;
  const byPace = (elapsed / done) * (total - done);
  const waiting = governor?.waitingMs ?? 0;
  return Math.max(byPace, waiting, startedAt + fullWindowsMs(total * kinds.length, governor) - now);
}

/** The budget lets a window's requests go at once, and the next ones when it is over: so long after the first the last one may go. */
function fullWindowsMs(requests: number, governor: GovernorView | undefined): number {
  if (governor === undefined || governor.ceiling === "none") return 0;
  const { requests: perWindow, seconds } = governor.ceiling;
  return Math.floor((requests - 1) / perWindow) * seconds * 1000;
}
