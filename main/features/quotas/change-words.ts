/** What a change does and to whom, as a person reads it. */
import type { QuotaKind, QuotaOperation } from "#contract/quota-words.ts";

export function titleOf(kind: QuotaKind, operation: QuotaOperation): string {
  const quota = kind === "data" ? "data quota" : "SMS quota";
  switch (operation.op) {
    case "set":
      return `Set the ${quota} to ${amount(kind, operation.volume)}`;
    case "add":
      return `Add ${amount(kind, operation.volume)} to the ${quota}`;
    case "change":
      return `Change the settings of the ${quota}`;
    case "delete":
      return `Delete the ${quota}`;
    case "undo":
      return `Put back the ${quota} as before change ${operation.of}`;
  }
}

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });

function amount(kind: QuotaKind, volume: number): string {
  if (kind === "data") return `${number.format(volume)} MB`;
  return `${number.format(volume)} ${volume === 1 ? "message" : "messages"}`;
}

/** "1 chosen endpoint", "12 chosen endpoints". */
export function chosen(count: number): string {
  return `${number.format(count)} chosen ${count === 1 ? "endpoint" : "endpoints"}`;
}
