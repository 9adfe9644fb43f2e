/** What a campaign's page says and offers, from what the core says of it. Pure. */
import type { CampaignStatus, Counts } from "#contract/campaign-words.ts";
import { count, counted, lasting } from "../../lib/format.ts";
import type { StatusTone } from "../../lib/records.ts";

/** Recipients that are to be sent to. */
export function audienceSize({ planned, excluded }: Counts): number {
  return planned - excluded;
}

/** "4,812 accepted, 3 being checked, 5,185 not started". */
export function countSentence(counts: Counts): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.accepted, "accepted"],
    [counts.refused, "refused"],
    [counts.unknown, "being checked"],
    [counts.sending, "on their way"],
    [counts.pending, "not started"],
    [counts.cancelled, "cancelled"],
  ];
  const said = parts.filter(([value]) => value > 0).map(([value, word]) => `${count(value)} ${word}`);
  return said.length === 0 ? "Nobody to send to" : said.join(", ");
}

/** "350/min", "12/s". */
export function rateWords(perSecond: number): string {
  return perSecond >= 10 ? `${count(Math.round(perSecond))}/s` : `${count(Math.round(perSecond * 60))}/min`;
}

/** What stands beside the name. */
export function aboutWords(status: CampaignStatus): string {
  const { counts, ring, etaMs, rate } = status;
  const parts = [counted(audienceSize(counts), "recipient")];
  if (counts.excluded > 0) parts.push(`${count(counts.excluded)} excluded`);
  if (ring !== undefined) parts.push(`ring ${ring.open + 1} of ${ring.of}`);
  if (rate !== undefined) parts.push(rateWords(rate));
  if (etaMs !== undefined) parts.push(`about ${lasting(etaMs)} left`);
  return parts.join(" · ");
}

export interface Share {
  readonly id: string;
  readonly text: string;
  readonly count: number;
  readonly tone: StatusTone;
}

/** Parts of a bar that sum up to the audience. */
export function outcomeShares(counts: Counts): readonly Share[] {
  return [
    { id: "accepted", text: "accepted", count: counts.accepted, tone: "good" },
    { id: "refused", text: "refused", count: counts.refused, tone: "bad" },
    { id: "unknown", text: "being checked", count: counts.unknown, tone: "unknown" },
    { id: "sending", text: "on their way", count: counts.sending, tone: "waiting" },
    { id: "pending", text: "not started", count: counts.pending, tone: "neutral" },
    { id: "cancelled", text: "cancelled", count: counts.cancelled, tone: "neutral" },
  ];
}

export type Deed =
  | "start"
  | "pause"
  | "cancel"
  | "recall"
  | "retry-refused"
  | "retry-unknown"
  | "reconcile"
  | "check"
  | "open-ring"
  | "remove"
  | "evidence";

/** Why a deed cannot be done now, as a whole sentence; undefined where it can. */
export function whyNot(deed: Deed, { state, reason, counts, ring, startedAt }: CampaignStatus): string | undefined {
  const ended = state === "finished" || state === "cancelled";
  const working = state === "running" || (state === "paused" && (reason === "quiet-hours" || reason === "canary-gate"));
  switch (deed) {
    case "start":
      if (state === "running") return "It is running.";
      return ended ? `It is ${state}.` : undefined;
    case "pause":
      return state === "running" || state === "scheduled" || working ? undefined : "It is not running.";
    case "cancel":
      return ended ? `It is ${state}.` : undefined;
    case "recall":
      if (state === "running") return "Pause it first.";
      return counts.accepted + counts.unknown === 0 ? "Nothing of it was accepted." : undefined;
    case "retry-refused":
      if (state === "running") return "Pause it first.";
      if (state === "cancelled") return "It is cancelled.";
      return counts.refused === 0 ? "Nobody was refused." : undefined;
    case "retry-unknown":
      if (state === "running") return "Pause it first.";
      if (state === "cancelled") return "It is cancelled.";
      return counts.unknown === 0 ? "Nobody is unknown." : undefined;
    case "reconcile":
      return counts.unknown === 0 ? "Nobody is unknown." : undefined;
    case "check":
      return counts.accepted === 0 ? "Nothing of it was accepted." : undefined;
    case "open-ring":
      if (ring === undefined) return "It has one ring only.";
      if (ring.open + 1 >= ring.of) return "The last ring is open.";
      return ended || startedAt === undefined ? "It is not under way." : undefined;
    case "remove":
      return startedAt === undefined ? undefined : "It was started; what it sent stays written down.";
    case "evidence":
      return state === "running" || working ? "Pause it first." : undefined;
  }
}

/** What the button that starts it says. */
export function startTitle({ startedAt, state }: CampaignStatus): string {
  if (state === "scheduled") return "Start now";
  return startedAt === undefined ? "Start" : "Resume";
}
