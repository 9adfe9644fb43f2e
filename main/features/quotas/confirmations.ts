/** What a person has to say twice: that nothing is to be left, and that it is to have expired. Pure. */
import type { QuotaOperation, QuotaStand } from "#contract/quota-words.ts";
import { AppError } from "../../failure.ts";
import { leavesExpired, leavesNothing } from "./apply-operation.ts";

export interface Confirmed {
  readonly confirmZero: boolean;
  readonly confirmPast: boolean;
}

/** The first that is missing, as an error; undefined where nothing is. `before` is missing where nothing was read. */
export function unconfirmed(
  { before, after }: { readonly before?: QuotaStand; readonly after: QuotaStand },
  { confirmZero, confirmPast }: Confirmed,
  now: number,
): AppError | undefined {
  if (leavesNothing(before, after) && !confirmZero) return confirmation("confirmZero", leftNothing);
  return leavesExpired(before, after, now) && !confirmPast ? confirmation("confirmPast", expired) : undefined;
}

/** What can be told before anything was read. */
export function unconfirmedPlan(operation: QuotaOperation, confirmed: Confirmed, now: number): AppError | undefined {
  const asked = asksFor(operation, now);
  if (asked.zero && !confirmed.confirmZero) return confirmation("confirmZero", leftNothing);
  return asked.past && !confirmed.confirmPast ? confirmation("confirmPast", expired) : undefined;
}

export function asksFor(operation: QuotaOperation, now: number): { readonly zero: boolean; readonly past: boolean } {
  const expiresAt = "expiresAt" in operation ? operation.expiresAt : undefined;
  return {
    zero: operation.op === "set" && operation.volume === 0,
    past: expiresAt !== undefined && expiresAt <= now,
  };
}

function confirmation(field: keyof Confirmed, message: string): AppError {
  return new AppError("confirmation-needed", message, { details: { field } });
}

const leftNothing = "Nothing would be left: where quotas are enforced that blocks the endpoint. Confirm it to go on.";
const expired =
  "The expiry has passed, so the quota would have expired at once: where quotas are enforced that blocks the endpoint. Confirm it to go on.";
