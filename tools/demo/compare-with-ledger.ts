/** Compares the campaign's recipients with the service's ledger: which endpoint got which text, and how often. */
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
      `accepted according to Fleetdesk: ${accepted.size}; according to the service: ${ledger.length}`,
      `sent twice: ${twice}; only in the service: ${unknownToUs}; only in Fleetdesk: ${unknownToService}; still open: ${open}`,
    ],
    agrees: twice + unknownToUs + unknownToService + open === 0 && accepted.size > 0,
  };
}
