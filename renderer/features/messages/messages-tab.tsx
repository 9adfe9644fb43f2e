/** The SMS of one endpoint, sent and received, each with its outcome and actions; and the composer. */
import { t, formatText } from "#shared/texts/text.ts";
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Message, Sms } from "#shared/contract/messages/sms.ts";
import { formatDate, formatDateTime, formatTime } from "#shared/format.ts";
import { Button } from "@mantine/core";
import { useFleetQuery, useRefreshState, useFleetData } from "../../data/fleet-query.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Composer } from "./composer.tsx";
import {
  relationsOf,
  refreshDelay,
  canCancel,
  canSendAgain,
  isUnknown,
  type MessageRelations,
} from "./message-status.ts";
import classes from "./messages.module.css";
import { refreshThread } from "./refresh-thread.ts";
import { messageLabel } from "../../lib/outcome-labels.ts";
import { RichText, type RichTextProps } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { cancelMessage, checkMessage, sendMessageAgain } from "./sms-actions.ts";
import { fleet } from "../../lib/fleet.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";

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

interface MessageLineProps {
  readonly message: Message;
  readonly ties: MessageRelations;
  /** The date, above the first message of a day. */
  readonly day: string | undefined;
}

/** One message: direction, outcome, and actions. */
function MessageLine({ message, ties, day }: MessageLineProps): ReactElement {
  const { direction, payload, submittedAt, owned } = message;
  const now = useNow();
  const status = messageLabel(message);
  return (
    <li className={classes["message"]} data-direction={direction} data-key={message.key} id={lineId(message)}>
      {day === undefined ? undefined : <h3 className={classes["day"]}>{day}</h3>}
      <div className={classes["bubble"]}>
        <span className={direction === "unknown" ? "muted" : "visually-hidden"}>{directionLabels[direction]}</span>
        <RelatedMessage line={ties.command} now={now} text={($) => $.messages.thread.inReplyTo} />
        <p className={classes["payload"]}>{payload ?? t(($) => $.messages.textNotAvailable)}</p>
        {isUnknown(message) ? (
          <p>
            {status.hint} {t(($) => $.messages.thread.checkedAutomatically)}
          </p>
        ) : undefined}
        {owned?.message === undefined || owned.outcome === "accepted" ? undefined : <p>{formatText(owned.message)}</p>}
        <MessageActions message={message} sentAgain={ties.sentAgain} />
      </div>
      <div className={classes["line"]}>
        {submittedAt === undefined ? (
          <span className="muted">{t(($) => $.messages.thread.timeUnknown)}</span>
        ) : (
          <time className="muted" dateTime={new Date(submittedAt).toISOString()} title={formatDateTime(submittedAt)}>
            {formatTime(submittedAt, submittedAt)}
          </time>
        )}
        {direction === "mo" ? undefined : (
          <StatusPill title={status.hint} tone={status.tone}>
            {status.text}
          </StatusPill>
        )}
        {ties.reply === undefined ? undefined : (
          <StatusPill title={ties.reply.hint} tone={ties.reply.tone}>
            {replyText(ties, momentOf(ties.answer, now))}
          </StatusPill>
        )}
        {owned?.campaign === undefined ? undefined : <a href={`#/campaigns/${owned.campaignId}`}>{owned.campaign}</a>}
      </div>
      <MessageDetail message={message}>
        <p>{factsOf(message)}</p>
        <RelatedMessage line={ties.answer} now={now} text={($) => $.messages.thread.reply} />
        {owned?.outcome === "accepted" && owned.expect !== undefined ? (
          <p>{t(($) => $.messages.thread.expectedReply, { pattern: owned.expect.pattern })}</p>
        ) : undefined}
      </MessageDetail>
    </li>
  );
}

function factsOf({ direction, sourceAddress, submittedAt, finalAt, segments, statusText }: Message): string {
  return [
    submittedAt === undefined ? t(($) => $.messages.thread.timeUnknown) : formatDateTime(submittedAt),
    finalAt === undefined ? undefined : t(($) => $.messages.thread.finalAt, { time: formatDateTime(finalAt) }),
    sourceAddress === undefined ? undefined : t(($) => $.messages.thread.sender, { sender: sourceAddress }),
    segments === undefined ? undefined : t(($) => $.common.segmentCount, { count: segments }),
    statusText === undefined || direction === "mo"
      ? undefined
      : t(($) => $.messages.thread.serviceStatus, { status: statusText }),
  ]
    .filter((word) => word !== undefined)
    .join(" · ");
}

const directionLabels: Readonly<Record<Message["direction"], string>> = {
  mo: t(($) => $.messages.directions.inbound),
  mt: t(($) => $.messages.directions.outbound),
  unknown: t(($) => $.messages.directions.unknown),
};

function replyText({ reply }: MessageRelations, time: string | undefined): string {
  const text = reply?.text ?? "";
  return time === undefined ? text : t(($) => $.messages.thread.replyAt, { reply: text, time });
}

function lineId({ endpoint, key }: Message): string {
  return `message-${endpoint}-${key}`;
}

function momentOf(message: Message | undefined, now: number): string | undefined {
  return message?.submittedAt === undefined ? undefined : formatTime(message.submittedAt, now);
}

interface RelatedMessageProps {
  /** With `<text/>` as placeholder for the text of the related message. */
  readonly text: RichTextProps["text"];
  /** The related message. */
  readonly line: Message | undefined;
  readonly now: number;
}

/** Links a command with its answer. */
function RelatedMessage({ text, line, now }: RelatedMessageProps): ReactElement | undefined {
  if (line === undefined) return undefined;
  const show = (): void => {
    document.getElementById(lineId(line))?.scrollIntoView({ block: "center" });
  };
  return (
    <p>
      <RichText components={{ text: <Quote message={line} /> }} text={text} /> {momentOf(line, now)}{" "}
      <Button onClick={show} variant="subtle">
        {t(($) => $.messages.thread.showMessage)}
      </Button>
    </p>
  );
}

function Quote({ message: { payload } }: { readonly message: Message }): ReactElement {
  const text =
    payload === undefined
      ? t(($) => $.messages.textNotAvailable)
      : t(($) => $.messages.thread.quote, { text: payload });
  return <span className={classes["payload"]}>{text}</span>;
}

interface MessageActionsProps {
  readonly message: Message;
  /** The same text was sent again later. */
  readonly sentAgain: boolean;
}

/** The actions that are possible on one message. */
function MessageActions({ message, sentAgain }: MessageActionsProps): ReactElement | undefined {
  const possible = [
    ...(canCancel(message) ? [cancelMessage] : []),
    ...(isUnknown(message) ? [checkMessage] : []),
    ...(canSendAgain(message) && !sentAgain ? [sendMessageAgain] : []),
  ];
  if (possible.length === 0) return undefined;
  return (
    <div className={classes["actions"]}>
      {possible.map((action) => (
        <ActionButton action={action} key={action.id} target={message} />
      ))}
    </div>
  );
}

// The record of one SMS, requested from the service when it is opened.

interface Reading {
  readonly sms: Sms;
  readonly at: number;
}

interface MessageDetailProps {
  readonly message: Message;
  /** What is known without the service. */
  readonly children: ReactNode;
}

/** Shows the record from the list until the service responds, or if it fails. */
function MessageDetail({ message, children }: MessageDetailProps): ReactElement {
  const { endpoint, id, record } = message;
  const [reading, setReading] = useState<Reading>();
  const { busy, failure, run } = useCall();
  const read = (): void =>
    void run(async () => {
      setReading({ sms: await fleet.sms.get({ endpoint, id }), at: Date.now() });
    });
  const source =
    reading === undefined
      ? t(($) => $.messages.detail.fromList)
      : t(($) => $.messages.detail.loadedAt, { time: formatDateTime(reading.at) });
  const from = busy ? t(($) => $.messages.detail.loading) : source;
  return (
    <details
      className={classes["raw"]}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && record !== undefined) read();
      }}
    >
      <summary>{t(($) => $.messages.detail.summary)}</summary>
      {children}
      {record === undefined ? undefined : (
        <p aria-live="polite" className="muted">
          {reading?.sms.statusText === undefined
            ? from
            : t(($) => $.messages.detail.withStatus, { source: from, status: reading.sms.statusText })}
        </p>
      )}
      <FailureCallout failure={failure} title={t(($) => $.messages.detail.failed)} tone="waiting" />
      {record === undefined ? undefined : <pre>{JSON.stringify(reading?.sms.record ?? record, undefined, 2)}</pre>}
    </details>
  );
}
