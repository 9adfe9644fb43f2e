/** Running quota work (refreshes, reading previous values, changes) as one line with a link. */
import { t } from "#shared/texts/text.ts";
import { Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { formatNumber } from "#shared/format.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./status-bar.module.css";

const labels = {
  reading: t(($) => $.shell.quotaWork.reading),
  writing: t(($) => $.shell.quotaWork.writing),
  refresh: t(($) => $.shell.quotaWork.refresh),
} as const;

export function RunningQuotas(): ReactElement | undefined {
  const running = useFleetdesk((state) => state.quotaWork);
  // Changes take precedence over reads.
  const visible = running.find(({ work }) => work === "writing") ?? running.at(-1);
  if (visible === undefined) return undefined;
  const { work, id, done, total } = visible;
  const share = total === undefined || total === 0 ? undefined : Math.min(100, (done / total) * 100);
  return (
    <div className={classes["work"]}>
      <a href={work === "refresh" ? "#/quotas" : `#/quotas/changes/${id}`}>{labels[work]}</a>
      <Progress
        animated={share === undefined}
        aria-label={t(($) => $.shell.quotaWork.progress, { work: labels[work] })}
        className={classes["progress"] ?? ""}
        size={6}
        value={share ?? 100}
      />
      <span>
        {total === undefined
          ? formatNumber(done)
          : t(($) => $.shell.work.progress, { done: formatNumber(done), total: formatNumber(total) })}
      </span>
      {running.length > 1 ? (
        <span className="muted">{t(($) => $.shell.work.more, { others: running.length - 1 })}</span>
      ) : undefined}
    </div>
  );
}
