/** Endpoints as other features receive them. */
import type { JsonRecord } from "#shared/contract/kit.ts";

export interface CachedEndpoint {
  readonly id: string;
  /** The JSON as the service sent it, with the SIM's numbers inside of `sim` where they are known. */
  readonly record: JsonRecord;
}

/** Endpoints by requested value; a value without a match has no key. */
export type ResolvedEndpoints = ReadonlyMap<string, readonly CachedEndpoint[]>;

/** Adds the numbers that only the SIM's own record has. */
export function withSim(record: JsonRecord, sim: JsonRecord): JsonRecord {
  const { id, iccid, iccid_with_luhn: withLuhn, imsi, msisdn, status } = sim;
  const own = typeof record["sim"] === "object" && record["sim"] !== null ? (record["sim"] as JsonRecord) : {};
  const numbers = { id, iccid, iccid_with_luhn: withLuhn, imsi, msisdn, status };
  return { ...record, sim: { ...numbers, ...own } };
}
