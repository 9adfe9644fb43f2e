/** The events query as its address has it, and the coverage of its result. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { EventField } from "#shared/contract/events/events.ts";
import type { Coverage, EventScope, Severity, Span } from "#shared/contract/events/event-schemas.ts";
import { formatDateTime, formatTime, isSameDay } from "#shared/format.ts";
import { collectionLabels, type StatusTone } from "../../lib/records.ts";
import { readMoment, writeMoment } from "../../lib/parse-moment.ts";

export type Query = Readonly<Record<string, string>>;

export type EventsRequest = Omit<Parameters<FleetClient["events"]["facets"]>[0], "connection" | "endpoint">;

/** Label, colour and shape per severity; event types are styled differently. */
export const severityStyles: Readonly<Record<Severity, { readonly text: string; readonly tone: StatusTone }>> = {
  critical: { text: t(($) => $.events.severities.critical), tone: "bad" },
  warning: { text: t(($) => $.events.severities.warning), tone: "waiting" },
  info: { text: t(($) => $.events.severities.info), tone: "neutral" },
  unknown: { text: t(($) => $.events.severities.unknown), tone: "neutral" },
};

/** Most severe first. */
export const severities = Object.keys(severityStyles) as readonly Severity[];

const minute = 60_000;
const hour = 60 * minute;

/** Selectable periods; without one, the service's retention applies. */
export const periods = [
  { id: "1h", text: t(($) => $.common.lastHour), ms: hour },
  { id: "24h", text: t(($) => $.common.last24Hours), ms: 24 * hour },
  { id: "7d", text: t(($) => $.common.last7Days), ms: 7 * 24 * hour },
] as const;

export const scopeLabels: Readonly<Record<EventScope["of"], string>> = {
  all: t(($) => $.events.allEvents),
  endpoint: collectionLabels.endpoint.one,
  sim: collectionLabels.sim.one,
  organisation: collectionLabels.organisation.one,
  user: collectionLabels.user.one,
};

const requestFields = [
  "of",
  "id",
  "severity",
  "type",
  "source",
  "alert",
  "search",
  "filter",
  "period",
  "from",
  "until",
];

/** The parameters that define the query; an opened event or record is not part of it. */
export function queryPart(query: Query): Query {
  return Object.fromEntries(requestFields.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

/** Undefined if the scope is a record but none is named. */
export function readScope({ of, id = "" }: Query): EventScope | undefined {
  if (of !== "endpoint" && of !== "sim" && of !== "organisation" && of !== "user") return { of: "all" };
  return id.trim() === "" ? undefined : { of, id: id.trim().slice(0, 128) };
}

/** The query of an address; invalid parameters are ignored. */
export function readEventsRequest(query: Query, now: number): EventsRequest | undefined {
  const scope = readScope(query);
  if (scope === undefined) return undefined;
  const listed = (name: string): string[] => (query[name] ?? "").split(",").filter((word) => word !== "");
  const severity = severities.filter((word) => listed("severity").includes(word));
  const { alert, search = "", filter = "" } = query;
  return {
    scope,
    severity: severity.length === 0 ? undefined : severity,
    type: listed("type").length === 0 ? undefined : listed("type").slice(0, 200),
    source: listed("source").length === 0 ? undefined : listed("source").slice(0, 50),
    alert: alert === "true" || alert === "false" ? alert === "true" : undefined,
    search: search.trim() === "" ? undefined : search.slice(0, 200),
    filter: filter === "" ? undefined : filter,
    ...readSpan(query, now),
  };
}

/** A period is relative to the current time; entered times are absolute. */
function readSpan(query: Query, now: number): Partial<Span> {
  const period = periods.find(({ id }) => id === query["period"]);
  if (period !== undefined) return { from: now - period.ms };
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  const isValid = from === undefined || until === undefined || from < until;
  return {
    from,
    until: until === undefined || !isValid ? undefined : until,
  };
}

/** A span rounded to whole seconds, the service's resolution. */
export function narrowTo({ from, until }: Span): Readonly<Record<string, string | undefined>> {
  return {
    period: undefined,
    from: writeMoment(Math.floor(from / 1000) * 1000),
    until: writeMoment(Math.ceil(until / 1000) * 1000),
  };
}

export function notOfferedText(scope: EventScope, time: string): string {
  switch (scope.of) {
    case "all":
      return t(($) => $.events.coverage.notOfferedHelp.all, { time });
    case "endpoint":
      return t(($) => $.events.coverage.notOfferedHelp.endpoint, { time, id: scope.id });
    case "sim":
      return t(($) => $.events.coverage.notOfferedHelp.sim, { time, id: scope.id });
    case "organisation":
      return t(($) => $.events.coverage.notOfferedHelp.organisation, { time, id: scope.id });
    case "user":
      return t(($) => $.events.coverage.notOfferedHelp.user, { time, id: scope.id });
  }
}

/** Whether filters narrow the list within its scope and span of time. */
export function isNarrowed({ severity, type, source, alert, search, filter }: EventsRequest): boolean {
  return [severity, type, source, alert, search, filter].some((one) => one !== undefined);
}

/**
 * Missing spans. A gap that reached the present when the cache answered is not counted: it only reflects the time since the last
 * refresh.
 */
function missing({ gaps, requested }: Coverage, answeredAt: number): readonly Span[] {
  return gaps.filter(({ until }) => until < requested.until || requested.until < answeredAt - minute);
}

/** The newest gap, which "older" reads next. Undefined without gaps. */
export function olderGap(coverage: Coverage, answeredAt: number): Span | undefined {
  return missing(coverage, answeredAt).at(-1);
}

/** Coverage of the requested period, in sentences; `answeredAt` is when the cache reported it. */
export function coverageText(coverage: Coverage, now: number, answeredAt = now): string {
  const { spans } = coverage;
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return t(($) => $.events.coverage.nothingLoaded);
  const gaps = missing(coverage, answeredAt);
  const before = gaps.some(({ until }) => until <= first.from);
  const after = gaps.some(({ from }) => from >= last.until);
  const between = gaps.length - Number(before) - Number(after);
  const sentences = [
    t(($) => $.events.coverage.loadedPeriod, { period: spanText({ from: first.from, until: last.until }, now) }),
    before ? t(($) => $.events.coverage.earlierUnknown) : undefined,
    between === 0 ? undefined : t(($) => $.events.coverage.gapsUnknown, { count: between }),
    after ? t(($) => $.events.coverage.laterUnknown) : undefined,
  ];
  return sentences.filter((part) => part !== undefined).join(" ");
}

/** Formats the query's span of time. */
export function spanText({ from, until }: Span, now: number): string {
  if (until - from < 2 * minute)
    return t(($) => $.events.coverage.period, { from: formatDateTime(from), until: formatDateTime(until) });
  const [begin, end] = [formatTime(from, now), formatTime(until, now)];
  // A time without a date would be ambiguous if the span starts on another day.
  return !isSameDay(from, now) && isSameDay(until, now)
    ? t(($) => $.events.coverage.periodUntilToday, { from: begin, until: end })
    : t(($) => $.events.coverage.period, { from: begin, until: end });
}

/** The fields of events for the filter bar; the hint says how the service compares them. */
export function barFields(fields: readonly EventField[]): readonly Field[] {
  return fields.map(({ name, match, hint, sortable, choices }) => ({
    name,
    hint,
    sortable,
    match: match === undefined ? undefined : "exact",
    choices: choices === undefined ? undefined : choices.map(({ key, label }) => ({ value: key, label })),
  }));
}

/** `why` as `offlineReason` returns it. */
export function offlineLine(reason: string, following: boolean): string {
  return following
    ? t(($) => $.events.coverage.offlineFollowing, { reason: reason })
    : t(($) => $.events.coverage.offlineNotFollowing, { reason: reason });
}
