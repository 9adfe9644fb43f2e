/** The query of the messages overview, parsed from the address. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Failure } from "#shared/contract/kit.ts";
import type { Message, RecentOutcome } from "#shared/contract/messages/sms.ts";
import type { InputOf } from "../../data/fleet-query.ts";
import { deliveryLabels, outcomeLabels } from "../../lib/outcome-labels.ts";

export type RecentRequest = Pick<InputOf<"sms.recent">, "direction" | "delivery" | "outcome" | "search" | "from">;

export const deliveries = Object.keys(deliveryLabels) as readonly Delivery[];
/** Outcomes that can be filtered; accepted messages are filtered by delivery status. */
export const outcomes: readonly RecentOutcome[] = ["unknown", "not-sent", "refused", "sending"];

export function outcomeText(outcome: RecentOutcome): string {
  return outcome === "not-sent" ? t(($) => $.messages.recent.notSent) : outcomeLabels[outcome].text;
}

const minute = 60_000;
const hour = 60 * minute;

interface Period {
  readonly id: string;
  readonly text: string;
  readonly ms: number;
  /** The start of the period is rounded down to this step, so that the query is stable for a while. */
  readonly stepMs: number;
}

export const periods: readonly Period[] = [
  { id: "1h", text: t(($) => $.common.lastHour), ms: hour, stepMs: minute },
  { id: "24h", text: t(($) => $.common.last24Hours), ms: 24 * hour, stepMs: 10 * minute },
  { id: "7d", text: t(($) => $.common.last7Days), ms: 7 * 24 * hour, stepMs: hour },
];

export function readRecent(query: Readonly<Record<string, string>>, now: number): RecentRequest {
  const { direction, search } = query;
  const period = periods.find(({ id }) => id === query["period"]);
  const selectedValues = <T extends string>(text: string | undefined, options: readonly T[]): T[] =>
    options.filter((word) => (text ?? "").split(",").includes(word));
  const delivery = selectedValues(query["delivery"], deliveries);
  const outcome = selectedValues(query["outcome"], [...Object.keys(outcomeLabels), "not-sent"] as RecentOutcome[]);
  return {
    direction: direction === "mt" || direction === "mo" ? direction : undefined,
    delivery: delivery.length === 0 ? undefined : delivery,
    outcome: outcome.length === 0 ? undefined : outcome,
    search: search === undefined || search.trim() === "" ? undefined : search.slice(0, 200),
    from: period === undefined ? undefined : Math.floor((now - period.ms) / period.stepMs) * period.stepMs,
  };
}

/** Result of refreshing the conversations that may still change. */
export interface RecentRefresh {
  readonly connection: string;
  readonly refreshed: number;
  /** Number of all that may still change, including those beyond the limit. */
  readonly of: number;
  readonly failures: readonly Failure[];
}

/** "18 of 57 conversations refreshed, 2 failed: …" */
export function refreshText({ refreshed, of, failures: [first, ...rest] }: Omit<RecentRefresh, "connection">): string {
  if (of === 0) return t(($) => $.messages.recent.nothingToRefresh);
  if (first === undefined) {
    return refreshed === of
      ? t(($) => $.messages.recent.refreshed, { count: of })
      : t(($) => $.messages.recent.partlyRefreshed, { refreshed, count: of });
  }
  const failure = { failed: rest.length + 1, reason: formatText(first.text) };
  return refreshed === of
    ? t(($) => $.messages.recent.refreshedFailed, { count: of, ...failure })
    : t(($) => $.messages.recent.partlyRefreshedFailed, { refreshed, count: of, ...failure });
}

export function identityOf({ endpoint, key }: Pick<Message, "endpoint" | "key">): string {
  return `${endpoint} ${key}`;
}
