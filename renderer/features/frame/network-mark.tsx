/** Says when nothing reaches the service; silent while all is well. */
import type { ReactElement } from "react";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";

export function NetworkMark(): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const reachability = useFleetdesk((state) => shown(state.reachability));
  const now = useNow();
  if (!online) return <StatusPill tone="waiting">offline: this computer has no network</StatusPill>;
  if (reachability?.state !== "offline") return undefined;
  const since = reachability.since === undefined ? "" : ` since ${when(reachability.since, now)}`;
  return (
    <StatusPill tone="bad" {...(reachability.message === undefined ? {} : { title: reachability.message })}>
      offline: no answer{since}
    </StatusPill>
  );
}
