/** Joins whole sentences into one text. */
import { codedText, type CodedText } from "./coded-text.ts";

export function joinTexts(first: CodedText, ...rest: readonly CodedText[]): CodedText {
  return rest.reduce((joined, next) => codedText("text-pair", { first: joined, second: next }), first);
}
