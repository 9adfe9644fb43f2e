/** Status of one message in a thread. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { type OutcomeLabel, replyLabels } from "../../lib/outcome-labels.ts";

/** The device's reply to a command; undefined if no answer is expected. */
export function replyOf({ owned }: Message): OutcomeLabel | undefined {
  if (owned?.reply === undefined || (owned.expect === undefined && owned.reply === "unknown")) return undefined;
  return replyLabels[owned.reply];
}

const answerTexts: Readonly<Record<Reply, string>> = {
  "as-expected": t(($) => $.messages.thread.replies.asExpected),
  otherwise: t(($) => $.messages.thread.replies.otherwise),
  answered: t(($) => $.messages.thread.replies.answered),
  waiting: t(($) => $.messages.thread.replies.waiting),
  silent: t(($) => $.messages.thread.replies.silent),
  unknown: t(($) => $.messages.thread.replies.unknown),
};

/** Relations of a message within its thread: the answer to it, the command it answers, and whether it was sent again later. */
export interface MessageRelations {
  readonly reply: OutcomeLabel | undefined;
  readonly answer: Message | undefined;
  readonly command: Message | undefined;
  readonly sentAgain: boolean;
}

/** `thread` is newest first. */
export function relationsOf(message: Message, thread: readonly Message[]): MessageRelations {
  const { owned, answers, payload, key } = message;
  const word = replyOf(message);
  const reply =
    word === undefined || owned?.reply === undefined ? undefined : { ...word, text: answerTexts[owned.reply] };
  const replyId = owned?.replyId;
  const later = thread.slice(
    0,
    Math.max(
      0,
      thread.findIndex((one) => one.key === key),
    ),
  );
  return {
    reply,
    answer: replyId === undefined ? undefined : thread.find(({ id }) => id === replyId),
    command: answers === undefined ? undefined : thread.find(({ id }) => id === answers),
    sentAgain: later.some((one) => one.payload === payload && mayArrive(one)),
  };
}

function mayArrive({ owned }: Message): boolean {
  if (owned === undefined) return false;
  if (owned.outcome === "unknown") return owned.code !== "proven-not-sent";
  return owned.outcome === "accepted" || owned.outcome === "sending" || owned.outcome === "pending";
}

/** Whether the service can still cancel it. */
export function canCancel({ direction, delivery, id }: Message): boolean {
  return direction !== "mo" && id !== "" && (delivery === "buffered" || delivery === "pending");
}

/** Whether the message is proven not accepted, so that sending it again delivers it once. */
export function canSendAgain({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code === "proven-not-sent";
}

export function isUnknown({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code !== "proven-not-sent";
}

const firstMs = 5_000;
const longestMs = 5 * 60_000;

/** Delay in milliseconds before a thread that may still change is refreshed. */
export function refreshDelay(turn: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(turn, 10));
}
