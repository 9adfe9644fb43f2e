/** What a single SMS has to be confirmed for. The core names it, and another press sends it. Pure. */
import type { Failure } from "#contract/kit.ts";

export interface SmsConfirmation {
  /** The number of segments of a long text. */
  readonly confirm?: number;
  /** The endpoint is on the suppression list. */
  readonly evenIfSuppressed?: true;
}

/** What another press confirms, with what was confirmed before; undefined where the failure is another one. */
export function nextConfirmation(
  { code, details = {} }: Failure,
  before: SmsConfirmation = {},
): SmsConfirmation | undefined {
  if (code !== "confirmation-needed") return undefined;
  const { field, count } = details;
  return field === "confirm" ? { ...before, confirm: Number(count) } : { ...before, evenIfSuppressed: true };
}
