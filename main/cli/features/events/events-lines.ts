/** Events as table rows and as JSON; a description of the covered time span. */
import { t } from "../../text.ts";
import type { Coverage, FleetEvent, Span } from "#shared/contract/events/event-schemas.ts";
import { iso } from "../../output.ts";

export const eventHeader = [
  t(($) => $.cli.headings.time),
  t(($) => $.cli.headings.severity),
  t(($) => $.cli.headings.type),
  t(($) => $.cli.headings.endpoint),
  t(($) => $.cli.headings.description),
  t(($) => $.cli.headings.id),
];

export function eventRow(event: FleetEvent): string[] {
  const { at, timed, severity, severityText, type, endpoint, user, description, key } = event;
  // An unknown severity is printed as the service sent it.
  const grade = severity === "unknown" ? (severityText ?? t(($) => $.cli.values.unknown)) : severity;
  const subject =
    endpoint === undefined ? (user?.name ?? user?.id ?? "") : `${endpoint.id} ${endpoint.name ?? ""}`.trim();
  return [
    timed ? (iso(at) ?? "") : t(($) => $.cli.values.unknown),
    grade,
    type?.label ?? "",
    subject,
    description ?? "",
    key,
  ];
}

export function eventJson({ at, timed, readAt, ...event }: FleetEvent): Readonly<Record<string, unknown>> {
  return { at: timed ? iso(at) : null, ...event, readAt: iso(readAt) };
}

export function coverageJson(coverage: Coverage): Readonly<Record<string, unknown>> {
  const { requested, spans, gaps, whole, notOfferedAt } = coverage;
  return {
    requested: spanJson(requested),
    read: spans.map(({ oldest, newest, ...span }) => ({ ...spanJson(span), oldest: iso(oldest), newest: iso(newest) })),
    unknown: gaps.map(spanJson),
    whole,
    ...(notOfferedAt === undefined ? {} : { notOfferedAt: iso(notOfferedAt) }),
  };
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

function spanJson({ from, until }: Span): { readonly from: string | undefined; readonly until: string | undefined } {
  return { from: iso(from), until: iso(until) };
}
