/** Labels of quotas, their changes and groups. Pure. */
import { isSameText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import type { QuotaChangeState, QuotaRow, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { EndpointQuotas, QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { QuotaGroup } from "#shared/contract/quotas/quota-overview.ts";
import type { Exhaustion, Quota, QuotaKind, QuotaReading, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { formatDateTime, formatPercent } from "#shared/format.ts";
import type { Status } from "../../lib/records.ts";

const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

export const quotaTitles: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.kind.dataQuota),
  sms: t(($) => $.quotas.kind.smsQuota),
};

/** Never 0 for a non-zero amount. */
function amountText(amount: number): string {
  return amount > 0 && amount < 0.001 ? t(($) => $.quotas.value.tiny) : number.format(amount);
}

/** "37.5 MB", "< 0.001 MB", "1 message". */
export function volumeText(kind: QuotaKind, volume: number): string {
  if (kind === "data") return t(($) => $.quotas.value.megabytes, { amount: amountText(volume) });
  return t(($) => $.quotas.value.messages, { count: volume, amount: number.format(volume) });
}

export function percentText(percent: number): string {
  if (percent > 0 && percent < 0.1) return t(($) => $.quotas.value.percentTiny);
  return formatPercent(Math.round(percent * 10) / 1000);
}

function actionText(action: Exhaustion): string {
  switch (action.kind) {
    case "block":
      return t(($) => $.quotas.value.block);
    case "throttle":
      return action.bitsPerSecond === undefined
        ? t(($) => $.quotas.value.throttleUnknown)
        : t(($) => $.quotas.value.throttle, { rate: number.format(action.bitsPerSecond / 1000) });
    case "unknown":
      return action.words ?? t(($) => $.quotas.value.unknown);
  }
}

const quotaStatuses: Readonly<Record<Quota["status"], Status>> = {
  active: { text: t(($) => $.quotas.status.active), tone: "good" },
  exhausted: { text: t(($) => $.quotas.status.exhausted), tone: "bad" },
  expired: { text: t(($) => $.quotas.status.expired), tone: "bad" },
  unknown: { text: t(($) => $.quotas.status.unknown), tone: "neutral" },
};

/** State of a quota; unknown is distinct from none. */
export function quotaStatus(quotaState: QuotaState): Status {
  return quotaState.state === "none"
    ? { text: t(($) => $.quotas.status.none), tone: "neutral" }
    : quotaStatuses[quotaState.quota.status];
}

/** State of a reading, including never read and failed. */
export function readingStatus({ state: quotaState, problem }: QuotaReading): Status {
  if (quotaState !== undefined) return quotaStatus(quotaState);
  return problem === undefined
    ? { text: t(($) => $.quotas.status.notLoaded), tone: "neutral" }
    : { text: t(($) => $.quotas.status.unreadable), tone: "bad" };
}

/** "37.5 MB until 31 Dec 2031, 23:59:59", "None", "Unknown". */
export function quotaText(kind: QuotaKind, quotaState: QuotaState | undefined): string {
  if (quotaState === undefined) return t(($) => $.quotas.value.unknown);
  if (quotaState.state === "none") return t(($) => $.quotas.value.none);
  const { volume, expiresAt } = quotaState.quota;
  const left = volume === undefined ? t(($) => $.quotas.value.volumeUnknown) : volumeText(kind, volume);
  if (expiresAt === undefined) return left;
  return t(($) => $.quotas.value.until, { volume: left, time: formatDateTime(expiresAt) });
}

/** A field of a quota, old and new; undefined if it is not reported or there is no quota. */
export interface QuotaLine {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields of a quota by name, in display order. */
export function quotaFields(
  kind: QuotaKind,
  quotaState: QuotaState,
): readonly (readonly [string, string | undefined])[] {
  if (quotaState.state === "none") return [];
  const { volume, expiresAt, onExhaustion, thresholdPercent, autoRefill } = quotaState.quota;
  return [
    [t(($) => $.quotas.field.remaining), volume === undefined ? undefined : volumeText(kind, volume)],
    [t(($) => $.quotas.field.expires), expiresAt === undefined ? undefined : formatDateTime(expiresAt)],
    ...(kind === "data"
      ? [
          [
            t(($) => $.quotas.field.onExhaustion),
            onExhaustion === undefined ? undefined : actionText(onExhaustion),
          ] as const,
        ]
      : []),
    [
      t(($) => $.quotas.field.threshold),
      thresholdPercent === undefined
        ? undefined
        : t(($) => $.quotas.value.percentLeft, { percent: percentText(thresholdPercent) }),
    ],
    [t(($) => $.quotas.field.autoRefill), autoRefill === undefined ? undefined : onOff(autoRefill)],
  ];
}

function onOff(isOn: boolean): string {
  return isOn ? t(($) => $.quotas.field.on) : t(($) => $.quotas.field.off);
}

/** Fields that differ between two states; a single line "Quota" if either has none. */
export function changedLines(kind: QuotaKind, before: QuotaState, after: QuotaState): readonly QuotaLine[] {
  const [was, is] = [new Map(quotaFields(kind, before)), new Map(quotaFields(kind, after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((line) => line.before !== line.after);
}

const changeStates: Readonly<Record<QuotaChangeState, Status>> = {
  reading: { text: t(($) => $.quotas.change.state.reading), tone: "waiting" },
  "reading-interrupted": { text: t(($) => $.quotas.change.state.readingInterrupted), tone: "waiting" },
  planned: { text: t(($) => $.quotas.change.state.planned), tone: "neutral" },
  running: { text: t(($) => $.quotas.change.state.running), tone: "waiting" },
  interrupted: { text: t(($) => $.quotas.change.state.interrupted), tone: "waiting" },
  finished: { text: t(($) => $.quotas.change.state.finished), tone: "good" },
  cancelled: { text: t(($) => $.quotas.change.state.cancelled), tone: "neutral" },
};

/** State of a change; for a completed one, derived from the outcomes of its endpoints. */
export function changeStatus({ state, counts }: Pick<QuotaChange, "state" | "counts">): Status {
  const status = changeStates[state];
  if (state !== "finished") return status;
  const {
    set,
    unchanged,
    "not-applied": notApplied,
    unreadable,
    unknown,
    unsettled: unresolved,
    moved: changedElsewhere,
  } = counts;
  if (unknown + unresolved > 0) return { ...status, tone: "unknown" };
  if (notApplied + unreadable > 0) return { ...status, tone: set + unchanged === 0 ? "bad" : "waiting" };
  return changedElsewhere > 0 ? { ...status, tone: "waiting" } : status;
}

export const rowStates: Readonly<Record<QuotaRowState, Status>> = {
  waiting: { text: t(($) => $.quotas.rows.state.waiting), tone: "neutral" },
  unreadable: { text: t(($) => $.quotas.rows.state.unreadable), tone: "bad" },
  planned: { text: t(($) => $.quotas.rows.state.planned), tone: "neutral" },
  sending: { text: t(($) => $.quotas.rows.state.sending), tone: "waiting" },
  set: { text: t(($) => $.common.accepted), tone: "good" },
  "not-applied": { text: t(($) => $.quotas.rows.state.notApplied), tone: "bad" },
  unknown: { text: t(($) => $.common.outcomeUnknown), tone: "unknown" },
  unchanged: { text: t(($) => $.quotas.rows.state.unchanged), tone: "neutral" },
  moved: { text: t(($) => $.quotas.rows.state.moved), tone: "waiting" },
  skipped: { text: t(($) => $.quotas.rows.state.skipped), tone: "neutral" },
  unsettled: { text: t(($) => $.quotas.rows.state.unsettled), tone: "unknown" },
  cancelled: { text: t(($) => $.quotas.rows.state.cancelled), tone: "neutral" },
};

/** State of the undo of a change; undefined if there is none. */
export function undoText({ counts, undone }: Pick<QuotaChange, "counts" | "undone">): string | undefined {
  if (undone === undefined) return undefined;
  const { back, isRunning: inProgress } = undone;
  const all = back >= counts.set;
  if (inProgress) {
    return counts.set === 1
      ? t(($) => $.quotas.change.undoing)
      : t(($) => $.quotas.change.undoingProgress, { back, total: counts.set });
  }
  if (all) return t(($) => $.quotas.change.undone);
  return back === 0
    ? t(($) => $.quotas.change.notUndone)
    : t(($) => $.quotas.change.partlyUndone, { back, total: counts.set });
}

/** In display order: failures first. */
export const rowStateOrder: readonly QuotaRowState[] = [
  "unknown",
  "not-applied",
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

const groupTexts = {
  checked: { text: t(($) => $.quotas.group.checked), tone: "neutral", hint: t(($) => $.quotas.group.checkedHelp) },
  empty: { text: t(($) => $.quotas.group.empty), tone: "bad", hint: t(($) => $.quotas.group.emptyHelp) },
  none: { text: t(($) => $.quotas.group.none), tone: "neutral", hint: t(($) => $.quotas.group.noneHelp) },
  expired: { text: t(($) => $.quotas.group.expired), tone: "bad", hint: t(($) => $.quotas.group.expiredHelp) },
  blocked: { text: t(($) => $.quotas.group.blocked), tone: "bad", hint: t(($) => $.quotas.group.blockedHelp) },
  unreadable: {
    text: t(($) => $.quotas.group.unreadable),
    tone: "bad",
    hint: t(($) => $.quotas.group.unreadableHelp),
  },
  never: { text: t(($) => $.quotas.group.notLoaded), tone: "neutral", hint: t(($) => $.quotas.group.neverHelp) },
} as const;

export function groupLabel(group: QuotaGroup, { belowPercent, expiringDays }: Limits): Status & { hint: string } {
  switch (group) {
    case "below":
      return {
        text: t(($) => $.quotas.group.below, { percent: belowPercent }),
        tone: "waiting",
        hint: t(($) => $.quotas.group.belowHelp),
      };
    case "expiring":
      return {
        text: t(($) => $.quotas.group.expiring, { count: expiringDays }),
        tone: "waiting",
        hint: t(($) => $.quotas.group.expiringHelp),
      };
    default:
      return groupTexts[group];
  }
}

/** Why neither quota could be read, if both failed for the same reason. */
export function commonProblem({ data, sms }: Pick<EndpointQuotas, "data" | "sms">): EndpointQuotas["data"]["problem"] {
  return isSameText(data.problem?.message, sms.problem?.message) ? data.problem : undefined;
}

/** What a change waits for: its preview for the quotas, and one whose requests are all sent for their outcomes; undefined if it does not wait. */
export function waitsFor(
  { state, counts }: QuotaChange,
  rows: { readonly items: readonly QuotaRow[] } | undefined,
  graceMs: number | undefined,
): string | undefined {
  if (state === "reading") return t(($) => $.quotas.change.previewIncomplete);
  if (state !== "running" || counts.planned + counts.sending + counts.waiting > 0 || counts.unknown === 0)
    return undefined;
  const lost = (rows?.items ?? []).flatMap((row) => (row.state === "unknown" ? (row.resolvedAt ?? []) : []));
  if (graceMs === undefined || lost.length < counts.unknown) {
    return t(($) => $.quotas.change.checking, { count: counts.unknown });
  }
  const time = formatDateTime(Math.max(...lost) + graceMs);
  return t(($) => $.quotas.change.checkingUntil, { count: counts.unknown, time });
}
