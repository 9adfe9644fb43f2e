/** One message: direction, outcome, and actions. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Message, Sms } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { messageLabel } from "../../lib/outcome-labels.ts";
import { RichText, type RichTextProps } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { canCancel, canSendAgain, isUnknown, type MessageRelations } from "./message-status.ts";
import classes from "./messages.module.css";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { cancelMessage, checkMessage, sendMessageAgain } from "./sms-actions.ts";
import { fleet } from "../../lib/fleet.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";

export interface MessageLineProps {
  readonly message: Message;
  readonly ties: MessageRelations;
  /** The date, above the first message of a day. */
  readonly day: string | undefined;
}

export function MessageLine({ message, ties, day }: MessageLineProps): ReactElement {
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
