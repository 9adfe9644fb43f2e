/** Age and completeness of the cached list. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./fleet.module.css";

export function CompletenessBadge({
  completeness,
}: {
  readonly completeness: Completeness | undefined;
}): ReactElement | undefined {
  const now = useNow();
  if (completeness === undefined) return undefined;
  const { state, asOf, unique = 0, promised, reason } = completeness;
  if (state === "never") return <StatusPill tone="waiting">{t(($) => $.fleet.cache.neverSynced)}</StatusPill>;
  if (state === "not-offered") return <StatusPill tone="neutral">{t(($) => $.fleet.cache.notOffered)}</StatusPill>;
  return (
    <>
      {asOf === undefined ? undefined : (
        <span className={classes["quiet"]} title={formatDateTime(asOf)}>
          {t(($) => $.fleet.cache.syncedAt, { time: formatTime(asOf, now) })}
        </span>
      )}
      <StatusPill
        tone={state === "complete" ? "good" : "waiting"}
        title={reason === undefined ? undefined : formatText(reason)}
      >
        {stateText(state, unique, promised)}
      </StatusPill>
    </>
  );
}

function stateText(state: "complete" | "partial", count: number, total: number | undefined): string {
  if (total === undefined) {
    return state === "complete"
      ? t(($) => $.fleet.cache.complete, { count })
      : t(($) => $.fleet.cache.incomplete, { count });
  }
  return state === "complete"
    ? t(($) => $.fleet.cache.completeOf, { count, total })
    : t(($) => $.fleet.cache.incompleteOf, { count, total });
}
