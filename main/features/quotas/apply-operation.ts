/**
 * Computes the quota that an operation results in, or why the operation is impossible. Pure; the fields have been
 * validated.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Quota, QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { compareQuotaStates } from "./compare-quota-states.ts";
import type { FieldOperation } from "./check-operation.ts";

export type Applied =
  | { readonly kind: "becomes"; readonly after: QuotaState }
  /** The quota already has the requested values: nothing to send. */
  | { readonly kind: "same" }
  /** `field` names the field whose value would make the operation possible, if there is one. */
  | { readonly kind: "impossible"; readonly code: string; readonly message: CodedText; readonly field?: string };

/** `target` is the quota before the change that an undo reverts; the operation itself does not contain it. */
export function applyOperation(
  kind: QuotaKind,
  operation: QuotaOperation,
  before: QuotaState,
  { now, target }: { readonly now: number; readonly target?: QuotaState },
): Applied {
  const result = resultOf(kind, operation, before, target);
  if ("code" in result) return { kind: "impossible", ...result };
  if (result.state === "none") return before.state === "none" ? { kind: "same" } : { kind: "becomes", after: result };
  const after: QuotaState = { state: "set", quota: { ...result.quota, status: statusOf(result.quota, now) } };
  const isUnchanged = operation.op !== "add" && before.state === "set" && compareQuotaStates(before, after) === "same";
  return isUnchanged && areAllReported(before.quota, after.quota) ? { kind: "same" } : { kind: "becomes", after };
}

/**
 * True when the change leaves a volume of (almost) 0 where there was more, or no quota. Below a thousandth (a kilobyte)
 * no device gets a session through, and displayed quotas have three decimal places.
 */
export function leavesNothing(before: QuotaState | undefined, after: QuotaState): boolean {
  if (after.state === "none" || !isNothing(after.quota.volume ?? 0)) return false;
  return before?.state !== "set" || !isNothing(before.quota.volume ?? 1);
}

/** Zero for practical purposes, in megabytes or messages. */
export function isNothing(volume: number): boolean {
  return volume < 0.001;
}

/** True when the change sets an expiry in the past that the quota did not have before. */
export function leavesExpired(before: QuotaState | undefined, after: QuotaState, now: number): boolean {
  if (after.state === "none" || after.quota.expiresAt === undefined || after.quota.expiresAt > now) return false;
  const previous = before?.state === "set" ? before.quota.expiresAt : undefined;
  return previous === undefined || Math.floor(previous / 1000) !== Math.floor(after.quota.expiresAt / 1000);
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
  const previous = before.state === "set" ? before.quota : undefined;
  const expiresAt = settings.expiresAt ?? previous?.expiresAt;
  if (expiresAt === undefined) {
    const message = codedText(previous === undefined ? "quota-expiry-needed-new" : "quota-expiry-needed-unknown");
    return { code: "expiry-needed", message, field: "expiresAt" };
  }
  const thresholdPercent = settings.thresholdPercent ?? previous?.thresholdPercent;
  if (kind === "sms" && thresholdPercent === undefined) {
    return { code: "threshold-needed", message: codedText("quota-threshold-needed"), field: "thresholdPercent" };
  }
  const action = settings.onExhaustion ?? (previous === undefined ? { kind: "block" as const } : previous.onExhaustion);
  if (kind === "data" && !isSendable(action)) {
    return { code: "action-needed", message: codedText("quota-action-needed"), field: "onExhaustion" };
  }
  return {
    state: "set",
    quota: {
      volume,
      expiresAt: wholeSecond(kind, expiresAt),
      status: "active",
      onExhaustion: kind === "data" && action !== undefined ? action : undefined,
      autoRefill: settings.autoRefill ?? previous?.autoRefill ?? false,
      thresholdPercent,
    },
  };
}

/** The earlier quota, as far as it can be sent; a negative volume is sent as 0. */
function restored(kind: QuotaKind, target: QuotaState): QuotaState | Impossible {
  if (target.state === "none") return target;
  const { expiresAt, thresholdPercent, onExhaustion, autoRefill } = target.quota;
  const settings: FieldOperation = {
    op: "set",
    volume: 0,
    expiresAt,
    thresholdPercent,
    autoRefill,
  };
  const action = kind === "data" && onExhaustion !== undefined ? { onExhaustion } : {};
  const previous: QuotaState = { state: "set", quota: { status: "unknown", ...action } };
  const restoredState = withSettings(kind, settings, volumeLeft(kind, target.quota), previous);
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

/** The service can report a slightly negative volume but does not accept one. */
function volumeLeft(kind: QuotaKind, { volume }: Quota): number | undefined {
  return volume === undefined ? undefined : sum(kind, volume, 0);
}

/** Adds fractions without binary rounding errors. */
function sum(kind: QuotaKind, left: number, more: number): number {
  const whole = kind === "sms" ? Math.floor(left + more) : Math.round((left + more) * 1e6) / 1e6;
  return Math.max(0, whole);
}

function isSendable(action: Quota["onExhaustion"]): boolean {
  return action?.kind === "block" || (action?.kind === "throttle" && action.bitsPerSecond !== undefined);
}

/** The expiry of a data quota is sent without milliseconds. */
function wholeSecond(kind: QuotaKind, at: number): number {
  return kind === "data" ? Math.floor(at / 1000) * 1000 : at;
}

function statusOf({ volume = 0, expiresAt }: Quota, now: number): Quota["status"] {
  if (expiresAt !== undefined && expiresAt <= now) return "expired";
  return volume <= 0 ? "exhausted" : "active";
}

/** A value that the service did not report cannot be assumed to be equal. */
function areAllReported(before: Quota, after: Quota): boolean {
  const isReported = (key: keyof Quota): boolean => after[key] === undefined || before[key] !== undefined;
  const refill = before.autoRefill !== undefined || after.autoRefill === false;
  return refill && (["volume", "expiresAt", "thresholdPercent", "onExhaustion"] as const).every(isReported);
}
