/** Says when nothing reaches the service, why, and asks it again when a person wishes so; silent while all is well. */
import { Button, Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import { offlineWords } from "../connections/offline-model.ts";
import classes from "./top-strip.module.css";

export function NetworkMark(): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const reachability = useFleetdesk((state) => shown(state.reachability));
  const { busy, failure, run } = useCall();
  const words = offlineWords(online, reachability, useNow());
  if (words === undefined) return undefined;
  if (!online) return <StatusPill tone="waiting">offline: {words}</StatusPill>;
  const connection = reachability?.connection;
  const retry = (): void =>
    void run(async () => void (await fleet.connections.probe(connection === undefined ? {} : { connection })));
  const why = failure?.message ?? reachability?.message;
  return (
    <Popover position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <button className={classes["mark"]} type="button">
          <StatusPill tone="bad">offline: {words}</StatusPill>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes["explained"]}>
          <b>The service cannot be reached</b>
          {why === undefined ? undefined : <p role="status">{why}</p>}
          <Button loading={busy} onClick={retry} variant="filled">
            Retry now
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
