/** One event: its fields, the records it refers to, and its JSON. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/detail-aside.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { EventRecords } from "./event-records.tsx";
import classes from "./events.module.css";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";

export function EventDetail({ eventKey: key }: { readonly eventKey: string }): ReactElement {
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
          <div className={classes["badges"]}>
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
