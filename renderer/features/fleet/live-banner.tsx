/** States that the rows are live and not cached, and when they were read; with a button to return to the cache. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { idle } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./fleet.module.css";
import { listKey, type ListName, type ListQuery } from "./fleet-slice.ts";

export interface LiveBannerProps {
  readonly name: ListName;
  readonly question: ListQuery;
}

export function LiveBanner({ name, question }: LiveBannerProps): ReactElement | undefined {
  const live = useFleetdesk((state) => state.fleetLists[listKey(name)]?.live ?? idle);
  const change = useFleetdesk((state) => state.changeFleetList);
  const queryLive = useFleetdesk((state) => state.queryFleetLive);
  const now = useNow();
  const back = <Button onClick={() => change(name, { live: idle })}>{t(($) => $.fleet.live.backToCache)}</Button>;
  if (live.state === "failed") {
    return (
      <div className={classes["notice"]}>
        <Callout actions={back} title={t(($) => $.fleet.live.failed)} tone="bad">
          <p>{formatText(live.failure.text)}</p>
        </Callout>
      </div>
    );
  }
  if (live.state !== "ready") return undefined;
  const { asOf, items, total, complete, warnings } = live.value;
  const banner = (
    <div className={classes["live"]} role="status">
      <b>{t(($) => $.fleet.live.title)}</b>
      <span title={formatDateTime(asOf)}>
        {complete || total === undefined
          ? t(($) => $.fleet.live.loadedAt, { time: formatTime(asOf, now) })
          : t(($) => $.fleet.live.loadedPart, { time: formatTime(asOf, now), count: items.length, total })}
      </span>
      <span className={classes["gap"]} />
      <Button onClick={() => void queryLive(name, question)}>{t(($) => $.fleet.live.refresh)}</Button>
      {back}
    </div>
  );
  if (warnings.length === 0) return banner;
  return (
    <>
      {banner}
      <div className={classes["notice"]}>
        <Callout title={t(($) => $.fleet.live.warnings)} tone="waiting">
          {warnings
            .map((warning) => formatText(warning))
            .map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
        </Callout>
      </div>
    </>
  );
}
