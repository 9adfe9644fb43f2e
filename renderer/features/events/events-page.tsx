/**
 * The service's event log: of all, or of one endpoint, SIM, organisation or user. Read from the cache; refreshed and followed on
 * demand.
 */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import { useConnectionData } from "../../data/connection.ts";
import { useActionValue } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail, Page } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { offlineReason } from "../connections/offline-reason.ts";
import { CoverageLine, FreshLine } from "./coverage-line.tsx";
import { EventDetail } from "./event-detail.tsx";
import { EventsBar } from "./events-bar.tsx";
import { EventsFilter } from "./events-filter.tsx";
import { EventsList } from "./events-list.tsx";
import { offlineLine, queryPart, readScope, narrowTo, severities, severityStyles } from "./events-request.ts";
import classes from "./events.module.css";
import { scopeError, timelinePoints } from "./events-queries.ts";
import { EventsContext, useEventsOf, useEvents } from "./use-events.ts";
import type { Severity } from "#shared/contract/events/event-schemas.ts";
import type { ChartSeries, FillStyle } from "../../lib/chart-data.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { tint } from "../../ui/chart/paint.tsx";

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
