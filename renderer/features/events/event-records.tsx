/** The records that an event refers to, each with links to it and to its own events. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { formatAddress } from "../../lib/address.ts";
import { collectionLabels } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { RecordLink } from "../../ui/record-link.tsx";
import classes from "./events.module.css";

const kinds = ["endpoint", "sim", "organisation", "user"] as const;

export function EventRecords({ event }: { readonly event: FleetEvent }): ReactElement | undefined {
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
