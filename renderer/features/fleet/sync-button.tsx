/** Brings this list up to date; while that runs, how far it is and the way to end it. */
import { Button, Progress } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { runCommand } from "../../commands/run-command.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { count } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
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
          <span className={classes["bad"]} title={ended.message}>
            {ended.outcome === "failed" ? "The last synchronisation failed" : "The last synchronisation was partial"}
          </span>
        ) : undefined}
        <Button
          leftSection={<IconRefresh size={14} />}
          onClick={() => void runCommand(syncList(name))}
          variant="filled"
        >
          Sync
        </Button>
      </>
    );
  }
  const { done, total } = sync;
  const cancel = (): void => {
    fleet.fleet.cancelSync(name).catch((error: unknown) => announce(failureOf(error).message));
  };
  return (
    <span className={classes["syncing"]}>
      <span className={classes["quiet"]}>
        {total === undefined ? count(done) : `${count(done)} of ${count(total)}`}
      </span>
      <Progress
        animated={total === undefined}
        aria-label="Progress of the synchronisation"
        className={classes["progress"] ?? ""}
        size={6}
        value={total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100)}
      />
      <Button onClick={cancel}>Cancel</Button>
    </span>
  );
}
