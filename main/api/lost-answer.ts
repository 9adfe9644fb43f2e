/** What a later reading proves of a change whose answer was lost, or did not name what it created. Pure. */

import { assertNever } from "../failure.ts";

/** So long after the loss, reading that does not show the change proves that it did not happen. */
export const settledAfterMs = 120_000;

/**
 * `asOf` is when the reading began, `ended` when the answer was lost (epoch milliseconds), `null` while the request is on its way. A
 * reading that began before the end proves nothing. Undefined: not known yet.
 */
export function verdictOf(asOf: number, ended: number | null, isShown: boolean): "done" | "not-applied" | undefined {
  if (ended === null || asOf <= ended) return undefined;
  if (isShown) return "done";
  return asOf - ended >= settledAfterMs ? "not-applied" : undefined;
}

/** What the list shows of a creation whose answer named no id: there is none, it was read without it, or it could not be read. */
export type ListAfterCreation = "none" | "without-it" | "unread";

/** Says that the id is missing, and why the list does not help. */
export function describeMissingId(list: ListAfterCreation): string {
  switch (list) {
    case "none":
      return "The service returned no ID.";
    case "without-it":
      return "The service returned no ID, and its list does not show it yet. Refresh the list later.";
    case "unread":
      return "The service returned no ID, and its list could not be read. Refresh the list later.";
    default:
      return assertNever(list);
  }
}
