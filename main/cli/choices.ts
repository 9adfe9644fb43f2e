/** Labels of option values and table cells, equal to those of the window. JSON output has the values of the contract. */
/** Value of the contract → label, where they differ. */
const words: Readonly<Record<string, string>> = {
  "application-token": "application token",
  mo: "inbound",
  moved: "changed-elsewhere",
  mt: "outbound",
  never: "not-loaded",
  otherwise: "other",
  refused: "rejected",
  "ring-failed": "wave-failed",
  "ring-opened": "wave-opened",
  silent: "no-reply",
  "sim-swapped": "sim-changed",
  unanswered: "no-expected-reply",
  "under-way": "in-progress",
  unsettled: "on-hold",
};

export function labelOf(value: string): string {
  return words[value] ?? value;
}

/** The accepted labels: "accepted, rejected, unknown". */
export function labelsOf(values: readonly string[]): string {
  return values.map(labelOf).join(", ");
}

export function findChoice<T extends string>(values: readonly T[], label: string): T | undefined {
  return values.find((value) => labelOf(value) === label);
}
