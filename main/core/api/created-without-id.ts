/** What is reported of a creation whose response did not name the created object. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { assertNever } from "#shared/failure.ts";

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
