/** Why a row is left out, in words. */

const words: Readonly<Record<string, string>> = {
  duplicate: "duplicate",
  removed: "taken away",
  suppressed: "suppressed",
  unresolved: "unknown",
  ambiguous: "several endpoints",
  "missing-variable": "variable without a value",
  "text-too-long": "text too long",
  disabled: "disabled",
  deleted: "deleted",
  damaged: "damaged number",
  malformed: "unreadable row",
  "check-digit": "wrong check digit",
};

export function reasonWord(reason: string): string {
  return words[reason] ?? reason;
}
