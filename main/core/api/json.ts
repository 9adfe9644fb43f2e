/** Tolerant parsing of JSON and of single fields (docs/service-facts.md#tolerance). */

/** A JSON object as the service sent it; unknown fields are preserved, numbers above 2^53 are text. */
export type JsonRecord = Record<string, unknown>;

/** Sixteen digits that follow no quotation mark: the shortest number that may not fit a double. Quoted ICCIDs stay on the fast path. */
const longNumber = /[:,[\s-]\d{16}/;

/**
 * Parses JSON; an integer that a double cannot hold exactly becomes text, digit for digit. Throws `SyntaxError`.
 * Texts with long digits need a second, slower pass; all others take the fast path.
 */
export function parseJson(text: string): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!longNumber.test(body)) return JSON.parse(body) as unknown;
  return JSON.parse(body, preserveDigits) as unknown;
}

/** `JSON.parse` passes the source text of primitives to its reviver (ES2025; the type library lags). */
function preserveDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field as text: text unchanged, numbers and booleans converted; undefined for null, missing and objects. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** As `readText`; undefined for an empty text. */
export function readFilledText(value: unknown): string | undefined {
  const text = readText(value);
  return text === "" ? undefined : text;
}

/** An identifier, which services send as number or text; undefined when there is none. */
export function readId(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number sent as number or as text ("0", "1.000000"); undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** A flag sent as true/false, 0/1 or their texts; undefined for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
  const text = readText(value)?.toLowerCase();
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}

/** The id at the end of a `Location`, absolute or relative, below `collection`; the address is never followed. */
export function readLocationId(location: string | undefined, collection: string): string | undefined {
  if (location === undefined) return undefined;
  // Called after every SMS: for digits after the last slash nothing else has to be parsed.
  const lastSegment = location.slice(location.lastIndexOf("/") + 1);
  if (/^\d+$/.test(lastSegment)) return lastSegment;
  const path = location.split(/[?#]/, 1)[0] ?? "";
  const last = path.replace(/\/+$/, "").split("/").at(-1);
  if (last === undefined || last === "" || last === collection) return undefined;
  return percentDecoded(last);
}

/** A text with an invalid encoding is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
