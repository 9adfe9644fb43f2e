/** States that the rows are live and not cached, and when they were read; with a button to return to the cache. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./fleet.module.css";
import type { LiveRows } from "./use-live.ts";

export function LiveBanner({ live: { state, load, close } }: { readonly live: LiveRows }): ReactElement | undefined {
  const now = useNow();
  const back = <Button onClick={close}>{t(($) => $.fleet.live.backToCache)}</Button>;
  if (state.state === "failed") {
    return (
      <div className={classes["notice"]}>
        <Callout actions={back} title={t(($) => $.fleet.live.failed)} tone="bad">
          <p>{formatText(state.failure.text)}</p>
        </Callout>
      </div>
    );
  }
  const result = dataOf(state);
  if (result === undefined) return undefined;
  const { asOf, items, total, complete, warnings } = result;
  const banner = (
    <div className={classes["live"]} role="status">
      <b>{t(($) => $.fleet.live.title)}</b>
      <span title={formatDateTime(asOf)}>
        {complete || total === undefined
          ? t(($) => $.fleet.live.loadedAt, { time: formatTime(asOf, now) })
          : t(($) => $.fleet.live.loadedPart, { time: formatTime(asOf, now), count: items.length, total })}
      </span>
      <span className={classes["gap"]} />
      <Button onClick={load}>{t(($) => $.fleet.live.refresh)}</Button>
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
