/** Warnings shown before a quota is changed, as whole sentences. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { isNothing } from "./apply-operation.ts";
import type { QuotaEffect } from "./confirmations.ts";

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
