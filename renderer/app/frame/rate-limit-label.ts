/** Labels of the rate limit. Pure. */
import { t } from "#shared/texts/text.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import { formatDuration, formatTime } from "#shared/format.ts";

/** For a governor that delays requests: which ones, how long, and the cause with its expected end. */
export function rateLimitLabel(
  { waitingMs, limitedBy, reserve }: Pick<GovernorView, "waitingMs" | "limitedBy" | "reserve">,
  now: number,
): { readonly text: string; readonly title: string } {
  const until = formatTime(now + waitingMs, now);
  return reserve === undefined
    ? {
        text: t(($) => $.shell.rateLimit.requestsPaused, { duration: formatDuration(waitingMs) }),
        title:
          limitedBy === "ceiling"
            ? t(($) => $.shell.rateLimit.connectionLimitUntil, { until })
            : t(($) => $.shell.rateLimit.serviceLimitUntil, { until }),
      }
    : {
        text: t(($) => $.shell.rateLimit.backgroundPaused, { duration: formatDuration(waitingMs) }),
        // A pause by the service has no reserve.
        title: t(($) => $.shell.rateLimit.connectionLimitReserve, { until }),
      };
}
