/**
 * Evaluates one reading of an endpoint's own SMS list: what does it say of a message whose answer was lost? Pure.
 *
 * - A record with the same payload and source address, submitted at or after the intent on the clock of the service's records,
 *   that no other recipient of ours owns, is ours.
 * - A whole list without one is one absence; how many of them prove that nothing was accepted stands in `absences.ts`. More than a
 *   day after the message only a list that holds an older record counts.
 * - Whatever cannot be read or dated leaves the question open, and so does a record that a service which rewrites senders or
 *   texts could have made of ours.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { SmsRecord } from "../../../api/sms-record.ts";
import type { UnknownRow } from "../../../jobs/ledger.ts";

/** What was to be sent, and when. */
export type Intent = Pick<UnknownRow, "text" | "intentAt" | "intentOffsetMs">;

/** How far the dates of SMS records are from the `Date` headers of the same service. */
export interface RecordClock {
  /** `submit_date` minus `Date`. */
  readonly offsetMs: number;
  /** A record dated up to this long before the intent may still be this message. */
  readonly toleranceMs: number;
}

/** While the record clock is not known: a local time without its zone is at most 14 hours off, and a wrong clock may be added to it. */
const unknownClockMs = 26 * 3_600_000;

/** Clocks are compared through `Date` headers and dates cut to whole seconds: so much may be lost on the way. */
const clockSlackMs = 3_000;

export interface ClassifyListInput {
  readonly row: Intent;
  readonly sourceAddress: string;
  /** The endpoint's own list, read. */
  readonly seen: readonly SmsRecord[];
  /** Whether the list is known to be whole. */
  readonly complete: boolean;
  /** Ids that an up-to-date list holds: accepted or listed for this endpoint in the last day, and not cancelled. */
  readonly expected: Iterable<string>;
  /** SMS ids that recipients of ours own already. */
  readonly owned: ReadonlySet<string>;
  /** Accepted recipients with the same text and source address whose id was never learned. */
  readonly nameless: number;
  /** Undefined until it was learned. */
  readonly recordClock: RecordClock | undefined;
  /** The list was requested before the grace of the attempt ended: the service may still be working on the message. */
  readonly inGrace: boolean;
  /** More than a day may lie between the message and this list, which may have dropped its record. */
  readonly outlived: boolean;
}

export type ListClassification =
  | { readonly kind: "accepted"; readonly reference: string }
  /** This whole, up-to-date list does not hold it. */
  | { readonly kind: "absent" }
  /** Too early to say. */
  | { readonly kind: "wait" }
  /** `stale`: another reading may say more. */
  | { readonly kind: "unclear"; readonly code: string; readonly detail: CodedText; readonly stale?: boolean };

export function classifyList(input: ClassifyListInput): ListClassification {
  const { row, recordClock } = input;
  const offset = row.intentOffsetMs;
  const earliest = row.intentAt + (offset ?? 0) + (recordClock?.offsetMs ?? 0) - clockSlackMs;
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
  if (input.seen.some((sms) => isAlmost(sms, input, earliest, toleranceMs))) {
    return unclear("similar-time");
  }
  if (input.seen.some((sms) => isNew(sms) && isSimilar(sms, row.text, input.sourceAddress))) {
    return unclear("similar-record");
  }
  const surelyBefore = earliest - Math.min(toleranceMs, unknownClockMs);
  if (input.outlived && !input.seen.some((sms) => isFromBefore(sms, surelyBefore))) return unclear("list-too-young");
  return { kind: "absent" };
}

/** The same text and sender, owned by nobody, dated before the intent by less than the tolerance. */
function isAlmost(
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

/** How far a list reaches back shows in the records of what was sent to the device. */
function isFromBefore({ direction, submittedAt }: SmsRecord, time: number): boolean {
  return direction !== "mo" && submittedAt !== undefined && submittedAt < time;
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

function unclear(code: "not-attributable" | "similar-time" | "similar-record" | "list-too-young"): ListClassification {
  return { kind: "unclear", code, detail: codedText(code) };
}

function stale(code: string, detail: CodedText): ListClassification {
  return { kind: "unclear", code, detail, stale: true };
}
