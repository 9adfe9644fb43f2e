/** Our books against the service's: who was sent what, how often. */
import type { LedgerEntry } from "./service.ts";

export interface Recipient {
  readonly endpoint?: string;
  readonly outcome: string;
  readonly text?: string;
}

export interface Comparison {
  readonly lines: readonly string[];
  readonly agrees: boolean;
}

export function compareWithLedger(recipients: readonly Recipient[], ledger: readonly LedgerEntry[]): Comparison {
  const accepted = new Set(
    recipients.filter(({ outcome }) => outcome === "accepted").map(({ endpoint, text }) => `${endpoint} ${text}`),
  );
  const seen = new Map<string, number>();
  for (const { endpointId, payload } of ledger) {
    const key = `${endpointId} ${payload}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const twice = [...seen.values()].filter((times) => times > 1).length;
  const unknownToUs = [...seen.keys()].filter((key) => !accepted.has(key)).length;
  const unknownToService = [...accepted].filter((key) => !seen.has(key)).length;
  const open = recipients.filter(({ outcome }) => ["pending", "sending", "unknown"].includes(outcome)).length;
  return {
    lines: [
      `accepted in our books: ${accepted.size}; in the service's ledger: ${ledger.length}`,
      `sent twice: ${twice}; in the ledger only: ${unknownToUs}; in our books only: ${unknownToService}; left open: ${open}`,
    ],
    agrees: twice + unknownToUs + unknownToService + open === 0 && accepted.size > 0,
  };
}
