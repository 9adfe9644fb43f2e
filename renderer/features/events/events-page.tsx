/** What the service noted: of all, or of one endpoint, SIM, organisation or user. Out of the copy, read and followed on demand. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { ListWithDetail } from "../../ui/page-frame/list-with-detail.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { offlineWords } from "../connections/offline-model.ts";
import { CoverageLine } from "./coverage-line.tsx";
import { EventDetail } from "./event-detail.tsx";
import { EventsBar } from "./events-bar.tsx";
import { EventsFilter } from "./events-filter.tsx";
import { EventsList } from "./events-list.tsx";
import { offlineLine, questionPart, readScope } from "./events-model.ts";
import classes from "./events.module.css";
import { FreshLine } from "./fresh-line.tsx";
import { scopeRefusal } from "./scope-model.ts";
import { TimelinePart } from "./timeline-picture.tsx";
import { useFollow } from "./use-follow.ts";

export function EventsPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const ask = useFleetdesk((state) => state.askEvents);
  const see = useFleetdesk((state) => state.seeEvents);
  const loadFields = useFleetdesk((state) => state.loadEventFields);
  // The same question stays the same text: an opened event or record asks nothing anew.
  const question = JSON.stringify(questionPart(query));
  useEffect(() => {
    void ask(JSON.parse(question) as Record<string, string>, useFleetdesk.getState().networkOnline);
  }, [ask, question]);
  useEffect(() => void loadFields(), [loadFields]);
  useEffect(() => {
    see(true);
    return () => see(false);
  }, [see]);
  const scope = useMemo(() => readScope(JSON.parse(question) as Record<string, string>), [question]);
  const hold = useFleetdesk((state) => state.holdEvents);
  const reads = query["open"] !== undefined || query["event"] !== undefined;
  useEffect(() => hold(reads), [hold, reads]);
  const refused = useFleetdesk(scopeRefusal) !== undefined;
  useFollow(refused ? undefined : scope);
  const opened = query["open"] === undefined ? query["event"] : undefined;
  return (
    <Page label={t(($) => $.events.title)} scrollsWhenLow>
      <EventsBar />
      <OfflineLine />
      {scope === undefined ? (
        <p className={classes["ask"]}>{t(($) => $.events.owner.choose)}</p>
      ) : refused ? (
        <p className={classes["ask"]}>{t(($) => $.events.owner.notRequested)}</p>
      ) : (
        <>
          <EventsFilter />
          <TimelinePart />
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
  const reachability = useFleetdesk((state) => shown(state.reachability));
  const following = useFleetdesk((state) => state.eventsFollowing);
  const words = offlineWords(online, reachability, useNow());
  if (words === undefined) return undefined;
  return (
    <p className={classes["offline"]} role="status">
      {offlineLine(words, following)}
    </p>
  );
}
