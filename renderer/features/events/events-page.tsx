/**
 * The service's event log: of all, or of one endpoint, SIM, organisation or user. Read from the cache; refreshed and followed on
 * demand.
 */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo } from "react";
import { useConnectionData } from "../../data/connection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail } from "../../ui/page-frame/list-with-detail.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { offlineReason } from "../connections/offline-reason.ts";
import { CoverageLine } from "./coverage-line.tsx";
import { EventDetail } from "./event-detail.tsx";
import { EventsBar } from "./events-bar.tsx";
import { EventsChart } from "./events-chart.tsx";
import { EventsFilter } from "./events-filter.tsx";
import { EventsList } from "./events-list.tsx";
import { offlineLine, queryPart, readScope } from "./events-request.ts";
import classes from "./events.module.css";
import { FreshLine } from "./fresh-line.tsx";
import { scopeError } from "./scope-error.ts";
import { useFollow } from "./use-follow.ts";

export function EventsPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const load = useFleetdesk((state) => state.loadEvents);
  const see = useFleetdesk((state) => state.setEventsVisible);
  const loadFields = useFleetdesk((state) => state.loadEventFields);
  // A stable string as effect dependency: opening an event or record does not reload the list.
  const question = JSON.stringify(queryPart(query));
  useEffect(() => {
    void load(JSON.parse(question) as Record<string, string>, useFleetdesk.getState().networkOnline);
  }, [load, question]);
  useEffect(() => void loadFields(), [loadFields]);
  useEffect(() => {
    see(true);
    return () => see(false);
  }, [see]);
  const scope = useMemo(() => readScope(JSON.parse(question) as Record<string, string>), [question]);
  const hold = useFleetdesk((state) => state.holdEvents);
  const reads = query["open"] !== undefined || query["event"] !== undefined;
  useEffect(() => hold(reads), [hold, reads]);
  const isRejected = useFleetdesk(scopeError) !== undefined;
  useFollow(isRejected ? undefined : scope);
  const opened = query["open"] === undefined ? query["event"] : undefined;
  return (
    <Page label={t(($) => $.events.title)} scrollsWhenLow>
      <EventsBar />
      <OfflineLine />
      {scope === undefined ? (
        <p className={classes["prompt"]}>{t(($) => $.events.owner.choose)}</p>
      ) : isRejected ? (
        <p className={classes["prompt"]}>{t(($) => $.events.owner.notRequested)}</p>
      ) : (
        <>
          <EventsFilter />
          <EventsChart />
          <CoverageLine />
          <FreshLine />
          <ListWithDetail detail={opened === undefined ? undefined : <EventDetail eventKey={opened} key={opened} />}>
            <EventsList />
          </ListWithDetail>
        </>
      )}
    </Page>
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
