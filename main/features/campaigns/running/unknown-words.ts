/** Sentences about recipients of whom nobody knows yet what became of them. */
import type { PauseReason } from "#contract/campaign-words.ts";
import type { LeftToDo } from "../ledger/queries-rings.ts";

export function sayInFlight(unknown: number): string {
  const were = unknown === 1 ? "1 recipient was" : `${unknown} recipients were`;
  return `The program ended while the campaign ran; ${were} in flight.`;
}

export const awaitUnknownMessage = "Recipients with an unknown outcome are being looked up in their SMS lists.";

/** Recipients are left whose look-up has not decided yet, or could not. */
export function hasUndecided({ unknown, unverified }: Pick<LeftToDo, "unknown" | "unverified">): boolean {
  return unknown + unverified.toLookUp + unverified.unclear > 0;
}

/** What a person has to decide. */
export interface Decision {
  readonly reason: PauseReason;
  readonly message: string;
}

/** Why a campaign waits for a person once no look-up is due any more; undefined where none is needed. */
export function decisionNeeded({
  unknown,
  unverified,
}: Pick<LeftToDo, "unknown" | "unverified">): Decision | undefined {
  if (unverified.toLookUp > 0) return undefined;
  if (unknown > 0) return { reason: "unknown-recipients", message: sayStillUnknown(unknown) };
  if (unverified.unclear > 0) return { reason: "unverified-copy", message: sayUnverified(unverified.unclear) };
  return undefined;
}

export function sayUnverified(unclear: number): string {
  const recipients = unclear === 1 ? "1 pending recipient" : `${unclear} pending recipients`;
  return `Another copy or state of this database may have sent to ${recipients}, and the SMS lists do not tell. Resume the campaign to look them up again, or retry the unverified recipients with their number.`;
}

export function sayStillUnknown(unknown: number): string {
  return unknown === 1
    ? "1 recipient stays unknown: its SMS list did not settle it. Reconcile asks again, retry sends to it again."
    : `${unknown} recipients stay unknown: their SMS lists did not settle it. Reconcile asks again, retry sends to them again.`;
}

export const noLists =
  "The service has no SMS lists, so the outcome of a request without an answer cannot be verified.";
