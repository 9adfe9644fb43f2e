/** Sentences about recipients of whom nobody knows yet what became of them. */

export function sayInFlight(unknown: number): string {
  const were = unknown === 1 ? "1 recipient was" : `${unknown} recipients were`;
  return `The program ended while the campaign ran; ${were} in flight.`;
}

export const awaitUnknownMessage = "Recipients with an unknown outcome are being looked up in their SMS lists.";

export function sayStillUnknown(unknown: number): string {
  return unknown === 1
    ? "1 recipient stays unknown: its SMS list did not settle it. Reconcile asks again, retry sends to it again."
    : `${unknown} recipients stay unknown: their SMS lists did not settle it. Reconcile asks again, retry sends to them again.`;
}

export const noLists =
  "The service has no SMS lists, so the outcome of a request without an answer cannot be verified.";
