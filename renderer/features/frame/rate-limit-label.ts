/** The rate limit in words. Pure. */
import type { GovernorView } from "#contract/connections.ts";
import { lasting, when } from "../../lib/format.ts";

/** For a governor that waits: what waits and how long, and why until when. */
export function rateLimitLabel(
  { waitingMs, limitedBy, reserve }: Pick<GovernorView, "waitingMs" | "limitedBy" | "reserve">,
  now: number,
): { readonly text: string; readonly title: string } {
  const until = when(now + waitingMs, now);
  const why =
    limitedBy === "ceiling"
      ? `The request limit of the connection is used up until ${until}.`
      : `The service limits all requests until ${until}.`;
  return reserve === undefined
    ? { text: `requests paused for ${lasting(waitingMs)}`, title: why }
    : {
        text: `background requests paused for ${lasting(waitingMs)}`,
        title: `${why} Requests you make yourself have a reserve and are not delayed.`,
      };
}
