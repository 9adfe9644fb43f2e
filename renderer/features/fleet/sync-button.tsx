/** Syncs this list; shows progress and a cancel button while it runs. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { runCommand } from "../../app/commands/run-command.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { formatNumber } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import classes from "./fleet.module.css";
import type { ListName } from "./fleet-slice.ts";
import { syncList } from "./sync-list.ts";

export function SyncButton({ name }: { readonly name: ListName }): ReactElement {
  const { connection, collection } = name;
  const sync = useFleetdesk((state) =>
    state.syncs.find((one) => one.connection === connection && one.collection === collection),
  );
  const ended = useFleetdesk((state) =>
    state.endedSyncs.find((one) => one.connection === connection && one.collection === collection),
  );
  const announce = useFleetdesk((state) => state.announce);
  if (sync === undefined) {
    const bad = ended?.outcome === "failed" || ended?.outcome === "partial";
    return (
      <>
        {bad ? (
          <span className={classes["bad"]} title={ended.message === undefined ? undefined : formatText(ended.message)}>
            {ended.outcome === "failed" ? t(($) => $.fleet.sync.failed) : t(($) => $.fleet.sync.partial)}
          </span>
        ) : undefined}
        <Button
          leftSection={<IconRefresh size={14} />}
          onClick={() => void runCommand(syncList(name))}
          variant="filled"
        >
          {t(($) => $.fleet.sync.start)}
        </Button>
      </>
    );
  }
  const { done, total } = sync;
  const cancel = (): void => {
    fleet.fleet.cancelSync(name).catch((error: unknown) => announce(formatText(failureOf(error).text)));
  };
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
      <Button onClick={cancel}>{t(($) => $.fleet.sync.cancel)}</Button>
    </span>
  );
}
