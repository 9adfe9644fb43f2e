/** Endpoints as the fleet hands them to campaigns. */
import type { JsonRecord } from "#contract/kit.ts";

export interface CachedEndpoint {
  readonly id: string;
  /** The JSON as the service sent it, with the numbers of its SIM inside `sim` where they are known. */
  readonly record: JsonRecord;
}

/** Endpoints by the values that were asked for; a value that nothing answers to has no key. */
export type ResolvedEndpoints = ReadonlyMap<string, readonly CachedEndpoint[]>;

/** The record with what only the SIM's own record says of its numbers. */
export function withSim(record: JsonRecord, sim: JsonRecord): JsonRecord {
  const { id, iccid, iccid_with_luhn: withLuhn, imsi, msisdn, status } = sim;
  const own = typeof record["sim"] === "object" && record["sim"] !== null ? (record["sim"] as JsonRecord) : {};
  const numbers = { id, iccid, ...(withLuhn === undefined ? {} : { iccid_with_luhn: withLuhn }), imsi, msisdn, status };
  return { ...record, sim: { ...numbers, ...own } };
}
