/** What a later reading proves of a change whose response was lost or did not name the created object. Pure. */

import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { assertNever } from "#shared/failure.ts";

/** From this time after the loss, a reading without the change proves that it did not happen. */
export const resolvableAfterMs = 120_000;

/**
 * `asOf` is when the reading began, `ended` when the response was lost (epoch milliseconds), `null` while the request is in flight. A
 * reading that began before the end proves nothing. Undefined: still unknown.
 */
export function verdictOf(asOf: number, ended: number | null, isListed: boolean): "done" | "not-applied" | undefined {
  if (ended === null || asOf <= ended) return undefined;
  if (isListed) return "done";
  return asOf - ended >= resolvableAfterMs ? "not-applied" : undefined;
}

/** The list after a creation whose response had no id: it could not be used, lacks the new object, or could not be read. */
export type ListAfterCreation = "none" | "without-it" | "unread";

/** The message for a missing id, with the reason why the list does not help. */
export function describeMissingId(list: ListAfterCreation): CodedText {
  switch (list) {
    case "none":
      return codedText("id-not-returned");
    case "without-it":
      return codedText("id-not-returned-not-listed");
    case "unread":
      return codedText("id-not-returned-list-unread");
    default:
      return assertNever(list);
  }
}
