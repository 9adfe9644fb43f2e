/** One event: its fields, the records it refers to, and its JSON. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { DetailAside } from "../../ui/page-frame/page.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import classes from "./events.module.css";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { formatAddress } from "../../lib/address.ts";
import { collectionLabels } from "../../lib/records.ts";
import { RecordLink } from "../../ui/record-link.tsx";

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

const kinds = ["endpoint", "sim", "organisation", "user"] as const;

function EventRecords({ event }: { readonly event: FleetEvent }): ReactElement | undefined {
  const from = useFleetdesk((state) => state.address);
  const named = kinds.flatMap((collection) => {
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
