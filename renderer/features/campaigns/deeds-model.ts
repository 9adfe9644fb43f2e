/** What can be done to a campaign now, and why the rest cannot. Pure: the core decides in the end, this saves the asking. */
import { maxUnconfirmed } from "#contract/limits.ts";
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { finalDeliveries } from "../../lib/outcome-words.ts";
import { audienceSize } from "./campaign-model.ts";

export type Deed =
  | "start"
  | "pause"
  | "speed"
  | "cancel"
  | "recall"
  | "retry-refused"
  | "retry-unknown"
  | "retry-unverified"
  | "reconcile"
  | "check"
  | "open-ring"
  | "silent"
  | "remove"
  | "export";

/** What the core says of a campaign and of its rings. */
export interface Standing {
  readonly status: CampaignStatus;
  readonly rings: readonly RingStatus[];
}

/** It runs, or will without a person. */
function isWorked({ state }: CampaignStatus): boolean {
  return state === "running" || state === "scheduled" || state === "waiting";
}

/** Why a deed cannot be done now, as a whole sentence; undefined where it can. */
export function whyNot(deed: Deed, status: CampaignStatus): string | undefined {
  const { state, counts, ring, replies, startedAt, reason } = status;
  const ended = state === "finished" || state === "cancelled";
  const idle = isWorked(status) ? "Pause it first." : undefined;
  switch (deed) {
    case "start":
      if (state === "running") return "It is running.";
      if (ended) return `It is ${state}.`;
      if (state === "waiting") return "It continues automatically when its wait is over.";
      if (reason === "canary-gate" && ring?.phase === "failed")
        return "The gate of its ring has failed. Open the next ring first.";
      return undefined;
    case "pause":
      if (ended) return `It is ${state}.`;
      return idle === undefined ? (state === "paused" ? "It is paused." : "It has not begun.") : undefined;
    case "speed":
    case "cancel":
      return ended ? `It is ${state}.` : undefined;
    case "recall":
      return idle ?? (counts.accepted + counts.unknown === 0 ? "Nothing of it was accepted." : undefined);
    case "retry-refused":
      if (state === "cancelled") return "It is cancelled.";
      return counts.refused === 0 ? "Nobody was refused." : idle;
    case "retry-unknown":
      if (state === "cancelled") return "It is cancelled.";
      return counts.unknown === 0 ? "Nobody is unknown." : idle;
    case "retry-unverified":
      if (ended) return `It is ${state}.`;
      return (status.unverified?.unclear ?? 0) === 0 ? "No recipient waits for this decision." : idle;
    case "reconcile":
      return counts.unknown === 0 ? "Nobody is unknown." : undefined;
    case "check":
      return counts.accepted === 0 ? "Nothing of it was accepted." : undefined;
    case "open-ring":
      if (ring === undefined) return "It has one ring only.";
      if (ring.open + 1 >= ring.of) return "The last ring is open.";
      return ended || startedAt === undefined ? "It is not under way." : undefined;
    case "silent":
      return (replies["silent"] ?? 0) === 0 ? "Nobody is silent." : undefined;
    case "remove":
      return startedAt === undefined ? idle : "It was started; what it sent stays written down.";
    case "export":
      return idle;
  }
}

/** What the button that starts it says. Both ask first. */
export function startTitle({ startedAt, state }: CampaignStatus): string {
  if (startedAt !== undefined) return "Resume…";
  return state === "scheduled" ? "Start now…" : "Start…";
}

/** Messages that may still be taken back: the service has them and no device is known to. */
export function recallable({ counts, delivery }: CampaignStatus): number {
  const over = finalDeliveries.reduce((sum, one) => sum + (delivery[one] ?? 0), 0);
  return Math.max(0, counts.accepted - over);
}

/** The number that has to be typed before a first start; undefined where a press is enough. */
export function numberToType({ counts }: Pick<CampaignStatus, "counts">): number | undefined {
  const many = audienceSize(counts);
  return many > maxUnconfirmed ? many : undefined;
}
