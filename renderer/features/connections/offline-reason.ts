/** Whether the service of the current connection is unreachable, and since when. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Reachability } from "#shared/contract/connections/connections.ts";
import { formatTime } from "#shared/format.ts";

/** "this computer has no network", "no answer since 13:13"; undefined while nothing indicates that the service is unreachable. */
export function offlineReason(
  networkOnline: boolean,
  reachability: Reachability | undefined,
  now: number,
): string | undefined {
  if (!networkOnline) return t(($) => $.connections.offline.noNetwork);
  if (reachability?.state !== "offline") return undefined;
  return reachability.since === undefined
    ? t(($) => $.connections.offline.noResponse)
    : t(($) => $.connections.offline.noResponseSince, { time: formatTime(reachability.since, now) });
}
