/** The SMS of one endpoint, sent and received, and the composer. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDate } from "#shared/format.ts";
import { useFleetQuery, useRefreshState, useFleetData } from "../../data/fleet-query.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Composer } from "./composer.tsx";
import { MessageLine } from "./message-line.tsx";
import { relationsOf, refreshDelay } from "./message-status.ts";
import classes from "./messages.module.css";
import { refreshThread } from "./refresh-thread.ts";

export function MessagesTab({ of }: { readonly of: RecordKey }): ReactElement {
  return <EndpointMessages endpoint={of.id} key={of.id} />;
}

function EndpointMessages({ endpoint }: { readonly endpoint: string }): ReactElement | undefined {
  useRefresh(endpoint);
  const thread = useFleetQuery("sms.thread", { endpoint }, { reloadOnOpen: true });
  const result = dataOf(thread);
  const items = result?.items ?? [];
  const end = useScrollToNewest(result?.items);
  // The list is newest first, a conversation is read downwards.
  const conversation = items.toReversed();
  return (
    <div className={classes["tab"]}>
      {thread.state === "failed" && result === undefined ? <FailureNotice failure={thread.failure} /> : undefined}
      {result !== undefined && items.length === 0 ? (
        <p className="muted">
          {result.asOf === undefined ? t(($) => $.messages.thread.notLoaded) : t(($) => $.messages.thread.empty)}
        </p>
      ) : undefined}
      {items.length === 0 ? undefined : (
        <ol aria-label={t(($) => $.messages.label)} className={classes["thread"]}>
          {conversation.map((message, index) => {
            const day = dayOf(message);
            return (
              <MessageLine
                day={day === dayOf(conversation[index - 1]) ? undefined : day}
                key={message.key}
                message={message}
                ties={relationsOf(message, items)}
              />
            );
          })}
        </ol>
      )}
      <div className={classes["below"]} ref={end}>
        <ThreadHead asOf={result?.asOf} endpoint={endpoint} />
        <Composer endpoint={endpoint} />
      </div>
    </div>
  );
}

function dayOf(message: Message | undefined): string | undefined {
  return message?.submittedAt === undefined ? undefined : formatDate(message.submittedAt);
}

/** Distance from the end within which the operator is reading the newest message. */
const nearEndPx = 80;

/**
 * Shows the end when the thread opens, and keeps it when messages arrive or grow by an action; an operator who scrolled up stays there.
 * Returns the ref of an element in the scrolling pane.
 */
function useScrollToNewest(items: readonly Message[] | undefined): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const pane = scrollingPane(element.current);
    const track = (): void => {
      if (pane !== undefined) atEnd.current = pane.scrollHeight - pane.scrollTop - pane.clientHeight < nearEndPx;
    };
    pane?.addEventListener("scroll", track, { passive: true });
    return () => pane?.removeEventListener("scroll", track);
  }, []);
  useLayoutEffect(() => {
    const pane = scrollingPane(element.current);
    if (items !== undefined && items.length > 0 && atEnd.current && pane !== undefined)
      pane.scrollTop = pane.scrollHeight;
  }, [items]);
  return element;
}

function scrollingPane(element: HTMLElement | null): HTMLElement | undefined {
  for (let pane = element?.parentElement; pane instanceof HTMLElement; pane = pane.parentElement)
    if (/auto|scroll/.test(getComputedStyle(pane).overflowY)) return pane;
  return undefined;
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

/** Refreshes a visible thread, and repeats with increasing delays while a message may still change. */
function useRefresh(endpoint: string): void {
  const online = useFleetdesk((state) => state.networkOnline);
  const thread = useFleetData("sms.thread", { endpoint });
  const changes = thread?.open === true;
  const messages = thread?.items.length ?? 0;
  /** A new message resets the delay. */
  const [schedule, setSchedule] = useState({ of: 0, turn: 0 });
  const turn = schedule.of === messages ? schedule.turn : 0;
  useEffect(() => {
    if (online) void refreshThread(endpoint);
  }, [endpoint, online]);
  // Refreshes when the window becomes visible again.
  useEffect(() => {
    const handleVisibility = (): void => {
      if (!document.hidden && online) void refreshThread(endpoint);
    };
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, [endpoint, online]);
  useEffect(() => {
    if (!changes || !online) return undefined;
    const timer = window.setTimeout(() => {
      if (!document.hidden) void refreshThread(endpoint);
      setSchedule({ of: messages, turn: turn + 1 });
    }, refreshDelay(turn));
    return () => window.clearTimeout(timer);
  }, [changes, endpoint, messages, online, turn]);
}
