/** The events, newest first, page by page out of the copy. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { FleetEvent } from "#contract/event-words.ts";
import { exactly, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListWaiting } from "../../ui/page-frame/list-waiting.tsx";
import { ListFoot } from "../../ui/page-frame/list-with-detail.tsx";
import { Gap } from "../../ui/page-frame/page.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useNow } from "../../ui/use-now.ts";
import { isNarrowed } from "./events-model.ts";
import classes from "./events.module.css";
import { SeverityMark, TypeMark } from "./severity-mark.tsx";
import { type Owner, useOwner } from "./use-owners.ts";

/** So many rows ahead of what is seen the next page is fetched. */
const ahead = 60;
const px28 = (): number => 28;
const px36 = (): number => 36;
const keyOf = ({ key }: FleetEvent): string => key;
const noFilters = ["severity", "type", "source", "alert", "search", "filter", "period", "from", "until"];

export function EventsList(): ReactElement | undefined {
  const asked = useFleetdesk((state) => state.eventsAsked);
  const of = useFleetdesk((state) => state.eventsQuery);
  const remote = useFleetdesk((state) => state.events);
  const place = useFleetdesk((state) => state.eventsPlace);
  const keepPlace = useFleetdesk((state) => state.keepEventsPlace);
  const more = useFleetdesk((state) => state.moreEvents);
  const renew = useFleetdesk((state) => state.renewEvents);
  const refine = useFleetdesk((state) => state.refine);
  const total = useFleetdesk((state) => shown(state.eventsPicture)?.timeline.buckets)?.reduce(
    (sum, { counts }) => sum + Object.values(counts).reduce((all, one) => all + one, 0),
    0,
  );
  const marked = useFleetdesk((state) => state.address.query["event"]);
  const compact = useFleetdesk((state) => state.settings?.density !== "comfortable");
  const found = shown(remote);
  if (asked === undefined) return undefined;
  if (found === undefined) {
    if (remote.state !== "failed") return <ListWaiting />;
    return (
      <FailureNotice
        actions={<Button onClick={() => void renew()}>{t(($) => $.common.retry)}</Button>}
        failure={remote.failure}
      />
    );
  }
  if (found.items.length === 0) return <Nothing />;
  return (
    <>
      <RowList
        head={[
          t(($) => $.common.time),
          t(($) => $.events.severity),
          t(($) => $.events.type),
          t(($) => $.events.description),
          t(($) => $.common.endpoint),
        ]}
        heightOf={compact ? px28 : px36}
        isMarked={({ key }) => key === marked}
        key={of}
        keyOf={keyOf}
        label={t(($) => $.events.list.label)}
        onOpen={({ key }) => refine({ event: key, open: undefined, tab: undefined }, { replace: marked !== undefined })}
        onPlace={keepPlace}
        onSeen={(_first, last) => {
          if (last > found.items.length - ahead) void more();
        }}
        place={place}
        renderCells={(event) => <Cells event={event} />}
        rows={found.items}
        template="minmax(64px, 116px) minmax(84px, 96px) minmax(96px, 1fr) minmax(96px, 2.4fr) minmax(88px, 1.2fr)"
      />
      <ListFoot>
        <span>
          {found.nextCursor === undefined || total === undefined
            ? t(($) => $.events.list.cached, { count: found.items.length })
            : t(($) => $.events.list.cachedListed, { count: total, listed: found.items.length })}
        </span>
        <Gap />
        {isNarrowed(asked) ? (
          <Button
            onClick={() => refine(Object.fromEntries(noFilters.map((name) => [name, undefined])))}
            variant="subtle"
          >
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
      <span className={classes["cell"]} role="gridcell" title={exactly(at)}>
        {timed ? (
          when(at, now)
        ) : (
          <span title={t(($) => $.events.list.timeUnknown, { time: exactly(readAt) })}>
            {t(($) => $.common.unknown)}
          </span>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <SeverityMark event={event} />
      </span>
      <span className={classes["cell"]} role="gridcell">
        <TypeMark event={event} />
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

/** Nothing there, nothing fits, and never read are three different things. */
function Nothing(): ReactElement {
  const asked = useFleetdesk((state) => state.eventsAsked);
  const owner = useOwner(asked?.scope);
  const refine = useFleetdesk((state) => state.refine);
  const coverage = useFleetdesk((state) => shown(state.events)?.coverage);
  const reading = useFleetdesk((state) => state.eventsReading.state === "loading");
  if (asked !== undefined && isNarrowed(asked)) {
    return (
      <Notice
        actions={
          <Button onClick={() => refine(Object.fromEntries(noFilters.map((name) => [name, undefined])))}>
            {t(($) => $.common.clearFilters)}
          </Button>
        }
        title={t(($) => $.events.list.noMatch)}
      />
    );
  }
  if (coverage === undefined || coverage.spans.length === 0) {
    return reading ? (
      <ListWaiting />
    ) : (
      <Notice title={t(($) => $.events.list.notLoaded)}>{t(($) => $.events.list.notLoadedHelp)}</Notice>
    );
  }
  const scope = asked?.scope;
  if (owner === "missing" && scope !== undefined && scope.of !== "all") {
    return <Notice title={t(($) => $.events.list.empty)}>{notCachedWords(scope)}</Notice>;
  }
  return <Notice title={t(($) => $.events.list.empty)}>{t(($) => $.events.list.emptyHelp)}</Notice>;
}

function notCachedWords({ of, id }: Owner): string {
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
