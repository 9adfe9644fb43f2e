/** What is to be said of one message of a thread. Pure. */
import type { Expect } from "#contract/campaign-words.ts";
import type { Message } from "#contract/sms.ts";
import { deliveryWords, type OutcomeWord, outcomeWords, replyWords } from "../../lib/outcome-words.ts";

/** What came of it, in one word: the request's outcome until it was accepted, then the service's status. */
export function statusOf({ direction, delivery, owned, id }: Message): OutcomeWord {
  if (direction === "mo") return { text: "received", tone: "neutral", hint: "The device sent it." };
  if (owned !== undefined && owned.outcome !== "accepted") {
    if (owned.outcome === "unknown" && owned.code === "proven-not-sent")
      return { text: "not sent", tone: "bad", hint: "The device's list proves that the service never took it." };
    return outcomeWords[owned.outcome];
  }
  return id === "" && owned !== undefined ? outcomeWords.accepted : deliveryWords[delivery];
}

/** What the device answered to a command of ours; undefined where nobody asks. */
export function replyOf({ owned }: Message): OutcomeWord | undefined {
  if (owned?.reply === undefined || (owned.expect === undefined && owned.reply === "unknown")) return undefined;
  return replyWords[owned.reply];
}

/** The service can still cancel it. */
export function canCancel({ direction, delivery, id }: Message): boolean {
  return direction !== "mo" && id !== "" && (delivery === "buffered" || delivery === "pending");
}

/** Proven never taken: sending it again reaches the device once. */
export function canSendAgain({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code === "proven-not-sent";
}

export function isUnknown({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code !== "proven-not-sent";
}

const firstMs = 5_000;
const longestMs = 5 * 60_000;

/** How long to wait before a thread that may still change is asked for again. */
export function refreshDelay(turn: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(turn, 10));
}

/** What a composer holds. */
export interface Written {
  readonly from: string;
  readonly text: string;
  readonly expect: string;
  /** Values of the template's variables, by name. */
  readonly values: Readonly<Record<string, string>>;
}

export const nothingWritten: Written = { from: "", text: "", expect: "", values: {} };

/** Reads back what was kept; anything else is nothing. */
export function readWritten(text: string): Written {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof Written, unknown>>;
    const word = (value: unknown): string => (typeof value === "string" ? value : "");
    const values = typeof found.values === "object" && found.values !== null ? Object.entries(found.values) : [];
    return {
      from: word(found.from),
      text: word(found.text),
      expect: word(found.expect),
      values: Object.fromEntries(values.filter((pair): pair is [string, string] => typeof pair[1] === "string")),
    };
  } catch {
    return nothingWritten;
  }
}

/** Empty where there is nothing worth keeping: the sender alone is remembered elsewhere. */
export function writeWritten(written: Written): string {
  const { text, expect, values } = written;
  return text === "" && expect === "" && Object.keys(values).length === 0 ? "" : JSON.stringify(written);
}

export function fromProblem(from: string): string | undefined {
  if (from.trim() === "") return "The sender number is missing.";
  return /^\d{1,15}$/.test(from.trim()) ? undefined : "The sender number may have 1 to 15 digits and nothing else.";
}

export function expectOf({ expect }: Written): Expect | undefined {
  return expect.trim() === "" ? undefined : { pattern: expect, withinMinutes: 60 };
}
