/** Values of quotas: validates an operation, computes its result, and compares two readings. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type {
  ExhaustionAction,
  QuotaKind,
  QuotaOperation,
  Quota,
  QuotaState,
} from "#shared/contract/quotas/quota-schemas.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import { AppError } from "#shared/failure.ts";

/** The operations that carry fields. */
type FieldOperation = Exclude<QuotaOperation, { readonly op: "delete" | "undo" }>;

const rates: readonly number[] = [64_000, 128_000, 256_000, 384_000];
const maxExpiry = Date.UTC(9999, 11, 31);
/** More than any real quota; larger doubles lose the third decimal place. */
const maxVolume = 1e12;

/**
 * Where several fields are invalid, reports all of them: `details.field` is the first, `details.fields` each with its
 * own text.
 */
export function checkOperation(kind: QuotaKind, operation: QuotaOperation): void {
  const errors = [...errorsIn(kind, operation)];
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw invalidInput(first.field, first.text);
  const texts = errors.map(({ text }) => text);
  const all = texts.reduce((before, next) => codedText("quota-invalid-fields", { first: before, next }));
  throw new AppError("invalid-input", all, { details: { field: first.field, fields: errors } });
}

interface FieldError {
  readonly field: string;
  readonly text: CodedText;
}

function* errorsIn(kind: QuotaKind, operation: QuotaOperation): Generator<FieldError> {
  switch (operation.op) {
    case "delete":
      return;
    case "undo":
      yield { field: "op", text: codedText("quota-undo-only-by-change") };
      return;
    case "set":
    case "add": {
      const text = volumeError(kind, operation);
      if (text !== undefined) yield { field: "volume", text };
      break;
    }
    case "change":
      if (settingsOf(operation).every((value) => value === undefined)) {
        yield { field: "op", text: codedText("quota-no-setting") };
      }
      break;
  }
  yield* settingErrors(kind, operation);
}

function settingsOf({ expiresAt, onExhaustion, autoRefill, thresholdPercent }: FieldOperation): readonly unknown[] {
  return [expiresAt, onExhaustion, autoRefill, thresholdPercent];
}

function volumeError(
  kind: QuotaKind,
  { op, volume }: Extract<FieldOperation, { readonly volume: number }>,
): CodedText | undefined {
  if (!Number.isFinite(volume)) return codedText("quota-volume-no-number");
  if (volume < 0) return codedText("quota-volume-negative");
  if (volume > maxVolume) return codedText("quota-volume-too-large");
  if (kind === "sms" && !Number.isInteger(volume)) return codedText("quota-sms-volume-fraction");
  if (op === "set") return undefined;
  if (volume === 0) return codedText("quota-add-zero");
  // Sums are rounded to six decimal places: a smaller volume would be sent as 0.
  return volume < 0.000001 ? codedText("quota-add-too-small") : undefined;
}

function* settingErrors(
  kind: QuotaKind,
  { expiresAt, onExhaustion, thresholdPercent }: FieldOperation,
): Generator<FieldError> {
  if (expiresAt !== undefined && !(expiresAt > 0 && expiresAt <= maxExpiry)) {
    yield { field: "expiresAt", text: codedText("quota-expiry-range") };
  }
  if (thresholdPercent !== undefined && !(thresholdPercent >= 0 && thresholdPercent <= 100)) {
    yield { field: "thresholdPercent", text: codedText("quota-threshold-range") };
  }
  const action = onExhaustion === undefined ? undefined : actionError(kind, onExhaustion);
  if (action !== undefined) yield { field: "onExhaustion", text: action };
}

function actionError(kind: QuotaKind, action: ExhaustionAction): CodedText | undefined {
  if (kind === "sms") return codedText("quota-sms-no-action");
  return action.kind === "throttle" && !rates.includes(action.bitsPerSecond)
    ? codedText("quota-throttle-rate")
    : undefined;
}

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

/**
 * Percentage left of the volume last added, to two decimal places; undefined where unknown. A volume of 0 is 0 % of any
 * volume.
 */
export function percentOf(volume: number | undefined, lastAdded: number | undefined): number | undefined {
  if (volume === undefined) return undefined;
  if (lastAdded === undefined || lastAdded <= 0) return volume <= 0 ? 0 : undefined;
  return Math.round((volume / lastAdded) * 10_000) / 100;
}

/** After a write, the sent volume is both the remaining and the last added one. */
export function asWritten(after: QuotaState): QuotaState {
  if (after.state === "none") return after;
  const lastAdded = after.quota.volume;
  const percent = percentOf(lastAdded, lastAdded);
  return {
    state: "set",
    quota: {
      ...after.quota,
      ...(lastAdded === undefined ? {} : { lastAdded }),
      ...(percent === undefined ? {} : { percent }),
    },
  };
}

/** "used": only the remaining volume is lower, as after use by the device. */
export type Difference = "same" | "used" | "different";

/** Compares an earlier reading with the current one. Fields missing from either are not compared. */
export function compareQuotaStates(before: QuotaState, now: QuotaState): Difference {
  if (before.state === "none" || now.state === "none") return before.state === now.state ? "same" : "different";
  if (!sameSettings(before.quota, now.quota)) return "different";
  const [was, is] = [before.quota.volume, now.quota.volume];
  if (was === undefined || is === undefined) return was === is ? "same" : "different";
  if (isEqual(was, is)) return "same";
  return is < was && mayEqual(before.quota.lastAdded, now.quota.lastAdded) ? "used" : "different";
}

/**
 * - "set": the requested quota, or less by use
 * - "not-set": the quota before the change, or less by use
 * - "moved": neither, because the quota changed elsewhere
 * - "unclear": matches both
 */
export type Verdict = "set" | "not-set" | "moved" | "unclear";

/** `current` was read after the answer to a change from `before` to `after` was lost. */
export function classifyCurrent(before: QuotaState, after: QuotaState, current: QuotaState): Verdict {
  const fromBefore = compareQuotaStates(before, current);
  const fromAfter = compareQuotaStates(asWritten(after), current);
  if (fromAfter === "same" && fromBefore !== "same") return "set";
  if (fromBefore === "same" && fromAfter === "different") return "not-set";
  if (fromBefore === "same" && fromAfter === "used") {
    // Use may have reached the former volume again, above all if that was 0.
    const verdict = volumeDecides(before, after, current);
    return verdict === "set" || isUsedUp(current) ? verdict : "not-set";
  }
  if (fromAfter === "different" && fromBefore === "different") return "moved";
  if (fromAfter === "different") return "not-set";
  if (fromBefore === "different") return "set";
  return volumeDecides(before, after, current);
}

function isUsedUp(current: QuotaState): boolean {
  return current.state === "set" && isNothing(current.quota.volume ?? 0);
}

/**
 * Both volumes could have been used down to `current`. Above the lower one only one of them is possible; otherwise the
 * volume last added decides, where it differs.
 */
function volumeDecides(before: QuotaState, after: QuotaState, current: QuotaState): Verdict {
  if (before.state === "none" || after.state === "none" || current.state === "none") return "unclear";
  const { lastAdded } = current.quota;
  const [was, requested] = [before.quota.lastAdded, after.quota.volume];
  if (lastAdded === undefined || was === undefined || requested === undefined || isEqual(was, requested))
    return "unclear";
  if (isEqual(lastAdded, requested)) return "set";
  return isEqual(lastAdded, was) ? "not-set" : "unclear";
}

function sameSettings(a: Quota, b: Quota): boolean {
  return (
    mayEqual(wholeSeconds(a.expiresAt), wholeSeconds(b.expiresAt)) &&
    mayEqual(a.autoRefill, b.autoRefill) &&
    mayEqual(a.thresholdPercent, b.thresholdPercent) &&
    sameAction(a.onExhaustion, b.onExhaustion)
  );
}

function sameAction(a: Quota["onExhaustion"], b: Quota["onExhaustion"]): boolean {
  if (a === undefined || b === undefined) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === "throttle" && b.kind === "throttle") return mayEqual(a.bitsPerSecond, b.bitsPerSecond);
  return a.kind !== "unknown" || b.kind !== "unknown" || a.words === b.words;
}

/** The service truncates times to whole seconds. */
function wholeSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at / 1000);
}

function mayEqual<T>(a: T | undefined, b: T | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return typeof a === "number" && typeof b === "number" ? isEqual(a, b) : a === b;
}

/** Volumes are sums of fractions, so the comparison has a tolerance. */
function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6;
}

export function titleOf(kind: QuotaKind, operation: QuotaOperation): CodedText {
  const isData = kind === "data";
  switch (operation.op) {
    case "set":
      return isData
        ? codedText("quota-set-data-to", { volume: operation.volume })
        : codedText("quota-set-sms-to", { count: operation.volume });
    case "add":
      return isData
        ? codedText("quota-add-data", { volume: operation.volume })
        : codedText("quota-add-sms", { count: operation.volume });
    case "change":
      return codedText(isData ? "change-data-quota" : "change-sms-quota");
    case "delete":
      return codedText(isData ? "delete-data-quota" : "delete-sms-quota");
    case "undo":
      return codedText(isData ? "quota-undo-data" : "quota-undo-sms", { change: operation.of });
  }
}
