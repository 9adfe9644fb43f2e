/** Why recipients are left out or taken out, in words. Pure. */

/** In the order in which they are told. */
export const exclusionReasons: Readonly<Record<string, string>> = {
  duplicate: "duplicate",
  removed: "taken away by the audience",
  suppressed: "suppressed",
  unresolved: "no endpoint answers to it",
  ambiguous: "several endpoints answer to it",
  "missing-variable": "a variable without a value",
  "text-too-long": "text too long",
  disabled: "endpoint disabled",
  deleted: "endpoint deleted",
  damaged: "number damaged by a spreadsheet",
  malformed: "row cannot be read",
  "check-digit": "wrong check digit",
};

export function reasonWords(reason: string): string {
  return exclusionReasons[reason] ?? reason.replaceAll("-", " ");
}
