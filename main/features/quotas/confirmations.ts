/**
 * What an operator must confirm explicitly (a remaining volume of 0, removal of a quota that may be enforced, an expiry in the past), and
 * the warnings shown before a quota is changed. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Enforcement, QuotaOperation, QuotaState, QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { isNothing, leavesExpired, leavesNothing } from "./operations.ts";

export interface Confirmed {
  readonly confirmZero: boolean;
  readonly confirmPast: boolean;
}

/**
 * What is known of enforcement for one endpoint; absent for changes of many endpoints, or where no profile was loaded.
 */
export interface QuotaEffect {
  readonly enforced: Enforcement["enforced"];
  /** The consequence, as a whole sentence. */
  readonly sentence: CodedText;
}

/** The quota is removed and is not known to be without effect: the endpoint may be blocked. */
export function leavesNone(before: QuotaState | undefined, after: QuotaState, effect?: QuotaEffect): boolean {
  return after.state === "none" && before?.state !== "none" && effect?.enforced !== "no";
}

/** The first missing confirmation as an error, or undefined. `before` is absent where nothing was read. */
export function unconfirmed(
  { before, after }: { readonly before?: QuotaState; readonly after: QuotaState },
  { confirmZero, confirmPast }: Confirmed,
  now: number,
  effect?: QuotaEffect,
): AppError | undefined {
  if (!confirmZero && leavesNothing(before, after)) return confirmation("confirmZero", zeroConfirmationText(effect));
  if (!confirmZero && leavesNone(before, after, effect))
    return confirmation("confirmZero", noneConfirmationText(effect));
  return leavesExpired(before, after, now) && !confirmPast ? confirmation("confirmPast", expired) : undefined;
}

/** The first missing confirmation that is known to be required before any reading. */
export function unconfirmedPlan(operation: QuotaOperation, confirmed: Confirmed, now: number): AppError | undefined {
  const required = requiredConfirmations(operation, now);
  if (required.zero && !confirmed.confirmZero) {
    return confirmation("confirmZero", operation.op === "delete" ? noneConfirmationText() : zeroConfirmationText());
  }
  return required.past && !confirmed.confirmPast ? confirmation("confirmPast", expired) : undefined;
}

export function requiredConfirmations(
  operation: QuotaOperation,
  now: number,
): { readonly zero: boolean; readonly past: boolean } {
  const expiresAt = "expiresAt" in operation ? operation.expiresAt : undefined;
  return {
    zero: operation.op === "delete" || (operation.op === "set" && isNothing(operation.volume)),
    past: expiresAt !== undefined && expiresAt <= now,
  };
}

function confirmation(field: keyof Confirmed, message: CodedText): AppError {
  return new AppError("confirmation-needed", message, { details: { field } });
}

function zeroConfirmationText(effect?: QuotaEffect): CodedText {
  if (effect === undefined) return codedText("quota-confirm-zero");
  return codedText("quota-confirm-zero-effect", { effect: effect.sentence });
}

function noneConfirmationText(effect?: QuotaEffect): CodedText {
  if (effect === undefined) return codedText("quota-confirm-none");
  return codedText("quota-confirm-none-effect", { effect: effect.sentence });
}

const expired = codedText("quota-confirm-past");

const dayMs = 86_400_000;

/** Warnings about an operation, and about its result where that is known. */
export function warningsOf(
  kind: QuotaKind,
  operation: QuotaOperation,
  after: QuotaState | undefined,
  now: number,
  effect?: QuotaEffect,
): CodedText[] {
  return [
    ...ofExpiry(after?.state === "set" ? after.quota.expiresAt : operationExpiry(operation), now),
    ...ofAction(after?.state === "set" ? after.quota.onExhaustion : operationAction(operation)),
    ...ofOperation(kind, operation, effect),
  ];
}

function ofExpiry(expiresAt: number | undefined, now: number): CodedText[] {
  if (expiresAt === undefined) return [];
  if (expiresAt <= now) return [codedText("quota-warning-expired")];
  return expiresAt - now < dayMs ? [codedText("quota-warning-expires-soon")] : [];
}

function ofAction(action: { readonly kind: string } | undefined): CodedText[] {
  return action?.kind === "throttle" ? [codedText("quota-warning-throttle")] : [];
}

function ofOperation(kind: QuotaKind, operation: QuotaOperation, effect: QuotaEffect | undefined): CodedText[] {
  switch (operation.op) {
    case "set":
      return isNothing(operation.volume) ? [ofZero(kind, effect)] : [];
    case "delete":
      return [ofDeleting(kind, effect)];
    case "add":
      return [codedText("quota-warning-add")];
    case "change":
      return [codedText("quota-warning-change")];
    case "undo":
      return [codedText("quota-warning-undo")];
  }
}

function ofDeleting(kind: QuotaKind, effect: QuotaEffect | undefined): CodedText {
  if (effect !== undefined) return codedText("quota-warning-delete-effect", { effect: effect.sentence });
  return codedText(kind === "data" ? "quota-warning-delete-data" : "quota-warning-delete-sms");
}

function ofZero(kind: QuotaKind, effect: QuotaEffect | undefined): CodedText {
  if (effect === undefined) return codedText(kind === "data" ? "quota-warning-zero-data" : "quota-warning-zero-sms");
  const code = kind === "data" ? "quota-warning-zero-data-effect" : "quota-warning-zero-sms-effect";
  return codedText(code, { effect: effect.sentence });
}

function operationExpiry(operation: QuotaOperation): number | undefined {
  return "expiresAt" in operation ? operation.expiresAt : undefined;
}

function operationAction(operation: QuotaOperation): { readonly kind: string } | undefined {
  return "onExhaustion" in operation ? operation.onExhaustion : undefined;
}
