/** Syncs this list; shows progress and a cancel button while it runs. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { formatNumber } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import classes from "./fleet.module.css";
import type { ListName } from "./fleet-slice.ts";
import { cancelSync, sync } from "./sync-actions.ts";

export function SyncButton({ name }: { readonly name: ListName }): ReactElement {
  const { connection, collection } = name;
  const running = useFleetdesk((state) =>
    state.syncs.find((one) => one.connection === connection && one.collection === collection),
  );
  const ended = useFleetdesk((state) =>
    state.endedSyncs.find((one) => one.connection === connection && one.collection === collection),
  );
  if (running === undefined) {
    const bad = ended?.outcome === "failed" || ended?.outcome === "partial";
    return (
      <>
        {bad ? (
          <span className={classes["bad"]} title={ended.message === undefined ? undefined : formatText(ended.message)}>
            {ended.outcome === "failed" ? t(($) => $.fleet.sync.failed) : t(($) => $.fleet.sync.partial)}
          </span>
        ) : undefined}
        <ActionButton action={sync} target={name} variant="filled">
          {t(($) => $.fleet.sync.start)}
        </ActionButton>
      </>
    );
  }
  const { done, total } = running;
  return (
    <span className={classes["syncing"]}>
      <span className={classes["quiet"]}>
        {total === undefined ? formatNumber(done) : t(($) => $.fleet.sync.progress, { count: done, total })}
      </span>
      <Progress
        animated={total === undefined}
        aria-label={t(($) => $.fleet.sync.progressLabel)}
        className={classes["progress"] ?? ""}
        size={6}
        value={total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100)}
      />
      <ActionButton action={cancelSync} target={name} />
    </span>
  );
}
