/** Refreshes threads from the service; their failures are shown, or returned, and never thrown. */
import { runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Failure } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { isFinalDelivery } from "#shared/rules/campaign-status.ts";
import type { RecentRefresh } from "./recent-request.ts";

/** Refreshes a thread, then reloads it from the cache. */
export async function refreshThread(endpoint: string): Promise<void> {
  await runRefresh("sms.list", { endpoint });
  await reloadQueries("sms.thread");
}

/** Each thread is a request of its own. */
const maxRefreshed = 20;
/** Consecutive failures after which the service is considered unreachable. */
const maxConsecutiveFailures = 3;

function mayChange({ direction, delivery, owned }: Message): boolean {
  return direction !== "mo" && owned?.outcome !== "refused" && !isFinalDelivery(delivery);
}

/**
 * Refreshes the threads of the newest messages without a final status, at most 20, then the overview. Stops when `isCurrent` is false: the
 * connection changed.
 */
export async function refreshRecent(
  connection: string,
  messages: readonly Message[],
  isCurrent: () => boolean,
): Promise<RecentRefresh> {
  const endpoints = [...new Set(messages.filter(mayChange).map(({ endpoint }) => endpoint))];
  const failures: Failure[] = [];
  let refreshed = 0;
  let consecutiveFailures = 0;
  for (const endpoint of endpoints.slice(0, maxRefreshed)) {
    if (!isCurrent()) break;
    try {
      await fleet.sms.list({ connection, endpoint });
      refreshed++;
      consecutiveFailures = 0;
    } catch (error) {
      failures.push(failureOf(error));
      if (++consecutiveFailures === maxConsecutiveFailures) break;
    }
  }
  await reloadQueries("sms.recent");
  return { connection, refreshed, of: endpoints.length, failures };
}
