/** The overview of messages, newest first, with the number of endpoints it covers. */
import { hasFields } from "#shared/defined-fields.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { messageWord } from "../../lib/outcome-labels.ts";
import { formatOpen } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { replyOf } from "./message-status.ts";
import classes from "./messages.module.css";
import { RecentFilter } from "./recent-filter.tsx";
import { identityOf, type RecentRequest, readRecent } from "./recent-request.ts";

const minute = 60_000;
/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 40;

export function RecentMessages(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const recent = useFleetdesk((state) => state.recent);
  const load = useFleetdesk((state) => state.loadRecent);
  const see = useFleetdesk((state) => state.setRecentVisible);
  const place = useFleetdesk((state) => state.recentPlace);
  const savePlace = useFleetdesk((state) => state.saveRecentPlace);
  const more = useFleetdesk((state) => state.moreRecent);
  const now = useNow(minute);
  // A stable query object: neither an opened detail nor the passing of time reloads the list.
  const question = JSON.stringify(readRecent(query, now));
  const request = useMemo(() => JSON.parse(question) as RecentRequest, [question]);
  useEffect(() => void load(request), [load, request]);
  useEffect(() => {
    see(true);
    return () => see(false);
  }, [see]);
  const result = dataOf(recent);
  const filtered = hasFields(request);
  const open = ({ endpoint }: Message): void =>
    setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "messages" });
  return (
    <>
      <RecentFilter now={now} />
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
          key={JSON.stringify([{ ...request, from: undefined }, query["period"]])}
          keyOf={identityOf}
          label={t(($) => $.messages.recent.label)}
          onOpen={open}
          onPlace={savePlace}
          onVisibleRange={(_first, last) => {
            if (last > result.items.length - ahead) void more();
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
