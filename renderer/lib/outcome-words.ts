/**
 * What became of a message, in words and shapes. Three questions that are never mixed: what the service said to the request
 * (outcome), what it reports of the SMS (delivery), and what the device answered (reply).
 */
import type {
  CampaignState,
  CampaignStatus,
  Delivery,
  PauseReason,
  Recipient,
  RecipientOutcome,
  Reply,
} from "#contract/campaign-words.ts";
import type { Message } from "#contract/sms.ts";
import type { StatusTone } from "./records.ts";

export interface OutcomeWord {
  readonly text: string;
  readonly tone: StatusTone;
  /** A whole sentence: what is known and what is not. */
  readonly hint: string;
}

export const outcomeWords: Readonly<Record<RecipientOutcome, OutcomeWord>> = {
  accepted: {
    text: "accepted",
    tone: "good",
    hint: "The service took the message. Whether it arrived is another column.",
  },
  refused: { text: "refused", tone: "bad", hint: "The service said no to this message; nothing was sent." },
  unknown: {
    text: "unknown",
    tone: "unknown",
    hint: "The answer was lost: the endpoint's own SMS list decides.",
  },
  sending: { text: "sending", tone: "waiting", hint: "The request is on its way." },
  pending: { text: "not started", tone: "neutral", hint: "Nothing was sent to this recipient yet." },
  cancelled: { text: "cancelled", tone: "neutral", hint: "It was taken out before anything was sent." },
  excluded: { text: "excluded", tone: "neutral", hint: "It was left out at planning, with the reason beside it." },
};

/** What the service said to the request of one recipient. */
export function outcomeWord({ outcome, code }: Pick<Recipient, "outcome" | "code">): OutcomeWord {
  return outcome === "accepted" && code === "matched-by-text" ? matchedByText : outcomeWords[outcome];
}

const matchedByText: OutcomeWord = {
  text: "accepted (by text)",
  tone: "good",
  hint: "The answer was lost. The endpoint's SMS list has a record with this text and sender.",
};

export const deliveryWords: Readonly<Record<Delivery, OutcomeWord>> = {
  delivered: { text: "delivered", tone: "good", hint: "The service reports that the device has it." },
  buffered: { text: "buffered", tone: "waiting", hint: "It waits for the device, and can still be cancelled." },
  "in-progress": { text: "in progress", tone: "waiting", hint: "The service is delivering it." },
  pending: { text: "pending", tone: "waiting", hint: "The service has not tried to deliver it yet." },
  failed: { text: "failed", tone: "bad", hint: "The service reports that it could not be delivered." },
  expired: { text: "expired", tone: "bad", hint: "The device was not reached in time." },
  cancelled: { text: "cancelled", tone: "neutral", hint: "It was cancelled before it was delivered." },
  unknown: { text: "unknown", tone: "unknown", hint: "The service has not told, or was not asked yet." },
};

/** The service changes none of these again, and cancels no such message. */
export const finalDeliveries: readonly Delivery[] = ["delivered", "failed", "expired", "cancelled"];

/** Also for a value that this window may not know. */
export function isFinalDelivery(value: string): boolean {
  return (finalDeliveries as readonly string[]).includes(value);
}

/** An accepted message whose delivery was not asked for yet: nothing about it is in doubt. */
export const notCheckedWord: OutcomeWord = {
  text: "not checked yet",
  tone: "neutral",
  hint: "The service was not asked about its delivery yet.",
};

export const replyWords: Readonly<Record<Reply, OutcomeWord>> = {
  "as-expected": { text: "as expected", tone: "good", hint: "The device answered what the command expects." },
  otherwise: { text: "otherwise", tone: "bad", hint: "The device answered something else." },
  answered: { text: "answered", tone: "good", hint: "The device answered; no answer was expected." },
  waiting: { text: "waiting", tone: "waiting", hint: "The time for an answer is not over." },
  silent: { text: "silent", tone: "bad", hint: "The time for an answer is over, and there was none." },
  unknown: { text: "unknown", tone: "unknown", hint: "Nobody knows whether the device has answered." },
};

export const campaignWords: Readonly<Record<CampaignState, { readonly text: string; readonly tone: StatusTone }>> = {
  draft: { text: "being planned", tone: "neutral" },
  planned: { text: "planned", tone: "neutral" },
  scheduled: { text: "scheduled", tone: "waiting" },
  running: { text: "running", tone: "good" },
  waiting: { text: "waiting", tone: "waiting" },
  paused: { text: "paused", tone: "waiting" },
  finished: { text: "finished", tone: "good" },
  cancelled: { text: "cancelled", tone: "neutral" },
};

const waitingTexts: Readonly<Partial<Record<PauseReason, string>>> = {
  offline: "waiting: offline",
  "quiet-hours": "quiet hours",
  "canary-gate": "at a gate",
  "rate-limited": "waiting: rate limit",
  "unknown-recipients": "waiting: outcomes",
};

/** The state of a campaign in a word: what continues automatically waits, what a person has to continue is paused. */
export function campaignWord({ state, reason }: Pick<CampaignStatus, "state" | "reason">): {
  readonly text: string;
  readonly tone: StatusTone;
} {
  if (state === "waiting" && reason !== undefined) return { text: waitingTexts[reason] ?? "waiting", tone: "waiting" };
  if (state === "paused" && reason === "canary-gate") return { text: "gate failed", tone: "bad" };
  if (state === "paused" && reason === "budget") return { text: "budget spent", tone: "waiting" };
  return campaignWords[state];
}

/** What came of a message, in one word: the request's outcome until it was accepted, then the service's status. */
export function messageWord({ direction, delivery, owned, id, statusText }: Message): OutcomeWord {
  if (direction === "mo") return { text: "received", tone: "neutral", hint: "The device sent it." };
  if (owned !== undefined && owned.outcome !== "accepted") {
    if (owned.outcome === "unknown" && owned.code === "proven-not-sent")
      return { text: "not sent", tone: "bad", hint: "The device's list proves that the service never took it." };
    return outcomeWords[owned.outcome];
  }
  if (id === "" && owned !== undefined) return outcomeWords.accepted;
  // Accepted a moment ago, the service was not asked yet: nothing about it is in doubt.
  if (owned !== undefined && delivery === "unknown" && statusText === undefined) return notCheckedWord;
  return deliveryWords[delivery];
}

/** A word for a value that this window may not know: then the value itself, as unknown. */
export function deliveryWord(value: string): OutcomeWord {
  return (deliveryWords as Readonly<Partial<Record<string, OutcomeWord>>>)[value] ?? newWord(value);
}

export function replyWord(value: string): OutcomeWord {
  return (replyWords as Readonly<Partial<Record<string, OutcomeWord>>>)[value] ?? newWord(value);
}

function newWord(text: string): OutcomeWord {
  return { text, tone: "unknown", hint: "The service calls it so." };
}
