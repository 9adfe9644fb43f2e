/** One event: what is known of it, the records it is about, and the record as it came. */
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/detail-aside.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { EventRecords } from "./event-records.tsx";
import classes from "./events.module.css";
import { SeverityMark, TypeMark } from "./severity-mark.tsx";

export function EventDetail({ eventKey: key }: { readonly eventKey: string }): ReactElement {
  const ask = useCallback((signal: AbortSignal) => fleet.events.get({ key }, signal), [key]);
  const remote = useRemote(ask);
  const refine = useFleetdesk((state) => state.refine);
  const close = useCallback(() => refine({ event: undefined }), [refine]);
  const event = shown(remote);
  return (
    <DetailAside label="Event" onClose={close} title={event?.type?.label ?? event?.description ?? "Event"}>
      {remote.state === "failed" ? <FailureNotice failure={remote.failure} /> : undefined}
      {event === undefined ? undefined : (
        <>
          <div className={classes["marks"]}>
            <SeverityMark event={event} />
            <TypeMark event={event} />
          </div>
          {event.description === undefined ? undefined : <p>{event.description}</p>}
          <Facts
            facts={[
              ["When", event.timed ? exactly(event.at) : "unknown: the service told no time that can be read"],
              ["Source", event.source?.label ?? "not told"],
              ["Alert", event.alert === undefined ? "not told" : event.alert ? "yes" : "no"],
              ["Id", event.id === undefined ? "none given" : <Copyable key="id" label="id" mono value={event.id} />],
              ["First read", exactly(event.readAt)],
            ]}
          />
          <EventRecords event={event} />
          <details className={classes["raw"]}>
            <summary>Raw record</summary>
            {/* Scrolls by itself, so the keyboard has to reach it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
            <pre aria-label="The record as JSON" role="region" tabIndex={0}>
              {JSON.stringify(event.record, undefined, 2)}
            </pre>
          </details>
        </>
      )}
    </DetailAside>
  );
}
