/** Conditions that a single SMS must be confirmed for. Main names them, and sending again confirms them. Pure. */
import type { Failure } from "#shared/contract/kit.ts";

export interface SmsConfirmation {
  /** The number of segments of a long text. */
  readonly confirm?: number;
  /** The endpoint is on the suppression list. */
  readonly evenIfSuppressed?: true;
}

/** The conditions that sending again confirms, including earlier ones; undefined for any other failure. */
export function nextConfirmation(
  { code, details = {} }: Failure,
  before: SmsConfirmation = {},
): SmsConfirmation | undefined {
  if (code !== "confirmation-needed") return undefined;
  const { field, count } = details;
  return field === "confirm" ? { ...before, confirm: Number(count) } : { ...before, evenIfSuppressed: true };
}
