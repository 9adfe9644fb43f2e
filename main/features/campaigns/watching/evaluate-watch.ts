/**
 * After a look at an endpoint's list: is anything more to be learned of a message, when, and what does silence mean. Pure.
 *
 * A message is watched until its delivery is final and, where an answer is expected, until the answer came or its time is over;
 * at the longest for the campaign's hours. The time of an answer counts from the acceptance. A message that did not reach the
 * device is not answered any more. Whoever has answered otherwise is given the rest of the time to answer as expected.
 */
import type { Delivery, Expect, Reply } from "#contract/campaign-schemas.ts";

/** What was frozen at planning; a campaign from before there were any has neither. */
export interface WatchOptions {
  readonly watchHours?: number | undefined;
  readonly expect?: Expect | undefined;
}

/** `complete`: nothing that could be the answer was left over or could not be read. */
export type ListKind = "complete" | "partial" | "unread";

export interface Watched {
  /** When the request for the list left. */
  readonly readAt: number;
  readonly acceptedAt: number;
  readonly delivery: Delivery | undefined;
  readonly reply: Reply | undefined;
  /** Looks made before this one. */
  readonly watches: number;
  readonly list: ListKind;
}

export interface WatchVerdict {
  readonly reply: Reply | undefined;
  /** Undefined: nothing more is to be learned. */
  readonly watchAt: number | undefined;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long after the last look the next one is due. */
const delays = [15_000, 30_000, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs];
const longestDelayMs = hourMs;

/** How soon an accepted message is looked at first; undefined where none of its campaign are. */
export function firstWatchMs({ watchHours = 0 }: WatchOptions): number | undefined {
  return watchHours > 0 ? delays[0] : undefined;
}

/** What an accepted message's answer is called before anything was learned of it. */
export function replyBefore({ watchHours = 0, expect }: WatchOptions): "waiting" | "unknown" {
  return expect !== undefined && watchHours > 0 ? "waiting" : "unknown";
}

/** How long an answer may take to belong to a command, on the service's clock. */
export function answerWindowMs({ watchHours, expect }: WatchOptions): number {
  const hours = watchHours === undefined || watchHours === 0 ? 24 : watchHours;
  return Math.max(hours * hourMs, (expect?.withinMinutes ?? 0) * minuteMs);
}

/** Nothing more becomes of a message. */
export function isFinal(delivery: Delivery | undefined): delivery is "delivered" | "failed" | "expired" | "cancelled" {
  return delivery === "delivered" || failedToArrive(delivery);
}

export function evaluateWatch(options: WatchOptions, seen: Watched): WatchVerdict {
  const { expect, watchHours = 0 } = options;
  const { readAt, acceptedAt, watches, delivery } = seen;
  const answerEnd = acceptedAt + (expect?.withinMinutes ?? 0) * minuteMs;
  const watchEnd =
    watchHours === 0 ? acceptedAt : Math.max(acceptedAt + watchHours * hourMs, lookAgainUntil(answerEnd, expect));
  const waits = expect !== undefined && mayStillAnswer(seen, answerEnd);
  const over = readAt >= watchEnd;
  const reply =
    expect === undefined || waits ? seen.reply : (seen.reply ?? (seen.list === "complete" ? "silent" : undefined));
  const isReplyOpen = expect !== undefined && reply === undefined;
  if (over) return { reply: isReplyOpen && watchHours > 0 ? "unknown" : reply, watchAt: undefined };
  if (isFinal(delivery) && !waits && !isReplyOpen) return { reply, watchAt: undefined };
  const next = readAt + (delays[watches + 1] ?? longestDelayMs);
  const ends = [answerEnd, watchEnd].filter((end) => end > readAt && end < next);
  return { reply, watchAt: Math.min(next, ...ends) };
}

/** Past its time an answer is still looked for where no list could be read, for a while. */
function lookAgainUntil(answerEnd: number, expect: Expect | undefined): number {
  return expect === undefined ? 0 : answerEnd + hourMs;
}

function mayStillAnswer({ reply, delivery, readAt }: Watched, answerEnd: number): boolean {
  if (reply !== undefined && reply !== "otherwise") return false;
  return readAt < answerEnd && !failedToArrive(delivery);
}

function failedToArrive(delivery: Delivery | undefined): delivery is "failed" | "expired" | "cancelled" {
  return delivery === "failed" || delivery === "expired" || delivery === "cancelled";
}
