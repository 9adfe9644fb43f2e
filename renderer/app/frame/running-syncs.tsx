/** Running syncs as one line: collections are synced one after another. */
import { t } from "#shared/texts/text.ts";
import { Progress } from "@mantine/core";
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { cancelSync } from "../../features/fleet/sync-actions.ts";
import { ActionButton } from "../actions/run-action.tsx";
import { formatNumber, formatDuration } from "#shared/format.ts";
import { useFleetdesk } from "../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import classes from "./status-bar.module.css";

const syncing: Readonly<Record<Collection, string>> = {
  endpoint: t(($) => $.shell.sync.running.endpoint),
  sim: t(($) => $.shell.sync.running.sim),
  imsi: t(($) => $.shell.sync.running.imsi),
  organisation: t(($) => $.shell.sync.running.organisation),
  user: t(($) => $.shell.sync.running.user),
  tariff_plan: t(($) => $.shell.sync.running.tariffPlan),
};

export function RunningSyncs(): ReactElement | undefined {
  const sync = useFleetdesk((state) => state.syncs.at(-1));
  const now = useNow(1000);
  if (sync === undefined) return undefined;
  const { connection, done, total, startedAt, collection } = sync;
  const share = total === undefined || total === 0 ? undefined : Math.min(100, (done / total) * 100);
  const elapsedMs = now - startedAt;
  const etaMs = total === undefined || done === 0 || elapsedMs < 2000 ? undefined : (elapsedMs / done) * (total - done);
  return (
    <div className={classes["work"]}>
      <b>{syncing[collection]}</b>
      <Progress
        aria-label={syncing[collection]}
        animated={share === undefined}
        className={classes["progress"] ?? ""}
        size={6}
        value={share ?? 100}
      />
      <span>
        {total === undefined
          ? formatNumber(done)
          : t(($) => $.shell.work.progress, { done: formatNumber(done), total: formatNumber(total) })}
      </span>
      {etaMs === undefined || etaMs < 2000 ? undefined : (
        <span className="muted">{t(($) => $.shell.work.timeLeft, { duration: formatDuration(etaMs) })}</span>
      )}
      <ActionButton action={cancelSync} target={{ connection }} />
    </div>
  );
}
