/** How much of each source this computer knows. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { HistorySource } from "#contract/events.ts";
import type { Collection } from "#contract/fleet.ts";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { coverageWords, spanWords } from "./events-model.ts";
import { sourceWords } from "./history-model.ts";
import type { HistoryFound } from "./history-slice.ts";
import classes from "./history.module.css";

export interface HistoryKnownProps {
  readonly collection: Collection;
  readonly sources: readonly HistorySource[];
}

export function HistoryKnown({ collection, sources }: HistoryKnownProps): ReactElement | undefined {
  const known = useFleetdesk((state) => shown(state.recordHistory)?.known);
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (known === undefined) return undefined;
  return (
    <dl className={classes["known"]}>
      {sources.map((source) => {
        const words = knownWords(source, known, collection, now);
        return words === undefined ? undefined : (
          <div key={source}>
            <dt>{sourceWords[source]}</dt>
            <dd>{words}</dd>
          </div>
        );
      })}
      {online ? undefined : (
        <div>
          <dt>{t(($) => $.events.history.offline)}</dt>
          <dd>{t(($) => $.events.history.showingCached)}</dd>
        </div>
      )}
    </dl>
  );
}

function knownWords(
  source: HistorySource,
  { events, sms, changes }: HistoryFound["known"],
  collection: Collection,
  now: number,
): string | undefined {
  switch (source) {
    case "event":
      return events.notOfferedAt === undefined
        ? // A history goes on: what came since it was asked for is not missing.
          coverageWords(events, now, events.asked.until)
        : t(($) => $.events.history.notOffered, { time: when(events.notOfferedAt, now) });
    case "sms":
      if (sms === undefined) return t(($) => $.events.history.smsNotLoaded);
      return sms.complete
        ? t(($) => $.events.history.smsAsOf, { time: when(sms.asOf, now) })
        : t(($) => $.events.history.smsPartlyLoaded, { time: when(sms.asOf, now) });
    case "change":
      if (changes !== undefined) return t(($) => $.events.history.changesBetween, { period: spanWords(changes, now) });
      return collection === "endpoint" ? t(($) => $.events.history.neverSynced) : undefined;
  }
}
