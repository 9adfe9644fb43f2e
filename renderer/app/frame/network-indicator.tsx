/** Shows when the service is unreachable, with a retry button; empty otherwise. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { offlineReason } from "../../features/connections/offline-reason.ts";

export function NetworkIndicator(): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const reachability = useFleetdesk((state) => dataOf(state.reachability));
  const now = useNow();
  const reason = offlineReason(online, reachability, now);
  if (reason === undefined) return undefined;
  if (!online || reachability === undefined)
    return <StatusPill tone="waiting">{t(($) => $.shell.reachability.offline, { reason: reason })}</StatusPill>;
  return (
    <>
      <StatusPill tone="bad" title={reachability.message === undefined ? undefined : formatText(reachability.message)}>
        {t(($) => $.shell.reachability.offline, { reason: reason })}
      </StatusPill>
      <RetryButton connection={reachability.connection} />
    </>
  );
}

function RetryButton({ connection }: { readonly connection: string }): ReactElement {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      const { state, message } = await fleet.connections.probe({ connection });
      if (state === "offline") notifyOffline(message === undefined ? undefined : formatText(message));
    } catch (error) {
      notifyOffline(formatText(failureOf(error).text));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void retry()}>
      {t(($) => $.shell.reachability.retry)}
    </Button>
  );
}

function notifyOffline(message: string | undefined): void {
  notifications.show({ id: "no-answer", title: t(($) => $.shell.reachability.noResponse), message, color: "red" });
}
