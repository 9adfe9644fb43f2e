/** What a person should know before a quota is changed, as whole sentences. */
import type { QuotaKind, QuotaOperation, QuotaStand } from "#contract/quota-words.ts";
import { isNothing } from "./apply-operation.ts";
import type { KnownEffect } from "./confirmations.ts";

const dayMs = 86_400_000;

/** Of an operation by itself, and of what it comes to where that is known. */
export function warningsOf(
  kind: QuotaKind,
  operation: QuotaOperation,
  after: QuotaStand | undefined,
  now: number,
  effect?: KnownEffect,
): string[] {
  return [
    ...ofExpiry(after?.state === "set" ? after.quota.expiresAt : givenExpiry(operation), now),
    ...ofAction(after?.state === "set" ? after.quota.onExhaustion : givenAction(operation)),
    ...ofOperation(kind, operation, effect),
  ];
}

function ofExpiry(expiresAt: number | undefined, now: number): string[] {
  if (expiresAt === undefined) return [];
  if (expiresAt <= now) return ["The expiry has passed: the quota counts as expired at once."];
  return expiresAt - now < dayMs ? ["The quota expires within a day."] : [];
}

function ofAction(action: { readonly kind: string } | undefined): string[] {
  return action?.kind === "throttle"
    ? ["The live service withdrew throttling at the end of 2024: it may refuse it, or block instead."]
    : [];
}

function ofOperation(kind: QuotaKind, operation: QuotaOperation, effect: KnownEffect | undefined): string[] {
  switch (operation.op) {
    case "set":
      return isNothing(operation.volume)
        ? [effect === undefined ? ofZero(kind) : `${ofNothing(kind)}. ${effect.sentence}`]
        : [];
    case "delete":
      return [effect === undefined ? ofDeleting(kind) : `No quota is set from then on. ${effect.sentence}`];
    case "add":
      return ["The service can only set a volume: what is used between reading and writing is given back."];
    case "change":
      return ["The service takes a quota as a whole: what is used between reading and writing is given back."];
    case "undo":
      return ["The volume last added, from which the per cent left are reckoned, becomes what is put back."];
  }
}

function ofDeleting(kind: QuotaKind): string {
  const what = kind === "data" ? "data" : "SMS";
  return `Where the service profile enforces ${what} quotas, an endpoint without one is blocked.`;
}

function ofZero(kind: QuotaKind): string {
  return `${ofNothing(kind)}: where its service profile enforces quotas it is blocked at once.`;
}

function ofNothing(kind: QuotaKind): string {
  return `With this volume the endpoint has no ${kind === "data" ? "data" : "messages"} left`;
}

function givenExpiry(operation: QuotaOperation): number | undefined {
  return "expiresAt" in operation ? operation.expiresAt : undefined;
}

function givenAction(operation: QuotaOperation): { readonly kind: string } | undefined {
  return "onExhaustion" in operation ? operation.onExhaustion : undefined;
}
