/** What a later reading proves of a change whose answer was lost, or did not name what it created. Pure. */

import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { assertNever } from "../failure.ts";

/** So long after the loss, reading that does not show the change proves that it did not happen. */
export const resolvableAfterMs = 120_000;

/**
 * `asOf` is when the reading began, `ended` when the answer was lost (epoch milliseconds), `null` while the request is on its way. A
 * reading that began before the end proves nothing. Undefined: not known yet.
 */
export function verdictOf(asOf: number, ended: number | null, isListed: boolean): "done" | "not-applied" | undefined {
  if (ended === null || asOf <= ended) return undefined;
  if (isListed) return "done";
  return asOf - ended >= resolvableAfterMs ? "not-applied" : undefined;
}

/** What the list shows of a creation whose answer named no id: there is none, it was read without it, or it could not be read. */
export type ListAfterCreation = "none" | "without-it" | "unread";

/** That the id is missing, and why the list does not help. */
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
