/**
 * Labels and shapes for the state of a message. Three independent dimensions: the service's response to the request (outcome), the
 * delivery status it reports (delivery), and the device's answer (reply).
 */
import { formatText, t } from "#shared/texts/text.ts";
import type {
  CampaignState,
  CampaignStatus,
  Delivery,
  PauseReason,
  Recipient,
  RecipientOutcome,
  Reply,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { StatusTone } from "./records.ts";

export interface OutcomeLabel {
  readonly text: string;
  readonly tone: StatusTone;
  /** A complete sentence: what is known and what is not. */
  readonly hint: string;
}

export const outcomeLabels: Readonly<Record<RecipientOutcome, OutcomeLabel>> = {
  accepted: {
    text: t(($) => $.common.accepted),
    tone: "good",
    hint: t(($) => $.shell.outcome.acceptedHint),
  },
  refused: { text: t(($) => $.common.rejected), tone: "bad", hint: t(($) => $.shell.outcome.rejectedHint) },
  unknown: {
    text: t(($) => $.common.outcomeUnknown),
    tone: "unknown",
    hint: t(($) => $.shell.outcome.unknownHint),
  },
  sending: { text: t(($) => $.shell.outcome.sending), tone: "waiting", hint: t(($) => $.shell.outcome.sendingHint) },
  pending: {
    text: t(($) => $.shell.outcome.notStarted),
    tone: "neutral",
    hint: t(($) => $.shell.outcome.notStartedHint),
  },
  cancelled: {
    text: t(($) => $.shell.outcome.cancelled),
    tone: "neutral",
    hint: t(($) => $.shell.outcome.cancelledHint),
  },
  excluded: { text: t(($) => $.shell.outcome.excluded), tone: "neutral", hint: t(($) => $.shell.outcome.excludedHint) },
};

/** The service's response for one recipient. */
export function outcomeLabel({ outcome, code }: Pick<Recipient, "outcome" | "code">): OutcomeLabel {
  return outcome === "accepted" && code === "matched-by-text" ? matchedByText : outcomeLabels[outcome];
}

const matchedByText: OutcomeLabel = {
  text: t(($) => $.shell.outcome.acceptedByText),
  tone: "good",
  hint: t(($) => $.shell.outcome.acceptedByTextHint),
};

export const deliveryLabels: Readonly<Record<Delivery, OutcomeLabel>> = {
  delivered: {
    text: t(($) => $.shell.delivery.delivered),
    tone: "good",
    hint: t(($) => $.shell.delivery.deliveredHint),
  },
  buffered: {
    text: t(($) => $.shell.delivery.buffered),
    tone: "waiting",
    hint: t(($) => $.shell.delivery.bufferedHint),
  },
  "in-progress": {
    text: t(($) => $.shell.delivery.inProgress),
    tone: "waiting",
    hint: t(($) => $.shell.delivery.inProgressHint),
  },
  pending: { text: t(($) => $.shell.delivery.pending), tone: "waiting", hint: t(($) => $.shell.delivery.pendingHint) },
  failed: { text: t(($) => $.shell.delivery.failed), tone: "bad", hint: t(($) => $.shell.delivery.failedHint) },
  expired: { text: t(($) => $.shell.delivery.expired), tone: "bad", hint: t(($) => $.shell.delivery.expiredHint) },
  cancelled: {
    text: t(($) => $.shell.delivery.cancelled),
    tone: "neutral",
    hint: t(($) => $.shell.delivery.cancelledHint),
  },
  unknown: { text: t(($) => $.common.unknown), tone: "unknown", hint: t(($) => $.shell.delivery.unknownHint) },
};

/** An accepted message whose delivery status has not been requested yet: its outcome is certain. */
export const notCheckedLabel: OutcomeLabel = {
  text: t(($) => $.shell.delivery.notChecked),
  tone: "neutral",
  hint: t(($) => $.shell.delivery.notCheckedHint),
};

export const replyLabels: Readonly<Record<Reply, OutcomeLabel>> = {
  "as-expected": { text: t(($) => $.shell.reply.expected), tone: "good", hint: t(($) => $.shell.reply.expectedHint) },
  otherwise: { text: t(($) => $.shell.reply.other), tone: "bad", hint: t(($) => $.shell.reply.otherHint) },
  answered: { text: t(($) => $.shell.reply.received), tone: "good", hint: t(($) => $.shell.reply.receivedHint) },
  waiting: { text: t(($) => $.shell.reply.waiting), tone: "waiting", hint: t(($) => $.shell.reply.waitingHint) },
  silent: { text: t(($) => $.shell.reply.none), tone: "bad", hint: t(($) => $.shell.reply.noneHint) },
  unknown: { text: t(($) => $.common.unknown), tone: "unknown", hint: t(($) => $.shell.reply.unknownHint) },
};

export const campaignStateLabels: Readonly<
  Record<CampaignState, { readonly text: string; readonly tone: StatusTone }>
> = {
  draft: { text: t(($) => $.shell.campaignState.draft), tone: "neutral" },
  planned: { text: t(($) => $.shell.campaignState.planned), tone: "neutral" },
  scheduled: { text: t(($) => $.shell.campaignState.scheduled), tone: "waiting" },
  running: { text: t(($) => $.shell.campaignState.running), tone: "good" },
  waiting: { text: t(($) => $.shell.campaignState.waiting), tone: "waiting" },
  paused: { text: t(($) => $.shell.campaignState.paused), tone: "waiting" },
  finished: { text: t(($) => $.shell.campaignState.finished), tone: "good" },
  cancelled: { text: t(($) => $.shell.campaignState.cancelled), tone: "neutral" },
};

const waitingTexts: Readonly<Partial<Record<PauseReason, string>>> = {
  offline: t(($) => $.shell.campaignState.waitingFor.offline),
  "quiet-hours": t(($) => $.shell.campaignState.waitingFor.quietHours),
  "canary-gate": t(($) => $.shell.campaignState.waitingFor.gate),
  "rate-limited": t(($) => $.shell.campaignState.waitingFor.rateLimit),
  "unknown-recipients": t(($) => $.shell.campaignState.waitingFor.outcomes),
};

/** State of a campaign: "waiting" if it continues automatically, "paused" if an operator has to resume it. */
export function campaignLabel({ state, reason }: Pick<CampaignStatus, "state" | "reason">): {
  readonly text: string;
  readonly tone: StatusTone;
} {
  if (state === "waiting" && reason !== undefined)
    return { text: waitingTexts[reason] ?? campaignStateLabels.waiting.text, tone: "waiting" };
  if (state === "paused" && reason === "canary-gate")
    return { text: t(($) => $.shell.campaignState.gateFailed), tone: "bad" };
  if (state === "paused" && reason === "budget")
    return { text: t(($) => $.shell.campaignState.budgetUsed), tone: "waiting" };
  return campaignStateLabels[state];
}

/**
 * What slows down a campaign or keeps it waiting. While it runs, the rate limit is the one that its connection reports now; without a
 * governor, it is the one of the campaign's status.
 */
export function campaignMessage(
  { state, message }: Pick<CampaignStatus, "state" | "message">,
  governor: GovernorView | undefined,
): string | undefined {
  if (state === "running" && governor !== undefined) {
    if (governor.reason !== undefined) return governor.reason;
    if (message?.code === "rate-limit-wait") return undefined;
  }
  return message && formatText(message);
}

/** State of a message as one label: the request's outcome until it was accepted, then the delivery status. */
export function messageLabel({ direction, delivery, owned, id, statusText }: Message): OutcomeLabel {
  if (direction === "mo")
    return { text: t(($) => $.shell.message.received), tone: "neutral", hint: t(($) => $.shell.message.receivedHint) };
  if (owned !== undefined && owned.outcome !== "accepted") {
    if (owned.outcome === "unknown" && owned.code === "proven-not-sent")
      return { text: t(($) => $.shell.message.notSent), tone: "bad", hint: t(($) => $.shell.message.notSentHint) };
    return outcomeLabels[owned.outcome];
  }
  if (id === "" && owned !== undefined) return outcomeLabels.accepted;
  // Just accepted and its delivery status not requested yet: its outcome is certain.
  if (owned !== undefined && delivery === "unknown" && statusText === undefined) return notCheckedLabel;
  return deliveryLabels[delivery];
}

/** Label of a value; one that this version does not define is shown as is, with the tone "unknown". */
export function deliveryLabel(value: string): OutcomeLabel {
  return (deliveryLabels as Readonly<Partial<Record<string, OutcomeLabel>>>)[value] ?? newLabel(value);
}

export function replyLabel(value: string): OutcomeLabel {
  return (replyLabels as Readonly<Partial<Record<string, OutcomeLabel>>>)[value] ?? newLabel(value);
}

function newLabel(text: string): OutcomeLabel {
  return { text, tone: "unknown", hint: t(($) => $.shell.serviceValue) };
}
