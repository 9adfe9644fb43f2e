/** Events as columns and as JSON; a description of the covered time span. */
import { eventSchema, type Coverage, type FleetEvent, type Span } from "#shared/contract/events/event-schemas.ts";
import { type Columns, iso } from "../../output.ts";
import { t } from "../../text.ts";

export const eventColumns = {
  at: ({ at, timed }) => (timed ? iso(at) : t(($) => $.cli.values.unknown)),
  // An unknown severity is printed as the service sent it.
  severity: ({ severity, severityText }) =>
    severity === "unknown" ? (severityText ?? t(($) => $.cli.values.unknown)) : severity,
  type: ({ type }) => type?.label,
  endpoint: ({ endpoint, user }) =>
    endpoint === undefined ? (user?.name ?? user?.id) : `${endpoint.id} ${endpoint.name ?? ""}`.trim(),
  description: ({ description }) => description,
  id: ({ key }) => key,
} satisfies Columns<FleetEvent>;

/** An event in JSON: `at` is missing where the record has no readable time. */
export const eventItemSchema = eventSchema.omit({ timed: true }).partial({ at: true });

export function toEventItem({ timed, at, ...event }: FleetEvent): object {
  return timed ? { at, ...event } : event;
}

/** Tolerance between the clocks of the service and of this computer. */
const clockSlackMs = 2_000;
/** The time since a reading this recent is not reported as unknown: the sentence contains the time of the reading. */
const recentMs = 60_000;

/** One sentence for the covered time, one for the gaps. */
export function describeCoverage({ requested, spans, gaps: all, notOfferedAt }: Coverage): string {
  if (notOfferedAt !== undefined && spans.length === 0) {
    return t(($) => $.cli.events.coverage.notOffered, { time: iso(notOfferedAt) ?? "" });
  }
  if (spans.length === 0) return t(($) => $.cli.events.coverage.none);
  const [oldest, newest] = [
    Math.min(...spans.map((span) => span.oldest)),
    Math.max(...spans.map((span) => span.newest)),
  ];
  // Both ends of "the last 30 days" move with the clock.
  const isSlack = ({ from, until }: Span): boolean => from === requested.from && until - from <= clockSlackMs;
  const isSinceReading = ({ from, until }: Span): boolean =>
    until === requested.until && until - from < recentMs && from > newest - recentMs;
  const gaps = all.filter((gap) => !isSlack(gap) && !isSinceReading(gap));
  const gapTexts = gaps
    .slice(-3)
    .map(({ from, until }) => t(($) => $.cli.events.coverage.span, { from: iso(from) ?? "", until: iso(until) ?? "" }));
  const earlier = gaps.length - gapTexts.length;
  const more = earlier > 0 ? [t(($) => $.cli.events.coverage.earlierSpans, { count: earlier })] : [];
  const time =
    oldest === newest
      ? t(($) => $.cli.events.coverage.at, { time: iso(newest) ?? "" })
      : t(($) => $.cli.events.coverage.between, { from: iso(oldest) ?? "", until: iso(newest) ?? "" });
  return gaps.length === 0
    ? t(($) => $.cli.events.coverage.whole, { time })
    : t(($) => $.cli.events.coverage.partly, { time, gaps: [...more, ...gapTexts].join(", ") });
}
