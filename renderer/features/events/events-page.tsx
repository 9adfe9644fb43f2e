/**
 * The service's event log: of all, or of one endpoint, SIM, organisation or user. Read from the cache; refreshed and followed on
 * demand. The page has a chart, the coverage of the requested time with the outcome of the last refresh, the list, and the detail
 * of one event.
 */
import { t, formatText } from "#shared/texts/text.ts";
import { type ReactElement, useMemo, useCallback } from "react";
import type { Severity, FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { Button } from "@mantine/core";
import { formatTime, formatDateTime } from "#shared/format.ts";
import { useConnectionData } from "../../data/connection.ts";
import { useActionValue } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail, Page, DetailAside } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { offlineReason } from "../connections/offline-reason.ts";
import { EventsBar } from "./events-bar.tsx";
import { EventsFilter } from "./events-filter.tsx";
import { EventsList } from "./events-list.tsx";
import {
  offlineLine,
  queryPart,
  readScope,
  narrowTo,
  severities,
  severityStyles,
  coverageText,
  olderGap,
  notOfferedText,
} from "./events-request.ts";
import classes from "./events.module.css";
import { scopeError, timelinePoints } from "./events-queries.ts";
import { EventsContext, useEventsOf, useEvents } from "./use-events.ts";
import type { ChartSeries, FillStyle } from "../../lib/chart-data.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { tint } from "../../ui/chart/paint.tsx";
import { dataOf } from "../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { OutputOf } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";
import { formatAddress } from "../../lib/address.ts";
import { collectionLabels } from "../../lib/records.ts";
import { RecordLink } from "../../ui/record-link.tsx";

export function EventsPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const scope = readScope(query);
  return (
    <Page label={t(($) => $.events.title)} scrollsWhenLow>
      <EventsBar />
      <OfflineLine />
      {scope === undefined ? (
        <p className={classes["prompt"]}>{t(($) => $.events.owner.choose)}</p>
      ) : (
        // Another scope shows nothing of the former one.
        <Events key={JSON.stringify(scope)} question={JSON.stringify(queryPart(query))} />
      )}
    </Page>
  );
}

/** `question`: a stable string, so that opening an event or record does not load the list again. */
function Events({ question }: { readonly question: string }): ReactElement {
  const view = useEventsOf(question);
  const query = useFleetdesk((state) => state.address.query);
  const isRejected = useActionValue(scopeError) !== undefined;
  const opened = query["open"] === undefined ? query["event"] : undefined;
  if (isRejected) return <p className={classes["prompt"]}>{t(($) => $.events.owner.notRequested)}</p>;
  return (
    <EventsContext value={view}>
      <EventsFilter />
      <EventsChart />
      <CoverageLine />
      <FreshLine />
      <ListWithDetail detail={opened === undefined ? undefined : <EventDetail eventKey={opened} key={opened} />}>
        <EventsList />
      </ListWithDetail>
    </EventsContext>
  );
}

function OfflineLine(): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const reachability = useConnectionData("connections.reachability");
  const following = useFleetdesk((state) => state.eventsFollowing);
  const reason = offlineReason(online, reachability, useNow());
  if (reason === undefined) return undefined;
  return (
    <p className={classes["offline"]} role="status">
      {offlineLine(reason, following)}
    </p>
  );
}

function EventsChart(): ReactElement {
  const { timeline } = useEvents();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const points = useMemo(() => timelinePoints(timeline?.buckets ?? []), [timeline]);
  const isUnread = points.every(({ gap }) => gap === "unread");
  const series = useMemo(
    (): readonly ChartSeries[] =>
      // Bars are stacked from the first series upwards. Few critical events would be invisible below many others.
      severities
        .map((severity) => ({
          id: severity,
          label: severity === "unknown" ? t(($) => $.events.severityUnknown) : severityStyles[severity].text,
          style: styles[severity],
          isStrip: severity === "critical",
          total: isUnread ? undefined : points.reduce((sum, { values }) => sum + (values[severity] ?? 0), 0),
        }))
        .filter(({ id, total = 0 }) => id !== "unknown" || total > 0),
    [points, isUnread],
  );
  return (
    <div className={classes["chart"]}>
      <Chart
        axis="time"
        empty={timeline === undefined ? "" : t(($) => $.events.coverage.nothingLoaded)}
        height={148}
        onChoose={(span) => setQuery(narrowTo(span))}
        points={points}
        series={series}
        shape="bars"
        title={t(($) => $.events.timeline.label)}
        unit={t(($) => $.events.timeline.unit)}
      />
    </div>
  );
}

const styles: Readonly<Record<Severity, FillStyle>> = {
  critical: { color: "var(--bad)" },
  warning: {
    color: "var(--wait)",
    pattern: { kind: "stripes", ground: tint("var(--wait)", 45), every: 5, size: 2.5, turn: 45 },
  },
  info: { color: tint("var(--muted)", 55) },
  unknown: { color: "var(--surface)", pattern: { kind: "dots", ground: "var(--muted)", every: 5, size: 1.2 } },
};

/** Coverage of the requested time, when it was determined, and the outcome of the last refresh. */
function CoverageLine(): ReactElement | undefined {
  const { coverage, answeredAt, reading, request, load } = useEvents();
  const { filter } = request;
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (coverage === undefined) return undefined;
  const gap = olderGap(coverage, answeredAt);
  const newest = coverage.spans.at(-1)?.newest;
  const busy = reading.state === "loading";
  return (
    <>
      <div className={classes["coverage"]}>
        {gap === undefined && coverage.spans.length > 0 ? undefined : (
          <StatusPill tone="neutral">
            {coverage.spans.length === 0
              ? t(($) => $.events.coverage.notLoaded)
              : t(($) => $.events.coverage.partlyLoaded)}
          </StatusPill>
        )}
        <span>{coverageText(coverage, now, answeredAt)}</span>
        {newest === undefined ? undefined : (
          <span className="muted">{t(($) => $.events.coverage.asOf, { time: formatTime(newest, now) })}</span>
        )}
        {online ? undefined : <span className="muted">{t(($) => $.events.coverage.offline)}</span>}
        <span className={classes["gap"]} />
        <ReadingResult reading={dataOf(reading)} />
        {filter === undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => load("fitting")} variant="default">
            {t(($) => $.events.coverage.loadMatching)}
          </Button>
        )}
        {gap === undefined || coverage.notOfferedAt !== undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => load("older")}>
            {t(($) => $.events.coverage.loadOlder)}
          </Button>
        )}
      </div>
      <CoverageErrors />
    </>
  );
}

function ReadingResult({
  reading,
}: {
  readonly reading: OutputOf<"events.load"> | undefined;
}): ReactElement | undefined {
  if (reading === undefined) return undefined;
  const { read, added, complete, reason } = reading;
  return (
    <span className="muted" role="status">
      {complete || reason === undefined
        ? t(($) => $.events.coverage.loaded, { count: read, added })
        : t(($) => $.events.coverage.partlyLoadedBecause, { count: read, added, reason: formatText(reason) })}
    </span>
  );
}

/** Errors of the last refresh, above the data that is still shown. */
function CoverageErrors(): ReactElement | undefined {
  const { reading, request, coverage } = useEvents();
  const notOfferedAt = coverage?.notOfferedAt;
  const now = useNow();
  if (notOfferedAt !== undefined) {
    return (
      <div className={classes["notice"]}>
        <Callout title={t(($) => $.events.coverage.notOffered)} tone="waiting">
          <p>{notOfferedText(request.scope, formatTime(notOfferedAt, now))}</p>
        </Callout>
      </div>
    );
  }
  if (reading.state !== "failed") return undefined;
  return (
    <div className={classes["notice"]}>
      <FailureCallout failure={reading.failure} title={t(($) => $.events.coverage.failed)} />
    </div>
  );
}

function FreshLine(): ReactElement | undefined {
  const { fresh, renew } = useEvents();
  if (fresh === 0) return undefined;
  return (
    <div className={classes["newEvents"]}>
      <span>{t(($) => $.events.fresh.sinceLoaded, { count: fresh })}</span>
      <Button onClick={renew}>{t(($) => $.events.fresh.show, { count: fresh })}</Button>
    </div>
  );
}

/** One event: its fields, the records it refers to, and its JSON. */
function EventDetail({ eventKey: key }: { readonly eventKey: string }): ReactElement {
  const loadEvent = useCallback((signal: AbortSignal) => fleet.events.get({ key }, signal), [key]);
  const eventState = useAsyncState(loadEvent);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const close = useCallback(() => setQuery({ event: undefined }), [setQuery]);
  const event = dataOf(eventState);
  return (
    <DetailAside
      label={t(($) => $.events.event)}
      onClose={close}
      title={event?.type?.label ?? event?.description ?? t(($) => $.events.event)}
    >
      {eventState.state === "failed" ? <FailureNotice failure={eventState.failure} /> : undefined}
      {event === undefined ? undefined : (
        <>
          <div className="controls">
            <SeverityBadge event={event} />
            <TypeBadge event={event} />
          </div>
          {event.description === undefined ? undefined : <p>{event.description}</p>}
          <Facts
            facts={[
              [t(($) => $.common.time), event.timed ? formatDateTime(event.at) : t(($) => $.events.detail.timeUnknown)],
              [t(($) => $.events.source), event.source?.label ?? t(($) => $.events.notProvided)],
              [
                t(($) => $.events.alert),
                event.alert === undefined
                  ? t(($) => $.events.notProvided)
                  : event.alert
                    ? t(($) => $.common.yes)
                    : t(($) => $.common.no),
              ],
              [
                t(($) => $.events.detail.id),
                event.id === undefined ? (
                  t(($) => $.common.none)
                ) : (
                  <Copyable key="id" label={t(($) => $.events.detail.copyId)} mono value={event.id} />
                ),
              ],
              [t(($) => $.events.detail.firstLoaded), formatDateTime(event.readAt)],
            ]}
          />
          <EventRecords event={event} />
          <details className={classes["raw"]}>
            <summary>{t(($) => $.events.detail.rawRecord)}</summary>
            {/* A scroll container must be focusable for keyboard users. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
            <pre aria-label={t(($) => $.events.detail.recordAsJson)} role="region" tabIndex={0}>
              {JSON.stringify(event.record, undefined, 2)}
            </pre>
          </details>
        </>
      )}
    </DetailAside>
  );
}

const recordKinds = ["endpoint", "sim", "organisation", "user"] as const;

function EventRecords({ event }: { readonly event: FleetEvent }): ReactElement | undefined {
  const from = useFleetdesk((state) => state.address);
  const named = recordKinds.flatMap((collection) => {
    const one = event[collection];
    return one === undefined ? [] : [{ collection, ...one }];
  });
  if (named.length === 0 && event.imsi === undefined) return undefined;
  return (
    <section aria-label={t(($) => $.events.detail.records)} className={classes["records"]}>
      <h3>{t(($) => $.events.detail.relatedRecords)}</h3>
      <dl>
        {named.map(({ collection, id, name }) => (
          <div key={collection}>
            <dt>{collectionLabels[collection].one}</dt>
            <dd>
              <RecordLink from={from} mono={name === undefined || collection === "sim"} to={{ collection, id }}>
                {name ?? id}
              </RecordLink>{" "}
              {name === undefined ? undefined : <span className="mono muted">{id}</span>}{" "}
              <a
                className={classes["contextLink"]}
                href={`#${formatAddress({ path: ["events"], query: { of: collection, id, event: event.key } })}`}
              >
                {t(($) => $.events.detail.showEvents)}
              </a>
            </dd>
          </div>
        ))}
        {event.imsi === undefined ? undefined : (
          <div>
            <dt>{t(($) => $.events.detail.imsi)}</dt>
            <dd>
              <Copyable label={t(($) => $.events.detail.imsi)} mono value={event.imsi} />{" "}
              <a
                className={classes["contextLink"]}
                href={`#${formatAddress({ path: ["events"], query: { filter: `imsi:${event.imsi}`, event: event.key } })}`}
              >
                {t(($) => $.events.detail.showEvents)}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
