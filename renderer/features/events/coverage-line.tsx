/** Coverage of the requested time, when it was determined, and the outcome of the last refresh. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { OutputOf } from "../../data/fleet-query.ts";
import { coverageText, olderGap, notOfferedText } from "./events-request.ts";
import classes from "./events.module.css";
import { useEvents } from "./use-events.ts";

export function CoverageLine(): ReactElement | undefined {
  const { coverage, answeredAt, reading, request, load } = useEvents();
  const { filter } = request;
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (coverage === undefined) return undefined;
  const gap = olderGap(coverage, answeredAt);
  const newest = coverage.spans.at(-1)?.newest;
  const busy = reading.state === "loading";
  return (
    <>
      <div className={classes["coverage"]}>
        {gap === undefined && coverage.spans.length > 0 ? undefined : (
          <StatusPill tone="neutral">
            {coverage.spans.length === 0
              ? t(($) => $.events.coverage.notLoaded)
              : t(($) => $.events.coverage.partlyLoaded)}
          </StatusPill>
        )}
        <span>{coverageText(coverage, now, answeredAt)}</span>
        {newest === undefined ? undefined : (
          <span className="muted">{t(($) => $.events.coverage.asOf, { time: formatTime(newest, now) })}</span>
        )}
        {online ? undefined : <span className="muted">{t(($) => $.events.coverage.offline)}</span>}
        <span className={classes["gap"]} />
        <ReadingResult reading={dataOf(reading)} />
        {filter === undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => load("fitting")} variant="default">
            {t(($) => $.events.coverage.loadMatching)}
          </Button>
        )}
        {gap === undefined || coverage.notOfferedAt !== undefined ? undefined : (
          <Button disabled={busy || !online} onClick={() => load("older")}>
            {t(($) => $.events.coverage.loadOlder)}
          </Button>
        )}
      </div>
      <CoverageErrors />
    </>
  );
}

function ReadingResult({
  reading,
}: {
  readonly reading: OutputOf<"events.load"> | undefined;
}): ReactElement | undefined {
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

/** Errors of the last refresh, above the data that is still shown. */
function CoverageErrors(): ReactElement | undefined {
  const { reading, request, coverage } = useEvents();
  const notOfferedAt = coverage?.notOfferedAt;
  const now = useNow();
  if (notOfferedAt !== undefined) {
    return (
      <div className={classes["notice"]}>
        <Callout title={t(($) => $.events.coverage.notOffered)} tone="waiting">
          <p>{notOfferedText(request.scope, formatTime(notOfferedAt, now))}</p>
        </Callout>
      </div>
    );
  }
  if (reading.state !== "failed") return undefined;
  return (
    <div className={classes["notice"]}>
      <FailureCallout failure={reading.failure} title={t(($) => $.events.coverage.failed)} />
    </div>
  );
}

export function FreshLine(): ReactElement | undefined {
  const { fresh, renew } = useEvents();
  if (fresh === 0) return undefined;
  return (
    <div className={classes["newEvents"]}>
      <span>{t(($) => $.events.fresh.sinceLoaded, { count: fresh })}</span>
      <Button onClick={renew}>{t(($) => $.events.fresh.show, { count: fresh })}</Button>
    </div>
  );
}
