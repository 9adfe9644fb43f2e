/** Coverage of each source in the cache. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { HistorySource } from "#shared/contract/events/events.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { coverageText, spanText } from "./events-request.ts";
import { historySourceLabels } from "./record-history.ts";
import type { HistoryResult } from "./use-history.ts";
import classes from "./history.module.css";

export interface HistoryCoverageProps {
  readonly collection: Collection;
  readonly coverage: HistoryResult["coverage"] | undefined;
  readonly sources: readonly HistorySource[];
}

export function HistoryCoverage({ collection, coverage, sources }: HistoryCoverageProps): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (coverage === undefined) return undefined;
  return (
    <dl className={classes["coverage"]}>
      {sources.map((source) => {
        const text = sourceCoverageText(source, coverage, collection, now);
        return text === undefined ? undefined : (
          <div key={source}>
            <dt>{historySourceLabels[source]}</dt>
            <dd>{text}</dd>
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

function sourceCoverageText(
  source: HistorySource,
  { events, sms, changes }: HistoryResult["coverage"],
  collection: Collection,
  now: number,
): string | undefined {
  switch (source) {
    case "event":
      return events.notOfferedAt === undefined
        ? // An open-ended history: what arrived since it was loaded is not a gap.
          coverageText(events, now, events.requested.until)
        : t(($) => $.events.history.notOffered, { time: formatTime(events.notOfferedAt, now) });
    case "sms":
      if (sms === undefined) return t(($) => $.events.history.smsNotLoaded);
      return sms.complete
        ? t(($) => $.events.history.smsAsOf, { time: formatTime(sms.asOf, now) })
        : t(($) => $.events.history.smsPartlyLoaded, { time: formatTime(sms.asOf, now) });
    case "change":
      if (changes !== undefined) return t(($) => $.events.history.changesBetween, { period: spanText(changes, now) });
      return collection === "endpoint" ? t(($) => $.events.history.neverSynced) : undefined;
  }
}
