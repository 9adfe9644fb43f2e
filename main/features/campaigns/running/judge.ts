/**
 * Decides, from an endpoint's own SMS list, what became of a message whose answer was lost. Pure.
 *
 * Rule: a record with the same payload and source address, submitted at or after the intent on the service's clock,
 * that no other recipient of ours owns, is ours. A complete list without one, past the grace time, proves that nothing
 * was accepted. Whatever cannot be read leaves the question open, and so does a record that a service which rewrites
 * senders or texts could have made of ours.
 */
import type { SmsRecord } from "../../../api/sms-record.ts";
import type { UnknownRow } from "../../../jobs/ledger.ts";

/** A record from so shortly before the intent may be this message, on a clock that is not the one of the `Date` header. */
const nearlyMs = 600_000;

/** Clocks are compared through `Date` headers and dates cut to whole seconds: so much may be lost on the way. */
const clockSlackMs = 3_000;

export interface JudgeInput {
  readonly row: UnknownRow;
  readonly sourceAddress: string;
  /** The endpoint's own list, read. */
  readonly seen: readonly SmsRecord[];
  /** Whether the list is known to be whole. */
  readonly complete: boolean;
  /** SMS ids that recipients of ours own already. */
  readonly owned: ReadonlySet<string>;
  /** Accepted recipients with the same text and source address whose id was never learned. */
  readonly nameless: number;
  /** Service clock minus ours now, where known; the one kept with the intent is preferred. */
  readonly offsetMs: number | undefined;
  readonly now: number;
  readonly graceMs: number;
}

export type Judgement =
  | { readonly found: "accepted"; readonly reference: string }
  | { readonly found: "not-sent" }
  /** Too early to say: the service may still be working on it. */
  | { readonly found: "wait"; readonly until: number }
  | { readonly found: "unclear"; readonly code: string; readonly detail: string };

export function judge(input: JudgeInput): Judgement {
  const { row } = input;
  const offset = row.intentOffsetMs ?? input.offsetMs;
  const earliest = row.intentAt + (offset ?? 0) - clockSlackMs;
  const mine: { readonly id: string; readonly submittedAt: number }[] = [];
  let unreadable = 0;
  /** Not of the device, not another recipient's, not from before the intent. */
  const isNew = ({ direction, id, submittedAt }: SmsRecord): boolean => {
    if (direction === "mo" || (id !== undefined && input.owned.has(id))) return false;
    // Without any knowledge of the service's clock an earlier date proves nothing.
    return submittedAt === undefined || submittedAt >= earliest || offset === undefined;
  };
  for (const sms of input.seen) {
    if (!isNew(sms)) continue;
    if (sms.payload !== undefined && sms.payload !== row.text) continue;
    if (sms.sourceAddress !== undefined && !sameAddress(sms.sourceAddress, input.sourceAddress)) continue;
    const { id, payload, sourceAddress, submittedAt } = sms;
    const readable = id !== undefined && payload !== undefined && sourceAddress !== undefined;
    if (readable && submittedAt !== undefined && submittedAt >= earliest) mine.push({ id, submittedAt });
    else unreadable += 1;
  }
  mine.sort((a, b) => a.submittedAt - b.submittedAt);
  const ours = mine[input.nameless];
  if (ours !== undefined) return { found: "accepted", reference: ours.id };
  if (mine.length > 0) {
    return unclear(
      "not-attributable",
      "The list holds this text, but it may belong to another message whose id was never learned.",
    );
  }
  if (unreadable > 0)
    return unclear("list-unreadable", "The list holds a record that may be this message but cannot be read.");
  if (!input.complete) return unclear("list-incomplete", "The service did not answer with the whole list.");
  const settledAfter = row.since + input.graceMs;
  if (input.now < settledAfter) return { found: "wait", until: settledAfter };
  if (input.seen.some((sms) => isAlmost(sms, input, earliest))) {
    return unclear(
      "similar-time",
      "The list holds this text from shortly before it was sent: the service's clocks may not agree with each other.",
    );
  }
  if (input.seen.some((sms) => isNew(sms) && isSimilar(sms, row.text, input.sourceAddress))) {
    return unclear(
      "similar-record",
      "The list holds a record much like this message, with another sender or slightly another text: the service may have changed it.",
    );
  }
  return { found: "not-sent" };
}

/** The same text and sender, nobody's, from minutes before the intent. */
function isAlmost(sms: SmsRecord, { row, sourceAddress, owned }: JudgeInput, earliest: number): boolean {
  const { direction, id, payload, submittedAt } = sms;
  if (direction === "mo" || payload !== row.text || (id !== undefined && owned.has(id))) return false;
  if (sms.sourceAddress === undefined || !sameAddress(sms.sourceAddress, sourceAddress)) return false;
  return submittedAt !== undefined && submittedAt < earliest && submittedAt >= earliest - nearlyMs;
}

/** Not equal, but what is left of an SMS when a service puts its own sender on it or tidies the text. */
function isSimilar({ payload, sourceAddress }: SmsRecord, text: string, from: string): boolean {
  if (payload === undefined) return false;
  const fromUs = sourceAddress === undefined || sameAddress(sourceAddress, from);
  return fromUs ? payload !== text && tidy(payload) === tidy(text) : payload === text;
}

function tidy(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").trim();
}

/** An address may come back with a plus sign that was not sent. */
function sameAddress(a: string, b: string): boolean {
  return a.replace(/^\+/u, "") === b.replace(/^\+/u, "");
}

function unclear(code: string, detail: string): Judgement {
  return { found: "unclear", code, detail };
}
