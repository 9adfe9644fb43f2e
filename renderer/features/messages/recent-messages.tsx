/** The overview of messages, newest first, with the number of endpoints it covers. */
import { hasFields } from "#shared/defined-fields.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { useFleetPages } from "../../data/fleet-query.ts";
import { messageWord } from "../../lib/outcome-labels.ts";
import { formatOpen } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { replyOf } from "./message-status.ts";
import classes from "./messages.module.css";
import { RecentFilter } from "./recent-filter.tsx";
import { identityOf, readRecent } from "./recent-request.ts";

const minute = 60_000;
/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 40;

export function RecentMessages(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const now = useNow(minute);
  const request = readRecent(query, now);
  // The same list while time passes.
  const key = { ...request, from: query["period"] };
  const { state: recent, loadMore } = useFleetPages("sms.recent", request, { key, reloadOnOpen: true });
  const { place, onPlace } = useSavedPlace("messages", JSON.stringify([connection, key]));
  const result = dataOf(recent);
  const filtered = hasFields(request);
  const open = ({ endpoint }: Message): void =>
    setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "messages" });
  return (
    <>
      <RecentFilter now={now} result={result} />
      {recent.state === "failed" && result !== undefined ? (
        <Callout title={t(($) => $.messages.recent.refreshFailed)} tone="bad">
          <p>{formatText(recent.failure.text)}</p>
        </Callout>
      ) : undefined}
      {recent.state === "failed" && result === undefined ? <FailureNotice failure={recent.failure} /> : undefined}
      {result !== undefined && result.items.length === 0 ? (
        filtered ? (
          <Notice
            actions={
              <Button
                onClick={() => {
                  setQuery({
                    direction: undefined,
                    delivery: undefined,
                    outcome: undefined,
                    search: undefined,
                    period: undefined,
                  });
                }}
              >
                {t(($) => $.common.clearFilters)}
              </Button>
            }
            title={t(($) => $.messages.recent.noMatch)}
          />
        ) : (
          <Notice
            title={result.threads === 0 ? t(($) => $.messages.recent.notLoaded) : t(($) => $.messages.recent.empty)}
          >
            {t(($) => $.messages.recent.emptyHelp)}
          </Notice>
        )
      ) : undefined}
      {result === undefined || result.items.length === 0 ? undefined : (
        <RowList
          head={[
            t(($) => $.common.time),
            t(($) => $.common.endpoint),
            t(($) => $.messages.text),
            t(($) => $.common.status),
          ]}
          heightOf={() => 36}
          isMarked={({ endpoint }) => query["open"] === formatOpen({ collection: "endpoint", id: endpoint })}
          key={JSON.stringify(key)}
          keyOf={identityOf}
          label={t(($) => $.messages.recent.label)}
          onOpen={open}
          onPlace={onPlace}
          onVisibleRange={(_first, last) => {
            if (last > result.items.length - ahead) loadMore();
          }}
          place={place}
          renderCells={(message) => <Cells message={message} now={now} />}
          rows={result.items}
          template="minmax(44px, 110px) minmax(88px, 1fr) minmax(88px, 2fr) minmax(112px, 220px)"
        />
      )}
    </>
  );
}

function Cells({ message, now }: { readonly message: Message; readonly now: number }): ReactElement {
  const { submittedAt, direction, name, endpoint, payload, owned } = message;
  const status = messageWord(message);
  const reply = replyOf(message);
  const text = payload ?? t(($) => $.messages.textNotAvailable);
  return (
    <>
      <span
        className={classes["cell"]}
        role="gridcell"
        title={submittedAt === undefined ? undefined : formatDateTime(submittedAt)}
      >
        {submittedAt === undefined ? t(($) => $.common.unknown) : formatTime(submittedAt, now)}
      </span>
      <span className={classes["cell"]} role="gridcell">
        {direction === "mo"
          ? t(($) => $.messages.recent.from, { endpoint: name ?? endpoint })
          : t(($) => $.messages.recent.to, { endpoint: name ?? endpoint })}
      </span>
      <span className={classes["cell"]} role="gridcell" title={payload}>
        {owned?.campaign === undefined
          ? text
          : t(($) => $.messages.recent.textOfCampaign, { text, campaign: owned.campaign })}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill title={status.hint} tone={status.tone}>
          {status.text}
        </StatusPill>
        {reply === undefined ? undefined : (
          <StatusPill title={reply.hint} tone={reply.tone}>
            {reply.text}
          </StatusPill>
        )}
      </span>
    </>
  );
}
