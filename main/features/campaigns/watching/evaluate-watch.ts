/**
 * Decides after a reading of an endpoint's list whether a message has to be checked again, when, and what silence means. Pure.
 * A message is checked until its delivery is final and, where a reply is expected, until the reply arrived or its time is over; at
 * most for the campaign's hours. The time for a reply starts at the acceptance. A message that did not reach the device gets no
 * reply. A device that sent another reply has the rest of the time to send the expected one.
 */
import type { Delivery, Expect, Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import { isFinalDelivery } from "#shared/rules/campaign-status.ts";

/** Options frozen at planning; a campaign from before they existed has neither. */
export interface WatchOptions {
  readonly watchHours?: number;
  readonly expect?: Expect;
}

/** `complete`: no possible reply was left unassigned or could not be read. */
export type ListKind = "complete" | "partial" | "unread";

export interface Watched {
  /** When the list was requested. */
  readonly readAt: number;
  readonly acceptedAt: number;
  readonly delivery: Delivery | undefined;
  readonly reply: Reply | undefined;
  /** Number of checks before this one. */
  readonly watches: number;
  readonly list: ListKind;
}

export interface WatchVerdict {
  readonly reply: Reply | undefined;
  /** Undefined: no further check. */
  readonly watchAt: number | undefined;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays between two checks. */
const delays = [15_000, 30_000, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs];
const longestDelayMs = hourMs;

/** A check that is due later than this from now was planned before the clock was set back. */
export const latestWatchMs = 2 * longestDelayMs;

/** Delay before the first check of an accepted message; undefined where the campaign has no checks. */
export function firstWatchMs({ watchHours = 0 }: WatchOptions): number | undefined {
  return watchHours > 0 ? delays[0] : undefined;
}

/** Reply status of an accepted message before anything is recorded. */
export function replyBefore({ watchHours = 0, expect }: WatchOptions): "waiting" | "unknown" {
  return expect !== undefined && watchHours > 0 ? "waiting" : "unknown";
}

/** How late a reply may arrive and still belong to a command, on the service's clock. */
export function answerWindowMs({ watchHours, expect }: WatchOptions): number {
  const hours = watchHours === undefined || watchHours === 0 ? 24 : watchHours;
  return Math.max(hours * hourMs, (expect?.withinMinutes ?? 0) * minuteMs);
}

/** The status after a reading: one that cannot be read is ignored, and a final one is not replaced by one that is not. */
export function betterDelivery(before: Delivery | undefined, seen: Delivery | undefined): Delivery | undefined {
  if (seen === undefined || seen === "unknown") return before;
  return isFinalDelivery(before) && !isFinalDelivery(seen) ? before : seen;
}

export function evaluateWatch(options: WatchOptions, seen: Watched): WatchVerdict {
  const { expect, watchHours = 0 } = options;
  const { readAt, acceptedAt, watches, delivery } = seen;
  const answerEnd = acceptedAt + (expect?.withinMinutes ?? 0) * minuteMs;
  const watchEnd =
    watchHours === 0 ? acceptedAt : Math.max(acceptedAt + watchHours * hourMs, recheckUntil(answerEnd, expect));
  const waits = expect !== undefined && mayStillAnswer(seen, answerEnd);
  const over = readAt >= watchEnd;
  const reply =
    expect === undefined || waits ? seen.reply : (seen.reply ?? (seen.list === "complete" ? "silent" : undefined));
  const isReplyOpen = expect !== undefined && reply === undefined;
  if (over) return { reply: isReplyOpen && watchHours > 0 ? "unknown" : reply, watchAt: undefined };
  if (isFinalDelivery(delivery) && !waits && !isReplyOpen) return { reply, watchAt: undefined };
  const next = readAt + (delays[watches + 1] ?? longestDelayMs);
  const ends = [answerEnd, watchEnd].filter((end) => end > readAt && end < next);
  return { reply, watchAt: Math.min(next, ...ends) };
}

/** A reply is looked for an hour past its time, for the case that no list could be read. */
function recheckUntil(answerEnd: number, expect: Expect | undefined): number {
  return expect === undefined ? 0 : answerEnd + hourMs;
}

function mayStillAnswer({ reply, delivery, readAt }: Watched, answerEnd: number): boolean {
  if (reply !== undefined && reply !== "otherwise") return false;
  return readAt < answerEnd && !failedToArrive(delivery);
}

function failedToArrive(delivery: Delivery | undefined): delivery is "failed" | "expired" | "cancelled" {
  return delivery === "failed" || delivery === "expired" || delivery === "cancelled";
}

// Assigns the replies of a device to our commands. Pure.
// A reply belongs to the latest command that was submitted before it and waits for one. Where commands expect a reply, the latest
// command whose pattern matches takes precedence, and a matching reply replaces one that does not match, which can then be assigned
// again. One reply belongs to one command, and a command has one reply. Only dates of the service are compared with each other,
// because our clock may differ.

export interface Command {
  readonly key: string;
  /** Date of the command's own record on the endpoint's list. */
  readonly submittedAt: number;
  /** A reply that arrives later belongs to something else. */
  readonly windowMs: number;
  /** Undefined where no reply is expected. */
  readonly fits: ((text: string) => boolean) | undefined;
  /** The reply that was assigned earlier. */
  readonly answer: { readonly id: string; readonly fits: boolean } | undefined;
}

export interface Answer {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

export interface Match {
  readonly key: string;
  readonly answer: Answer;
  /** Whether it is as expected; true where nothing is expected. */
  readonly fits: boolean;
}

/** Only new or better matches. Replies that a command already owns are skipped. */
export function matchReplies(commands: readonly Command[], answers: readonly Answer[]): readonly Match[] {
  const owned = new Set(commands.flatMap(({ answer }) => (answer === undefined ? [] : [answer.id])));
  const matches = new Map<string, Match>();
  const latestFirst = commands.toSorted((a, b) => b.submittedAt - a.submittedAt);
  const free = answers.filter(({ id }) => !owned.has(id)).toSorted((a, b) => a.at - b.at);

  const currentAnswer = (command: Command): { readonly fits: boolean } | undefined =>
    matches.get(command.key) ?? command.answer;
  const place = (answer: Answer): void => {
    const within = latestFirst.filter((command) => isWithin(command, answer));
    const fitting = within.find((one) => currentAnswer(one)?.fits !== true && one.fits?.(answer.text) === true);
    const command = fitting ?? within.find((one) => currentAnswer(one) === undefined);
    if (command === undefined) return;
    const released = releasedBy(matches.get(command.key), command, answers);
    matches.set(command.key, { key: command.key, answer, fits: command.fits === undefined || fitting !== undefined });
    // Terminates: each step adds a command with a matching reply.
    if (released !== undefined) place(released);
  };
  for (const answer of free) place(answer);
  return [...matches.values()];
}

function releasedBy(match: Match | undefined, command: Command, answers: readonly Answer[]): Answer | undefined {
  return match?.answer ?? answers.find(({ id }) => id === command.answer?.id);
}

/** A date cut to whole seconds may seem to precede one that was not cut. */
function isWithin({ submittedAt, windowMs }: Command, { at }: Answer): boolean {
  const submitted = at % 1000 === 0 ? Math.floor(submittedAt / 1000) * 1000 : submittedAt;
  return submitted <= at && at - submittedAt <= windowMs;
}
