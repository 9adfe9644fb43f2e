/** One message: which way it went, what came of it, and what can be done about it. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Message } from "#contract/sms.ts";
import { counted, exactly, when } from "../../lib/format.ts";
import { messageWord } from "../../lib/outcome-words.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { MessageDeeds } from "./message-deeds.tsx";
import { MessageDetail } from "./message-detail.tsx";
import { isUnknown, type Ties } from "./message-model.ts";
import classes from "./messages.module.css";

export interface MessageLineProps {
  readonly message: Message;
  readonly ties: Ties;
}

export function MessageLine({ message, ties }: MessageLineProps): ReactElement {
  const { direction, payload, sourceAddress, submittedAt, finalAt, segments, owned, statusText } = message;
  const now = useNow();
  const status = messageWord(message);
  const received = direction === "mo";
  return (
    <li className={classes["message"]} data-direction={direction} data-key={message.key} id={lineId(message)}>
      <div className={classes["line"]}>
        <b>{received ? "From the device" : direction === "mt" ? "To the device" : "Direction unknown"}</b>
        <StatusPill title={status.hint} tone={status.tone}>
          {status.text}
        </StatusPill>
        {ties.reply === undefined ? undefined : (
          <StatusPill title={ties.reply.hint} tone={ties.reply.tone}>
            {[ties.reply.text, momentOf(ties.answer, now)].filter((word) => word !== undefined).join(" ")}
          </StatusPill>
        )}
        {owned?.campaign === undefined ? undefined : <a href={`#/campaigns/${owned.campaignId}`}>{owned.campaign}</a>}
      </div>
      <p className={classes["payload"]}>{payload ?? "The service does not show its text."}</p>
      <p className="muted">
        {[
          submittedAt === undefined ? "time unknown" : exactly(submittedAt),
          finalAt === undefined ? undefined : `final ${exactly(finalAt)}`,
          sourceAddress === undefined ? undefined : `from ${sourceAddress}`,
          segments === undefined ? undefined : counted(segments, "segment"),
          statusText === undefined || received ? undefined : `the service says ${statusText}`,
        ]
          .filter((word) => word !== undefined)
          .join(" · ")}
      </p>
      <Tie line={ties.answer} now={now} words="Answer" />
      <Tie line={ties.command} now={now} words="It answers" />
      {isUnknown(message) ? <p>{status.hint} It is looked up by itself; nothing is sent twice.</p> : undefined}
      {owned?.message === undefined || owned.outcome === "accepted" ? undefined : <p>{owned.message}</p>}
      {owned?.outcome === "accepted" && owned.expect !== undefined ? (
        <p className="muted">Expects an answer like “{owned.expect.pattern}”.</p>
      ) : undefined}
      <MessageDeeds message={message} sentAgain={ties.sentAgain} />
      <MessageDetail {...message} />
    </li>
  );
}

function lineId({ endpoint, key }: Message): string {
  return `message-${endpoint}-${key}`;
}

function momentOf(message: Message | undefined, now: number): string | undefined {
  return message?.submittedAt === undefined ? undefined : when(message.submittedAt, now);
}

interface TieProps {
  readonly words: string;
  /** The message at the other end. */
  readonly line: Message | undefined;
  readonly now: number;
}

/** The other half of a command and its answer, and the way to it. */
function Tie({ words, line, now }: TieProps): ReactElement | undefined {
  if (line === undefined) return undefined;
  const show = (): void => {
    document.getElementById(lineId(line))?.scrollIntoView({ block: "center" });
  };
  return (
    <p>
      {words} <span className={classes["payload"]}>“{line.payload ?? "not shown"}”</span> {momentOf(line, now)}{" "}
      <Button onClick={show} variant="subtle">
        Show
      </Button>
    </p>
  );
}
