/**
 * Available actions of a campaign, and the reasons of unavailable ones. Pure. The core has the final decision; this avoids calls that it
 * would reject.
 */
import { t } from "#shared/texts/text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { finalDeliveries } from "../../lib/outcome-labels.ts";
import { audienceSize } from "./campaign-counts.ts";

export type CampaignAction =
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

/** Status of a campaign and its waves. */
export interface CampaignDetail {
  readonly status: CampaignStatus;
  readonly waves: readonly WaveStatus[];
}

/** Running, or continues without a user. */
function isActive({ state }: CampaignStatus): boolean {
  return state === "running" || state === "scheduled" || state === "waiting";
}

/** Why an action is unavailable, as a whole sentence; undefined if it is available. */
export function unavailableReason(action: CampaignAction, status: CampaignStatus): string | undefined {
  const { state, counts, wave, replies, startedAt, reason } = status;
  const ended = state === "finished" || state === "cancelled";
  const idle = isActive(status) ? t(($) => $.campaigns.unavailable.pauseFirst) : undefined;
  switch (action) {
    case "start":
      if (state === "running") return t(($) => $.campaigns.unavailable.running);
      if (ended) return endedText(state);
      if (state === "waiting") return t(($) => $.campaigns.unavailable.resumesAutomatically);
      if (reason === "canary-gate" && wave?.phase === "failed") return t(($) => $.campaigns.unavailable.gateFailed);
      return undefined;
    case "pause":
      if (ended) return endedText(state);
      if (idle !== undefined) return undefined;
      return state === "paused"
        ? t(($) => $.campaigns.unavailable.paused)
        : t(($) => $.campaigns.unavailable.notStarted);
    case "speed":
    case "cancel":
      return ended ? endedText(state) : undefined;
    case "recall":
      return (
        idle ?? (counts.accepted + counts.unknown === 0 ? t(($) => $.campaigns.unavailable.noneAccepted) : undefined)
      );
    case "retry-refused":
      if (state === "cancelled") return t(($) => $.campaigns.unavailable.cancelled);
      return counts.refused === 0 ? t(($) => $.campaigns.unavailable.noneRejected) : idle;
    case "retry-unknown":
      if (state === "cancelled") return t(($) => $.campaigns.unavailable.cancelled);
      return counts.unknown === 0 ? t(($) => $.campaigns.unavailable.noneUnknown) : idle;
    case "retry-unverified":
      if (ended) return endedText(state);
      return (status.unverified?.unclear ?? 0) === 0 ? t(($) => $.campaigns.unavailable.noneUnverified) : idle;
    case "reconcile":
      return counts.unknown === 0 ? t(($) => $.campaigns.unavailable.noneUnknown) : undefined;
    case "check":
      return counts.accepted === 0 ? t(($) => $.campaigns.unavailable.noneAccepted) : undefined;
    case "open-ring":
      if (wave === undefined) return t(($) => $.campaigns.unavailable.singleWave);
      if (wave.open + 1 >= wave.of) return t(($) => $.campaigns.unavailable.lastWaveOpen);
      return ended || startedAt === undefined ? t(($) => $.campaigns.unavailable.notActive) : undefined;
    case "silent":
      return (replies["silent"] ?? 0) === 0 ? t(($) => $.campaigns.unavailable.noneSilent) : undefined;
    case "remove":
      return startedAt === undefined ? idle : t(($) => $.campaigns.unavailable.started);
    case "export":
      return idle;
  }
}

function endedText(state: CampaignStatus["state"]): string {
  return state === "finished"
    ? t(($) => $.campaigns.unavailable.finished)
    : t(($) => $.campaigns.unavailable.cancelled);
}

/** Label of the button that starts or resumes the campaign. Both need a confirmation. */
export function startTitle({ startedAt, state }: CampaignStatus): string {
  if (startedAt !== undefined) return t(($) => $.campaigns.actions.resume);
  return state === "scheduled" ? t(($) => $.campaigns.actions.startNow) : t(($) => $.campaigns.actions.start);
}

/** Number of messages that can still be recalled: accepted, without a final delivery status. */
export function recallable({ counts, delivery }: CampaignStatus): number {
  const finalCount = finalDeliveries.reduce((sum, one) => sum + (delivery[one] ?? 0), 0);
  return Math.max(0, counts.accepted - finalCount);
}

/** The number to type before a first start; undefined if a click is enough. */
export function numberToType({ counts }: Pick<CampaignStatus, "counts">): number | undefined {
  const many = audienceSize(counts);
  return many > maxUnconfirmed ? many : undefined;
}
