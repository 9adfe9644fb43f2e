/** The SMS of one endpoint, sent and received, and the composer. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetQuery, useRefreshState } from "../../data/fleet-query.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Composer } from "./composer.tsx";
import { MessageLine } from "./message-line.tsx";
import { relationsOf } from "./message-status.ts";
import classes from "./messages.module.css";
import { refreshThread } from "./refresh-thread.ts";
import { useRefresh } from "./use-refresh.ts";

export function MessagesTab({ of }: { readonly of: RecordKey }): ReactElement {
  return <EndpointMessages endpoint={of.id} key={of.id} />;
}

function EndpointMessages({ endpoint }: { readonly endpoint: string }): ReactElement | undefined {
  useRefresh(endpoint);
  const thread = useFleetQuery("sms.thread", { endpoint }, { reloadOnOpen: true });
  const result = dataOf(thread);
  return (
    <div className={classes["tab"]}>
      <Composer endpoint={endpoint} />
      <ThreadHead asOf={result?.asOf} endpoint={endpoint} />
      {thread.state === "failed" && result === undefined ? <FailureNotice failure={thread.failure} /> : undefined}
      {result === undefined ? undefined : result.items.length === 0 ? (
        <p className="muted">
          {result.asOf === undefined ? t(($) => $.messages.thread.notLoaded) : t(($) => $.messages.thread.empty)}
        </p>
      ) : (
        <ol aria-label={t(($) => $.messages.label)} className={classes["thread"]}>
          {result.items.map((message) => (
            <MessageLine key={message.key} message={message} ties={relationsOf(message, result.items)} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Age of the thread, and the outcome of its last refresh. */
function ThreadHead({
  asOf,
  endpoint,
}: {
  readonly asOf: number | undefined;
  readonly endpoint: string;
}): ReactElement {
  const refreshState = useRefreshState("sms.list", { endpoint });
  const online = useFleetdesk((state) => state.networkOnline);
  return (
    <DataAgeLine
      asOf={asOf}
      request={refreshState}
      online={online}
      refreshLabel={t(($) => $.messages.refresh)}
      onRead={() => void refreshThread(endpoint)}
    />
  );
}
