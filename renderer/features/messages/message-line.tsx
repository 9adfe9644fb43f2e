/** One message: direction, outcome, and actions. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { messageLabel } from "../../lib/outcome-labels.ts";
import { type RichTextProps, RichText } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { MessageDetail } from "./message-detail.tsx";
import { type MessageRelations, isUnknown, canCancel, canSendAgain } from "./message-status.ts";
import classes from "./messages.module.css";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { type SmsConfirmation, nextConfirmation } from "../../lib/sms-confirmation.ts";
import { useCall } from "../../ui/use-call.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { refreshThread } from "./refresh-thread.ts";

export interface MessageLineProps {
  readonly message: Message;
  readonly ties: MessageRelations;
}

export function MessageLine({ message, ties }: MessageLineProps): ReactElement {
  const { direction, payload, sourceAddress, submittedAt, finalAt, segments, owned, statusText } = message;
  const now = useNow();
  const status = messageLabel(message);
  const received = direction === "mo";
  return (
    <li className={classes["message"]} data-direction={direction} data-key={message.key} id={lineId(message)}>
      <div className={classes["line"]}>
        <b>{directionLabels[direction]}</b>
        <StatusPill title={status.hint} tone={status.tone}>
          {status.text}
        </StatusPill>
        {ties.reply === undefined ? undefined : (
          <StatusPill title={ties.reply.hint} tone={ties.reply.tone}>
            {replyText(ties, momentOf(ties.answer, now))}
          </StatusPill>
        )}
        {owned?.campaign === undefined ? undefined : <a href={`#/campaigns/${owned.campaignId}`}>{owned.campaign}</a>}
      </div>
      <p className={classes["payload"]}>{payload ?? t(($) => $.messages.textNotAvailable)}</p>
      <p className="muted">
        {[
          submittedAt === undefined ? t(($) => $.messages.thread.timeUnknown) : formatDateTime(submittedAt),
          finalAt === undefined ? undefined : t(($) => $.messages.thread.finalAt, { time: formatDateTime(finalAt) }),
          sourceAddress === undefined ? undefined : t(($) => $.messages.thread.sender, { sender: sourceAddress }),
          segments === undefined ? undefined : t(($) => $.common.segmentCount, { count: segments }),
          statusText === undefined || received
            ? undefined
            : t(($) => $.messages.thread.serviceStatus, { status: statusText }),
        ]
          .filter((word) => word !== undefined)
          .join(" · ")}
      </p>
      <RelatedMessage line={ties.answer} now={now} text={($) => $.messages.thread.reply} />
      <RelatedMessage line={ties.command} now={now} text={($) => $.messages.thread.inReplyTo} />
      {isUnknown(message) ? (
        <p>
          {status.hint} {t(($) => $.messages.thread.checkedAutomatically)}
        </p>
      ) : undefined}
      {owned?.message === undefined || owned.outcome === "accepted" ? undefined : <p>{formatText(owned.message)}</p>}
      {owned?.outcome === "accepted" && owned.expect !== undefined ? (
        <p className="muted">{t(($) => $.messages.thread.expectedReply, { pattern: owned.expect.pattern })}</p>
      ) : undefined}
      <MessageActions message={message} sentAgain={ties.sentAgain} />
      <MessageDetail {...message} />
    </li>
  );
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

const sendOutcomeTexts = {
  accepted: t(($) => $.messages.actions.accepted),
  refused: t(($) => $.messages.actions.rejected),
  unknown: t(($) => $.messages.actions.unknown),
} as const;

/** Actions on one message: cancel, look up, send again; each shows its outcome. */
function MessageActions({ message, sentAgain }: MessageActionsProps): ReactElement | undefined {
  const againable = canSendAgain(message) && !sentAgain;
  const { endpoint, id, payload = "", sourceAddress = "", owned } = message;
  const [status, setStatus] = useState<string>();
  const { busy, failure, run } = useCall();
  // The message belongs to the connection that the window shows, which may no longer be main's current one.
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const cancel = (): void =>
    void run(async () => {
      setStatus(formatText((await fleet.sms.cancel({ connection, endpoint, id })).message));
      await refreshThread(endpoint);
    });
  const lookUp = (): void =>
    void run(async () => {
      const { accepted, notSent, unknown } = await fleet.sms.reconcile({ connection, endpoint });
      setStatus(t(($) => $.messages.actions.checked, { accepted, notSent, unknown }));
      await reloadQueries("sms.thread");
    });
  const [confirmed, setConfirmed] = useState<SmsConfirmation>({});
  // A second press confirms the pending condition.
  const next = failure === undefined ? undefined : nextConfirmation(failure, confirmed);
  const needsConfirmation = next !== undefined;
  const again = (): void => {
    setConfirmed(next ?? {});
    void run(async () => {
      const expect = owned?.expect;
      const answer = await fleet.sms.send({
        connection,
        endpoint,
        from: sourceAddress,
        text: payload,
        expect,
        ...next,
      });
      setStatus(answer.message === undefined ? sendOutcomeTexts[answer.outcome] : formatText(answer.message));
      await reloadQueries("sms.thread");
    });
  };
  if (!canCancel(message) && !isUnknown(message) && !againable && status === undefined && failure === undefined)
    return undefined;
  return (
    <div className={classes["actions"]}>
      {canCancel(message) ? (
        <Button loading={busy} onClick={cancel}>
          {t(($) => $.messages.actions.cancel)}
        </Button>
      ) : undefined}
      {isUnknown(message) ? (
        <Button loading={busy} onClick={lookUp}>
          {t(($) => $.messages.actions.checkOutcome)}
        </Button>
      ) : undefined}
      {againable ? (
        <Button loading={busy} onClick={again}>
          {needsConfirmation ? t(($) => $.messages.actions.sendAgainAnyway) : t(($) => $.messages.actions.sendAgain)}
        </Button>
      ) : undefined}
      <span aria-live="polite">{failure === undefined ? status : formatText(failure.text)}</span>
    </div>
  );
}
