/** How much of the time is known, as of when, and what the last reading of the service came to. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { EventsReading } from "./events-copy-model.ts";
import { coverageWords, olderGap, notOfferedWords } from "./events-model.ts";
import classes from "./events.module.css";

export function CoverageLine(): ReactElement | undefined {
  const found = useFleetdesk((state) => shown(state.events));
  const reading = useFleetdesk((state) => state.eventsReading);
  const filter = useFleetdesk((state) => state.eventsAsked?.filter);
  const read = useFleetdesk((state) => state.readEvents);
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (found === undefined) return undefined;
  const { coverage, answeredAt } = found;
  const gap = olderGap(coverage, answeredAt);
  const newest = coverage.spans.at(-1)?.newest;
  const busy = reading.state === "loading";
  return (
    <>
      <div className={classes["coverage"]}>
        {gap === undefined && coverage.spans.length > 0 ? undefined : (
          <StatusPill tone="unknown">
            {coverage.spans.length === 0
              ? t(($) => $.events.coverage.notLoaded)
              : t(($) => $.events.coverage.partlyLoaded)}
          </StatusPill>
        )}
        <span>{coverageWords(coverage, now, answeredAt)}</span>
        {newest === undefined ? undefined : (
          <span className="muted">{t(($) => $.events.coverage.asOf, { time: when(newest, now) })}</span>
        )}
        {online ? undefined : <span className="muted">{t(($) => $.events.coverage.offline)}</span>}
        <span className={classes["gap"]} />
        <Said reading={shown(reading)} />
        {filter === undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => void read("fitting")} variant="default">
            {t(($) => $.events.coverage.loadMatching)}
          </Button>
        )}
        {gap === undefined || coverage.notOfferedAt !== undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => void read("older")}>
            {t(($) => $.events.coverage.loadOlder)}
          </Button>
        )}
      </div>
      <Troubles />
    </>
  );
}

function Said({ reading }: { readonly reading: EventsReading | undefined }): ReactElement | undefined {
  if (reading === undefined) return undefined;
  const { read, added, complete, reason } = reading;
  return (
    <span className="muted" role="status">
      {complete || reason === undefined
        ? t(($) => $.events.coverage.loaded, { count: read, added })
        : t(($) => $.events.coverage.partlyLoadedBecause, { count: read, added, reason: formatText(reason) })}
    </span>
  );
}

/** What went wrong, above what is shown all the same. */
function Troubles(): ReactElement | undefined {
  const reading = useFleetdesk((state) => state.eventsReading);
  const asked = useFleetdesk((state) => state.eventsAsked);
  const notOfferedAt = useFleetdesk((state) => shown(state.events)?.coverage.notOfferedAt);
  const now = useNow();
  if (notOfferedAt !== undefined && asked !== undefined) {
    return (
      <div className={classes["told"]}>
        <Callout title={t(($) => $.events.coverage.notOffered)} tone="waiting">
          <p>{notOfferedWords(asked.scope, when(notOfferedAt, now))}</p>
        </Callout>
      </div>
    );
  }
  if (reading.state !== "failed") return undefined;
  return (
    <div className={classes["told"]}>
      <Callout title={t(($) => $.events.coverage.failed)} tone="bad">
        <p>{formatText(reading.failure.text)}</p>
      </Callout>
    </div>
  );
}
