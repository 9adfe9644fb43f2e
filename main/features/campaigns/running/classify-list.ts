/**
 * Evaluates one reading of an endpoint's SMS list for a message whose answer was lost. Pure.
 * - A record is ours if it has the same payload and source address, was submitted at or after the intent on the clock of the
 *   service's records, and is owned by no other recipient.
 * - A complete list without one is one absence; `absences.ts` defines how many of them prove that nothing was accepted. More than a
 *   day after the message, only a list with an older record counts.
 * - A record that cannot be read or dated leaves the outcome open, and so does one that a service which rewrites senders or texts
 *   could have made of ours.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { SmsRecord } from "../../../core/api/sms.ts";
import type { UnknownRow } from "../../../core/jobs/ledger.ts";

/** The text that was to be sent, and when. */
export type Intent = Pick<UnknownRow, "text" | "intentAt" | "intentOffsetMs">;

/** Offset of the dates of SMS records from the `Date` headers of the same service. */
export interface RecordClock {
  /** `submit_date` minus `Date`. */
  readonly offsetMs: number;
  /** A record dated up to this long before the intent may still be this message. */
  readonly toleranceMs: number;
}

/**
 * Tolerance while the record clock is unknown: a local time without its zone is at most 14 hours off, plus the error of a wrong
 * clock.
 */
const unknownClockMs = 26 * 3_600_000;

/** Clocks are compared through `Date` headers and dates cut to whole seconds; this covers the rounding. */
const clockSlackMs = 3_000;

export interface ClassifyListInput {
  readonly row: Intent;
  readonly sourceAddress: string;
  /** Records of the endpoint's list. */
  readonly seen: readonly SmsRecord[];
  /** Whether the list is known to be complete. */
  readonly complete: boolean;
  /** Ids that an up-to-date list contains: accepted or listed for this endpoint in the last day, and not cancelled. */
  readonly expected: Iterable<string>;
  /** SMS ids that our recipients own. */
  readonly owned: ReadonlySet<string>;
  /** Accepted recipients with the same text and source address but without an id. */
  readonly nameless: number;
  /** Undefined until it was measured. */
  readonly recordClock: RecordClock | undefined;
  /** The list was requested before the grace period of the attempt ended: the service may still be processing the message. */
  readonly inGrace: boolean;
  /** More than a day may lie between the message and this list, so the service may have dropped its record. */
  readonly outlived: boolean;
}

export type ListClassification =
  | { readonly kind: "accepted"; readonly reference: string }
  /** A complete, up-to-date list without the message. */
  | { readonly kind: "absent" }
  /** Too early to decide. */
  | { readonly kind: "wait" }
  /** `stale`: another reading may be conclusive. */
  | { readonly kind: "unclear"; readonly code: string; readonly detail: CodedText; readonly stale?: boolean };

export function classifyList(input: ClassifyListInput): ListClassification {
  const { row, recordClock } = input;
  const offset = row.intentOffsetMs;
  const earliest = row.intentAt + (offset ?? 0) + (recordClock?.offsetMs ?? 0) - clockSlackMs;
  const mine: { readonly id: string; readonly submittedAt: number }[] = [];
  let unreadable = 0;
  /** Not sent by the device, not owned by another recipient, not from before the intent. */
  const isNew = ({ direction, id, submittedAt }: SmsRecord): boolean => {
    if (direction === "mo" || (id !== undefined && input.owned.has(id))) return false;
    // Where the service's clock is unknown, an earlier date proves nothing.
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
  if (ours !== undefined) return { kind: "accepted", reference: ours.id };
  if (mine.length > 0) {
    return unclear("not-attributable");
  }
  if (unreadable > 0) return { kind: "unclear", code: "list-unreadable", detail: codedText("record-unreadable") };
  if (!input.complete) return stale("list-incomplete", codedText("list-incomplete"));
  const listed = new Set(input.seen.map(({ id }) => id));
  for (const id of input.expected) {
    if (!listed.has(id)) return stale("list-stale", codedText("list-stale", { id }));
  }
  if (input.inGrace) return { kind: "wait" };
  const toleranceMs = recordClock === undefined || offset === undefined ? unknownClockMs : recordClock.toleranceMs;
  if (input.seen.some((sms) => isDatedJustBefore(sms, input, earliest, toleranceMs))) {
    return unclear("similar-time");
  }
  if (input.seen.some((sms) => isNew(sms) && isSimilar(sms, row.text, input.sourceAddress))) {
    return unclear("similar-record");
  }
  const surelyBefore = earliest - Math.min(toleranceMs, unknownClockMs);
  if (input.outlived && !input.seen.some((sms) => isFromBefore(sms, surelyBefore))) return unclear("list-too-young");
  return { kind: "absent" };
}

/** The same text and sender, without an owner, dated before the intent by less than the tolerance. */
function isDatedJustBefore(
  sms: SmsRecord,
  { row, sourceAddress, owned }: ClassifyListInput,
  earliest: number,
  toleranceMs: number,
): boolean {
  const { direction, id, payload, submittedAt } = sms;
  if (direction === "mo" || payload !== row.text || (id !== undefined && owned.has(id))) return false;
  if (sms.sourceAddress === undefined || !sameAddress(sms.sourceAddress, sourceAddress)) return false;
  return submittedAt !== undefined && submittedAt < earliest && submittedAt > earliest - toleranceMs;
}

/** Only records of messages to the device show how far back a list reaches. */
function isFromBefore({ direction, submittedAt }: SmsRecord, time: number): boolean {
  return direction !== "mo" && submittedAt !== undefined && submittedAt < time;
}

/** Not equal, but what remains of an SMS when a service replaces its sender or normalises its text. */
function isSimilar({ payload, sourceAddress }: SmsRecord, text: string, from: string): boolean {
  if (payload === undefined) return false;
  const fromUs = sourceAddress === undefined || sameAddress(sourceAddress, from);
  return fromUs ? payload !== text && tidy(payload) === tidy(text) : payload === text;
}

function tidy(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").trim();
}

/** The service may return an address with a plus sign that was not sent. */
function sameAddress(a: string, b: string): boolean {
  return a.replace(/^\+/u, "") === b.replace(/^\+/u, "");
}

function unclear(code: "not-attributable" | "similar-time" | "similar-record" | "list-too-young"): ListClassification {
  return { kind: "unclear", code, detail: codedText(code) };
}

function stale(code: string, detail: CodedText): ListClassification {
  return { kind: "unclear", code, detail, stale: true };
}
