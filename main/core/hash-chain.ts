/** A hash chain: each entry's hash covers the entry and the previous hash, so that no entry can be changed alone. Pure. */
import { createHash } from "node:crypto";

/** The previous hash of the first entry. */
export const chainStart = "0".repeat(64);

/** The hash of `canonical` chained to `previous`: SHA-256 over both texts as UTF-8, as 64 lower-case hex digits. */
export function chainHash(previous: string, canonical: string): string {
  return createHash("sha256").update(previous).update(canonical).digest("hex");
}

/**
 * The canonical JSON text of a value (after RFC 8785): no spaces, keys sorted by code unit, undefined members
 * omitted. Throws for values that JSON cannot represent (functions, symbols, bigints, non-finite numbers).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value) && value.every(isPlain)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  return canonicalScalar(value);
}

/** Whether `JSON.stringify` already gives the canonical text. */
function isPlain(value: unknown): boolean {
  return typeof value === "string" || value === null || typeof value === "boolean" || Number.isFinite(value);
}

function canonicalScalar(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  throw new TypeError(`JSON holds no ${typeof value} of this kind.`);
}
