/** Age and completeness of the fleet cache, on pages other than the list itself. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatNumber, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./top-bar.module.css";

export function CacheIndicator(): ReactElement | undefined {
  const cache = useFleetdesk((state) => dataOf(state.cache));
  const now = useNow();
  if (cache === undefined) return undefined;
  if (cache.state === "never") return <StatusPill tone="waiting">{t(($) => $.shell.cache.notLoaded)}</StatusPill>;
  if (cache.state === "not-offered") return undefined;
  const figures =
    cache.promised === undefined
      ? formatNumber(cache.unique ?? 0)
      : t(($) => $.shell.cache.counts, {
          cached: formatNumber(cache.unique ?? 0),
          total: formatNumber(cache.promised),
        });
  return (
    <span className={`${classes["quiet"]} ${classes["cache"]}`}>
      {cache.asOf === undefined ? undefined : t(($) => $.shell.cache.asOf, { time: formatTime(cache.asOf, now) })}
      <StatusPill
        tone={cache.state === "complete" ? "good" : "waiting"}
        title={cache.reason === undefined ? undefined : formatText(cache.reason)}
      >
        {cache.state === "complete"
          ? t(($) => $.shell.cache.complete, { figures })
          : t(($) => $.shell.cache.partial, { figures })}
      </StatusPill>
    </span>
  );
}
