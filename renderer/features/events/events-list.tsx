/** The events, newest first, page by page from the cache. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { clearFilters } from "../../app/actions/undo.ts";
import { useConnection } from "../../data/connection.ts";
import { useSettings } from "../../data/settings.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListWaiting, ListFoot, Spacer } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { isNarrowed } from "./events-request.ts";
import classes from "./events.module.css";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";
import { useEvents } from "./use-events.ts";
import { type Owner, useOwner } from "./use-owners.ts";

/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 60;
const px28 = (): number => 28;
const px36 = (): number => 36;
const keyOf = ({ key }: FleetEvent): string => key;
const filterParameters = ["severity", "type", "source", "alert", "search", "filter", "period", "from", "until"];

export function EventsList(): ReactElement {
  const { request, list: eventsState, loadMore, renew, timeline, place } = useEvents();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const total = timeline?.buckets.reduce(
    (sum, { counts }) => sum + Object.values(counts).reduce((all, one) => all + one, 0),
    0,
  );
  const connection = useConnection()?.name ?? "";
  const marked = useFleetdesk((state) => state.address.query["event"]);
  const compact = useSettings(({ density }) => density) !== "comfortable";
  const result = dataOf(eventsState);
  if (result === undefined) {
    if (eventsState.state !== "failed") return <ListWaiting />;
    return (
      <FailureNotice
        actions={<Button onClick={renew}>{t(($) => $.events.reload)}</Button>}
        failure={eventsState.failure}
      />
    );
  }
  if (result.items.length === 0) return <Nothing />;
  return (
    <>
      <ActionList
        connection={connection}
        head={[
          t(($) => $.common.time),
          t(($) => $.events.severity),
          t(($) => $.events.type),
          t(($) => $.events.description),
          t(($) => $.common.endpoint),
        ]}
        heightOf={compact ? px28 : px36}
        isMarked={({ key }) => key === marked}
        key={JSON.stringify(request)}
        keyOf={keyOf}
        kind="event"
        label={t(($) => $.events.list.label)}
        nameOf={({ at, description, endpoint }) => endpoint?.name ?? description ?? formatDateTime(at)}
        onOpen={({ key }) =>
          setQuery({ event: key, open: undefined, tab: undefined }, { replace: marked !== undefined })
        }
        onPlace={place.onPlace}
        onVisibleRange={(_first, last) => {
          if (last > result.items.length - ahead) loadMore();
        }}
        place={place.place}
        renderCells={(event) => <Cells event={event} />}
        rows={result.items}
        rowTarget={({ endpoint, type }) => ({
          kind: "event",
          endpoint: endpoint?.id,
          filter: type === undefined ? undefined : { label: type.label, apply: () => setQuery({ type: type.key }) },
        })}
        template="minmax(64px, 116px) minmax(84px, 96px) minmax(96px, 1fr) minmax(96px, 2.4fr) minmax(88px, 1.2fr)"
      />
      <ListFoot>
        <span>
          {result.nextCursor === undefined || total === undefined
            ? t(($) => $.events.list.cached, { count: result.items.length })
            : t(($) => $.events.list.cachedListed, { count: total, listed: result.items.length })}
        </span>
        <Spacer />
        {isNarrowed(request) ? (
          <Button onClick={() => clearFilters(filterParameters)} variant="subtle">
            {t(($) => $.common.clearFilters)}
          </Button>
        ) : undefined}
      </ListFoot>
    </>
  );
}

function Cells({ event }: { readonly event: FleetEvent }): ReactElement {
  const now = useNow();
  const { at, timed, readAt, description, endpoint, alert } = event;
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={formatDateTime(at)}>
        {timed ? (
          formatTime(at, now)
        ) : (
          <span title={t(($) => $.events.list.timeUnknown, { time: formatDateTime(readAt) })}>
            {t(($) => $.common.unknown)}
          </span>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <SeverityBadge event={event} />
      </span>
      <span className={classes["cell"]} role="gridcell">
        <TypeBadge event={event} />
      </span>
      <span className={classes["cell"]} role="gridcell" title={description}>
        {alert === true ? <b className={classes["alert"]}>{t(($) => $.events.alert)}</b> : undefined}
        {description ?? <span className="muted">{t(($) => $.events.noDescription)}</span>}
      </span>
      <span
        className={`${classes["cell"]} ${endpoint?.name === undefined ? "mono" : ""}`}
        role="gridcell"
        title={endpoint?.id}
      >
        {endpoint === undefined ? "–" : (endpoint.name ?? endpoint.id)}
      </span>
    </>
  );
}

/** Distinguishes no events, no matches, and never refreshed. */
function Nothing(): ReactElement {
  const { request, coverage, reading } = useEvents();
  const { scope } = request;
  const owner = useOwner(scope);
  if (isNarrowed(request)) {
    return (
      <Notice
        actions={<Button onClick={() => clearFilters(filterParameters)}>{t(($) => $.common.clearFilters)}</Button>}
        title={t(($) => $.events.list.noMatch)}
      />
    );
  }
  if (coverage === undefined || coverage.spans.length === 0) {
    return reading.state === "loading" ? (
      <ListWaiting />
    ) : (
      <Notice title={t(($) => $.events.list.notLoaded)}>{t(($) => $.events.list.notLoadedHelp)}</Notice>
    );
  }
  if (owner === "missing" && scope.of !== "all") {
    return <Notice title={t(($) => $.events.list.empty)}>{notCachedText(scope)}</Notice>;
  }
  return <Notice title={t(($) => $.events.list.empty)}>{t(($) => $.events.list.emptyHelp)}</Notice>;
}

function notCachedText({ of, id }: Owner): string {
  switch (of) {
    case "endpoint":
      return t(($) => $.events.list.emptyNotCached.endpoint, { id });
    case "sim":
      return t(($) => $.events.list.emptyNotCached.sim, { id });
    case "organisation":
      return t(($) => $.events.list.emptyNotCached.organisation, { id });
    case "user":
      return t(($) => $.events.list.emptyNotCached.user, { id });
  }
}
