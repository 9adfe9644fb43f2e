/** Age and completeness of the fleet cache, on pages other than the list itself. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatNumber, formatTime } from "../../lib/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./top-bar.module.css";

export function CacheIndicator(): ReactElement | undefined {
  const copy = useFleetdesk((state) => dataOf(state.copy));
  const now = useNow();
  if (copy === undefined) return undefined;
  if (copy.state === "never") return <StatusPill tone="waiting">{t(($) => $.shell.cache.notLoaded)}</StatusPill>;
  if (copy.state === "not-offered") return undefined;
  const figures =
    copy.promised === undefined
      ? formatNumber(copy.unique ?? 0)
      : t(($) => $.shell.cache.counts, { cached: formatNumber(copy.unique ?? 0), total: formatNumber(copy.promised) });
  return (
    <span className={`${classes["quiet"]} ${classes["cache"]}`}>
      {copy.asOf === undefined ? undefined : t(($) => $.shell.cache.asOf, { time: formatTime(copy.asOf, now) })}
      <StatusPill
        tone={copy.state === "complete" ? "good" : "waiting"}
        title={copy.reason === undefined ? undefined : formatText(copy.reason)}
      >
        {copy.state === "complete"
          ? t(($) => $.shell.cache.complete, { figures })
          : t(($) => $.shell.cache.partial, { figures })}
      </StatusPill>
    </span>
  );
}
