/** What the overview of messages is asked for, as the address says it. Pure. */
import type { Delivery, RecipientOutcome } from "#contract/campaign-words.ts";
import { deliveryWords, outcomeWords } from "../../lib/outcome-words.ts";

export interface RecentAsked {
  readonly direction?: "mt" | "mo";
  readonly delivery?: Delivery[];
  readonly outcome?: RecipientOutcome[];
  readonly search?: string;
  readonly from?: number;
}

export const deliveries = Object.keys(deliveryWords) as readonly Delivery[];
/** Outcomes that a single look can be for; accepted ones are told by their delivery. */
export const outcomes: readonly RecipientOutcome[] = ["unknown", "refused", "sending"];

const hour = 3_600_000;
export const periods: readonly { readonly id: string; readonly text: string; readonly ms: number }[] = [
  { id: "1h", text: "the last hour", ms: hour },
  { id: "24h", text: "the last 24 hours", ms: 24 * hour },
  { id: "7d", text: "the last 7 days", ms: 7 * 24 * hour },
];

/** `now` is rounded by the caller, so that the question stays the same for a while. */
export function readRecent(query: Readonly<Record<string, string>>, now: number): RecentAsked {
  const { direction, search } = query;
  const period = periods.find(({ id }) => id === query["period"]);
  const chosen = <T extends string>(text: string | undefined, known: readonly T[]): T[] =>
    known.filter((word) => (text ?? "").split(",").includes(word));
  const delivery = chosen(query["delivery"], deliveries);
  const outcome = chosen(query["outcome"], Object.keys(outcomeWords) as RecipientOutcome[]);
  return {
    ...(direction === "mt" || direction === "mo" ? { direction } : {}),
    ...(delivery.length === 0 ? {} : { delivery }),
    ...(outcome.length === 0 ? {} : { outcome }),
    ...(search === undefined || search.trim() === "" ? {} : { search: search.slice(0, 200) }),
    ...(period === undefined ? {} : { from: now - period.ms }),
  };
}
