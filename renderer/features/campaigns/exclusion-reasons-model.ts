/** Why recipients are excluded or taken out, in words. Pure. */
import { count } from "../../lib/format.ts";

/** In the order in which they are told. */
export const exclusionReasons: Readonly<Record<string, string>> = {
  duplicate: "Duplicate",
  removed: "Removed by the audience",
  suppressed: "Suppressed",
  unresolved: "No matching endpoint",
  ambiguous: "Several matching endpoints",
  "missing-variable": "Variable without a value",
  "text-too-long": "Text too long",
  disabled: "Endpoint disabled",
  deleted: "Endpoint deleted",
  damaged: "Number damaged by a spreadsheet",
  malformed: "Row cannot be read",
  "check-digit": "Wrong check digit",
};

/** "Endpoint disabled: 23 · Text too long: 1". */
export function reasonCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([reason, many]) => `${reasonWords(reason)}: ${count(many)}`)
    .join(" · ");
}

export function reasonWords(reason: string): string {
  return exclusionReasons[reason] ?? reason.replaceAll("-", " ");
}
