/** What an operation makes of a quota, or why it cannot be done to it. Pure; the fields have been checked. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Quota, QuotaKind, QuotaOperation, QuotaState } from "#contract/quota-schemas.ts";
import { compareQuotaStates } from "./compare-quota-states.ts";
import type { FieldOperation } from "./check-operation.ts";

export type Applied =
  | { readonly kind: "becomes"; readonly after: QuotaState }
  /** It is so already: nothing to send. */
  | { readonly kind: "same" }
  /** `field` names what would have to be given, where that would help. */
  | { readonly kind: "impossible"; readonly code: string; readonly message: CodedText; readonly field?: string };

/** What undo puts back is not in its operation: `target` is what the endpoint had before. */
export function applyOperation(
  kind: QuotaKind,
  operation: QuotaOperation,
  before: QuotaState,
  { now, target }: { readonly now: number; readonly target?: QuotaState | undefined },
): Applied {
  const result = resultOf(kind, operation, before, target);
  if ("code" in result) return { kind: "impossible", ...result };
  if (result.state === "none") return before.state === "none" ? { kind: "same" } : { kind: "becomes", after: result };
  const after: QuotaState = { state: "set", quota: { ...result.quota, status: statusOf(result.quota, now) } };
  const asItIs = operation.op !== "add" && before.state === "set" && compareQuotaStates(before, after) === "same";
  return asItIs && areAllReported(before.quota, after.quota) ? { kind: "same" } : { kind: "becomes", after };
}

/**
 * Nothing is left: a volume of 0, or too little to be used, where there was more or no quota before. Below a thousandth (a
 * kilobyte) no device gets a session through, and what is shown of quotas has three places.
 */
export function leavesNothing(before: QuotaState | undefined, after: QuotaState): boolean {
  if (after.state === "none" || !isNothing(after.quota.volume ?? 0)) return false;
  return before?.state !== "set" || !isNothing(before.quota.volume ?? 1);
}

/** As good as nothing, in megabytes or messages. */
export function isNothing(volume: number): boolean {
  return volume < 0.001;
}

/** It has expired from then on: an expiry that has passed, where there was none, or another one. */
export function leavesExpired(before: QuotaState | undefined, after: QuotaState, now: number): boolean {
  if (after.state === "none" || after.quota.expiresAt === undefined || after.quota.expiresAt > now) return false;
  const had = before?.state === "set" ? before.quota.expiresAt : undefined;
  return had === undefined || Math.floor(had / 1000) !== Math.floor(after.quota.expiresAt / 1000);
}

interface Impossible {
  readonly code: string;
  readonly message: CodedText;
  readonly field?: string;
}

function resultOf(
  kind: QuotaKind,
  operation: QuotaOperation,
  before: QuotaState,
  target: QuotaState | undefined,
): QuotaState | Impossible {
  switch (operation.op) {
    case "delete":
      return { state: "none" };
    case "undo":
      return target === undefined ? notRestorable : restored(kind, target);
    case "set":
      return withSettings(kind, operation, operation.volume, before);
    case "change":
      if (before.state === "none") return noQuota(codedText("quota-none-to-change"));
      return withSettings(kind, operation, volumeLeft(kind, before.quota), before);
    case "add": {
      if (before.state === "none") {
        if (operation.whereNone === "skip") return noQuota(codedText("quota-none-to-add-to"));
        return withSettings(kind, operation, operation.volume, before);
      }
      const left = before.quota.volume;
      return left === undefined
        ? { code: "volume-unknown", message: codedText("quota-volume-unknown-for-add") }
        : withSettings(kind, operation, sum(kind, left, operation.volume), before);
    }
  }
}

function withSettings(
  kind: QuotaKind,
  settings: FieldOperation,
  volume: number | undefined | Impossible,
  before: QuotaState,
): QuotaState | Impossible {
  if (volume === undefined) return volumeUnknown;
  if (typeof volume !== "number") return volume;
  const had = before.state === "set" ? before.quota : undefined;
  const expiresAt = settings.expiresAt ?? had?.expiresAt;
  if (expiresAt === undefined) {
    const message = codedText(had === undefined ? "quota-expiry-needed-new" : "quota-expiry-needed-unknown");
    return { code: "expiry-needed", message, field: "expiresAt" };
  }
  const thresholdPercent = settings.thresholdPercent ?? had?.thresholdPercent;
  if (kind === "sms" && thresholdPercent === undefined) {
    return { code: "threshold-needed", message: codedText("quota-threshold-needed"), field: "thresholdPercent" };
  }
  const action = settings.onExhaustion ?? (had === undefined ? { kind: "block" as const } : had.onExhaustion);
  if (kind === "data" && !isSendable(action)) {
    return { code: "action-needed", message: codedText("quota-action-needed"), field: "onExhaustion" };
  }
  return {
    state: "set",
    quota: {
      volume,
      expiresAt: wholeSecond(kind, expiresAt),
      status: "active",
      ...(kind === "data" && action !== undefined ? { onExhaustion: action } : {}),
      autoRefill: settings.autoRefill ?? had?.autoRefill ?? false,
      ...(thresholdPercent === undefined ? {} : { thresholdPercent }),
    },
  };
}

/** What there was, as far as it can be sent; less than nothing cannot. */
function restored(kind: QuotaKind, target: QuotaState): QuotaState | Impossible {
  if (target.state === "none") return target;
  const { expiresAt, thresholdPercent, onExhaustion, autoRefill } = target.quota;
  const again: FieldOperation = {
    op: "set",
    volume: 0,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(thresholdPercent === undefined ? {} : { thresholdPercent }),
    ...(autoRefill === undefined ? {} : { autoRefill }),
  };
  const action = kind === "data" && onExhaustion !== undefined ? { onExhaustion } : {};
  const had: QuotaState = { state: "set", quota: { status: "unknown", ...action } };
  const restoredState = withSettings(kind, again, volumeLeft(kind, target.quota), had);
  if (!("code" in restoredState)) return restoredState;
  return { ...notRestorable, message: codedText("quota-not-restorable-reason", { reason: restoredState.message }) };
}

const notRestorable: Impossible = {
  code: "not-restorable",
  message: codedText("quota-not-restorable"),
};

const volumeUnknown: Impossible = {
  code: "volume-unknown",
  message: codedText("quota-volume-unknown"),
};

function noQuota(message: CodedText): Impossible {
  return { code: "no-quota", message };
}

/** Slightly less than nothing may be read, but not be sent. */
function volumeLeft(kind: QuotaKind, { volume }: Quota): number | undefined {
  return volume === undefined ? undefined : sum(kind, volume, 0);
}

/** Sums of fractions, without what binary numbers add to them. */
function sum(kind: QuotaKind, left: number, more: number): number {
  const whole = kind === "sms" ? Math.floor(left + more) : Math.round((left + more) * 1e6) / 1e6;
  return Math.max(0, whole);
}

function isSendable(action: Quota["onExhaustion"]): boolean {
  return action?.kind === "block" || (action?.kind === "throttle" && action.bitsPerSecond !== undefined);
}

/** The form in which a data quota's expiry is sent has no milliseconds. */
function wholeSecond(kind: QuotaKind, at: number): number {
  return kind === "data" ? Math.floor(at / 1000) * 1000 : at;
}

function statusOf({ volume = 0, expiresAt }: Quota, now: number): Quota["status"] {
  if (expiresAt !== undefined && expiresAt <= now) return "expired";
  return volume <= 0 ? "exhausted" : "active";
}

/** What the service does not tell cannot be said to be so already. */
function areAllReported(before: Quota, after: Quota): boolean {
  const isReported = (key: keyof Quota): boolean => after[key] === undefined || before[key] !== undefined;
  const refill = before.autoRefill !== undefined || after.autoRefill === false;
  return refill && (["volume", "expiresAt", "thresholdPercent", "onExhaustion"] as const).every(isReported);
}
