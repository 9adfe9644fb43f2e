/**
 * The service's event log: of all, or of one endpoint, SIM, organisation or user. Read from the cache; refreshed and followed on
 * demand.
 */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useConnectionData } from "../../data/connection.ts";
import { useActionValue } from "../../app/actions/run-action.tsx";
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
import { scopeError } from "./events-queries.ts";
import { EventsContext, useEventsOf } from "./use-events.ts";

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
