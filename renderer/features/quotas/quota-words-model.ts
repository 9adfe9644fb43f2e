/** Quotas, their changes and their groups in the words of the screen. Pure. */
import type { QuotaChangeState, QuotaRowState } from "#contract/quota-changes.ts";
import type { EndpointQuotas, QuotaChange } from "#contract/quotas.ts";
import type { QuotaGroup } from "#contract/quota-overview.ts";
import type { Exhaustion, Quota, QuotaKind, QuotaReading, QuotaStand } from "#contract/quota-words.ts";
import { exactly } from "../../lib/format.ts";
import type { Status } from "../../lib/records.ts";

const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

export const kindWords: Readonly<Record<QuotaKind, string>> = { data: "Data", sms: "SMS" };

/** "data quota", "SMS quota". */
export function quotaWord(kind: QuotaKind): string {
  return kind === "data" ? "data quota" : "SMS quota";
}

/** Never 0 where there is something. */
function amountText(amount: number): string {
  return amount > 0 && amount < 0.001 ? "less than 0.001" : number.format(amount);
}

/** "37.5 MB", "less than 0.001 MB", "1 message". */
export function volumeText(kind: QuotaKind, volume: number): string {
  if (kind === "data") return `${amountText(volume)} MB`;
  return `${number.format(volume)} ${volume === 1 ? "message" : "messages"}`;
}

export function percentText(percent: number): string {
  if (percent > 0 && percent < 0.1) return "less than 0.1 %";
  return `${number.format(Math.round(percent * 10) / 10)} %`;
}

export function actionText(action: Exhaustion): string {
  switch (action.kind) {
    case "block":
      return "block";
    case "throttle":
      return action.bitsPerSecond === undefined
        ? "slow down, rate unknown"
        : `slow down to ${number.format(action.bitsPerSecond / 1000)} kbit/s`;
    case "unknown":
      return action.words ?? "unknown";
  }
}

const statusWords: Readonly<Record<Quota["status"], Status>> = {
  active: { text: "active", tone: "good" },
  exhausted: { text: "used up", tone: "bad" },
  expired: { text: "expired", tone: "bad" },
  unknown: { text: "status unknown", tone: "unknown" },
};

/** How a quota stands; what nobody knows is violet, and none is a fact. */
export function standStatus(stand: QuotaStand): Status {
  return stand.state === "none" ? { text: "none set", tone: "neutral" } : statusWords[stand.quota.status];
}

/** How a reading stands: also never asked, and not readable. */
export function readingStatus({ stand, problem }: QuotaReading): Status {
  if (stand !== undefined) return standStatus(stand);
  return problem === undefined ? { text: "not asked yet", tone: "neutral" } : { text: "unknown", tone: "unknown" };
}

/** "37.5 MB until 31 Dec 2031, 23:59:59", "none", "unknown". */
export function standText(kind: QuotaKind, stand: QuotaStand | undefined): string {
  if (stand === undefined) return "unknown";
  if (stand.state === "none") return "none";
  const { volume, expiresAt } = stand.quota;
  const left = volume === undefined ? "volume unknown" : volumeText(kind, volume);
  return expiresAt === undefined ? left : `${left} until ${exactly(expiresAt)}`;
}

/** A field of a quota, old and new; undefined where the service does not tell it or there is none. */
export interface QuotaLine {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields of a quota by name, in the order in which they are read. */
export function quotaFields(kind: QuotaKind, stand: QuotaStand): readonly (readonly [string, string | undefined])[] {
  if (stand.state === "none") return [];
  const { volume, expiresAt, onExhaustion, thresholdPercent, autoRefill } = stand.quota;
  return [
    ["Left", volume === undefined ? undefined : volumeText(kind, volume)],
    ["Expires", expiresAt === undefined ? undefined : exactly(expiresAt)],
    ...(kind === "data"
      ? [["When used up", onExhaustion === undefined ? undefined : actionText(onExhaustion)] as const]
      : []),
    ["Threshold", thresholdPercent === undefined ? undefined : `${percentText(thresholdPercent)} left`],
    ["Refilled daily", autoRefill === undefined ? undefined : autoRefill ? "yes" : "no"],
  ];
}

/** What differs between two states of a quota; one line "Quota" where there was or will be none. */
export function changedLines(kind: QuotaKind, before: QuotaStand, after: QuotaStand): readonly QuotaLine[] {
  const [was, is] = [new Map(quotaFields(kind, before)), new Map(quotaFields(kind, after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((line) => line.before !== line.after);
}

const changeStates: Readonly<Record<QuotaChangeState, Status>> = {
  reading: { text: "reading old values", tone: "waiting" },
  "reading-interrupted": { text: "interrupted while reading", tone: "waiting" },
  planned: { text: "planned, nothing sent", tone: "neutral" },
  running: { text: "running", tone: "waiting" },
  interrupted: { text: "interrupted", tone: "waiting" },
  finished: { text: "finished", tone: "good" },
  cancelled: { text: "cancelled", tone: "neutral" },
};

/** How a change stands; one that has ended is only as good as what came of its endpoints. */
export function changeStatus({ state, counts }: Pick<QuotaChange, "state" | "counts">): Status {
  const status = changeStates[state];
  if (state !== "finished") return status;
  const { set, unchanged, refused, unreadable, unknown, unsettled, moved } = counts;
  if (unknown + unsettled > 0) return { ...status, tone: "unknown" };
  if (refused + unreadable > 0) return { ...status, tone: set + unchanged === 0 ? "bad" : "waiting" };
  return moved > 0 ? { ...status, tone: "waiting" } : status;
}

export const rowStates: Readonly<Record<QuotaRowState, Status>> = {
  waiting: { text: "waiting", tone: "neutral" },
  unreadable: { text: "could not be read", tone: "bad" },
  planned: { text: "planned", tone: "neutral" },
  sending: { text: "being sent", tone: "waiting" },
  set: { text: "set", tone: "good" },
  refused: { text: "refused", tone: "bad" },
  unknown: { text: "unknown", tone: "unknown" },
  unchanged: { text: "so already", tone: "neutral" },
  moved: { text: "moved meanwhile", tone: "waiting" },
  skipped: { text: "skipped", tone: "neutral" },
  unsettled: { text: "set aside", tone: "unknown" },
  cancelled: { text: "not sent", tone: "neutral" },
};

/** What has become of taking a change back; undefined where nobody has. */
export function undoneWords({ counts, undone }: Pick<QuotaChange, "counts" | "undone">): string | undefined {
  if (undone === undefined) return undefined;
  const { back, underWay } = undone;
  const all = back >= counts.set;
  if (underWay) return counts.set === 1 ? "being taken back" : `being taken back, ${back} of ${counts.set} so far`;
  if (all) return "taken back";
  return back === 0 ? "not taken back" : `${back} of ${counts.set} taken back`;
}

/** In the order in which a person wants to see them: what went wrong first. */
export const rowStateOrder: readonly QuotaRowState[] = [
  "unknown",
  "refused",
  "unreadable",
  "moved",
  "unsettled",
  "planned",
  "waiting",
  "sending",
  "set",
  "unchanged",
  "skipped",
  "cancelled",
];

export interface Limits {
  readonly belowPercent: number;
  readonly expiringDays: number;
}

/** The groups of the overview in the order in which they are offered. */
export const groupOrder: readonly QuotaGroup[] = [
  "empty",
  "below",
  "blocked",
  "expiring",
  "expired",
  "none",
  "unreadable",
  "never",
];

export function groupWords(group: QuotaGroup, { belowPercent, expiringDays }: Limits): Status & { hint: string } {
  switch (group) {
    case "asked":
      return { text: "asked", tone: "neutral", hint: "Every endpoint that was asked" };
    case "empty":
      return { text: "empty", tone: "bad", hint: "Nothing is left, or used up as the service says" };
    case "below":
      return {
        text: `below ${number.format(belowPercent)} %`,
        tone: "waiting",
        hint: "So little is left of the volume last added; who is empty is among them",
      };
    case "none":
      return { text: "without quota", tone: "neutral", hint: "The service was asked and has none" };
    case "expiring":
      return { text: `expiring in ${expiringDays} d`, tone: "waiting", hint: "Ends within so many days" };
    case "expired":
      return { text: "expired", tone: "bad", hint: "Its time is over" };
    case "blocked":
      return {
        text: "blocked",
        tone: "bad",
        hint: "The service profile enforces quotas, and none that counts is there",
      };
    case "unreadable":
      return { text: "unreadable", tone: "unknown", hint: "The last question failed, and nothing older is known" };
    case "never":
      return { text: "never asked", tone: "neutral", hint: "In the copy of the fleet, and not asked for quotas yet" };
  }
}

/** Why neither quota could be read, where both failed for the same reason. */
export function commonProblem({ data, sms }: Pick<EndpointQuotas, "data" | "sms">): EndpointQuotas["data"]["problem"] {
  return data.problem?.message === sms.problem?.message ? data.problem : undefined;
}
