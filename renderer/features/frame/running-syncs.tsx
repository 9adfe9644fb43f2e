/** Syncs that run, as one line: the collections come one after another. */
import { Button, Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { cancelSync } from "../../commands/cancel-sync.ts";
import { runCommand } from "../../commands/run-command.ts";
import { count, lasting } from "../../lib/format.ts";
import { collectionWords, inSentence } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import classes from "./bottom-strip.module.css";

export function RunningSyncs(): ReactElement | undefined {
  const sync = useFleetdesk((state) => state.syncs.at(-1));
  const now = useNow(1000);
  if (sync === undefined) return undefined;
  const { done, total, startedAt, collection } = sync;
  const share = total === undefined || total === 0 ? undefined : Math.min(100, (done / total) * 100);
  const elapsedMs = now - startedAt;
  const etaMs = total === undefined || done === 0 || elapsedMs < 2000 ? undefined : (elapsedMs / done) * (total - done);
  return (
    <div className={classes["work"]}>
      <b>Synchronising {inSentence(collectionWords[collection].many)}</b>
      <Progress
        aria-label={`Progress of synchronising ${inSentence(collectionWords[collection].many)}`}
        animated={share === undefined}
        className={classes["bar"] ?? ""}
        size={6}
        value={share ?? 100}
      />
      <span>{total === undefined ? count(done) : `${count(done)} of ${count(total)}`}</span>
      {etaMs === undefined || etaMs < 2000 ? undefined : <span className="muted">about {lasting(etaMs)} left</span>}
      <Button onClick={() => void runCommand(cancelSync)}>Cancel</Button>
    </div>
  );
}
