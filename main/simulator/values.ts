/** The values of records: JSON, dates, identifiers, and the deterministic numbers that they are made from. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a body; undefined when the text is not JSON or not an object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number in `{"id": n}` (also as text); undefined when there is none, null when it is unlinked by `{"id": null}`. */
export function linkId(value: JsonValue | undefined): number | null | undefined {
  if (!isObject(value)) return undefined;
  const id = value["id"];
  if (id === null) return null;
  const number = typeof id === "string" && id !== "" ? Number(id) : id;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}

// The five date formats of the live service (all UTC).

export type DateShape = "recorded" | "zulu" | "seconds" | "offset" | "sql";

export const dateShapes: readonly DateShape[] = ["recorded", "zulu", "seconds", "offset", "sql"];

/** `recorded` …000+0000 · `zulu` …000Z · `seconds` …Z · `offset` …+00:00 · `sql` "YYYY-MM-DD HH:MM:SS". */
export function formatDate(epochMs: number, shape: DateShape): string {
  return writers[shape](new Date(epochMs).toISOString());
}

const writers: Readonly<Record<DateShape, (iso: string) => string>> = {
  recorded: (iso) => `${iso.slice(0, -1)}+0000`,
  zulu: (iso) => iso,
  seconds: (iso) => `${iso.slice(0, 19)}Z`,
  offset: (iso) => `${iso.slice(0, 19)}+00:00`,
  sql: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`,
};

const mostRemembered = 50_000;

/** Formats dates in one shape with a cache: seeded dates fall on whole hours, so a large fleet has few different ones. */
export function createDateWriter(shape: DateShape): (epochMs: number) => string {
  const cache = new Map<number, string>();
  return (epochMs) => {
    const before = cache.get(epochMs);
    if (before !== undefined) return before;
    const text = formatDate(epochMs, shape);
    if (cache.size < mostRemembered) cache.set(epochMs, text);
    return text;
  };
}

/** Epoch milliseconds of any of the five shapes; undefined for any other text. */
export function parseDate(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|\+00:?00)?$/.exec(text);
  if (match === null) return undefined;
  const epochMs = Date.parse(`${match[1] ?? ""}T${match[2] ?? ""}Z`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

// Numbers printed on SIMs and devices, generated from (seed, slot) so that each is unique in its fleet and differs
// between seeds.

export const firstEndpointId = 70_001;
export const firstSimId = 5_000_001;
export const firstImsiId = 9_000_001;

/** 19 digits; `luhnDigit` gives the 20th. */
export function iccidOf(seed: number, slot: number): string {
  return `8988303${digits(seed, 3)}${digits(slot + 1, 9)}`;
}

/** 15 digits. */
export function imsiOf(seed: number, slot: number): string {
  return `295050${digits(seed, 1)}${digits(slot + 1, 8)}`;
}

/** 15 digits. */
export function msisdnOf(seed: number, slot: number): string {
  return `423663${digits(seed, 1)}${digits(slot + 1, 8)}`;
}

/** 16 digits (IMEISV): type code, serial number, software version. */
export function imeiOf(seed: number, slot: number): string {
  return `35${digits(seed, 2)}${digits(slot + 1, 10)}01`;
}

export function ipAddressOf(slot: number): string {
  return `10.${64 + ((slot >> 16) & 63)}.${(slot >> 8) & 255}.${slot & 255}`;
}

/** The check digit with which `body` passes the Luhn test. */
export function luhnDigit(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) {
    const value = body.charCodeAt(body.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The last `width` decimal digits of a whole number, with leading zeros. */
function digits(value: number, width: number): string {
  return String(value % 10 ** width).padStart(width, "0");
}

// Deterministic numbers: the same (seed, a, b) gives the same result in every process, so nothing has to be stored.

/** A well-mixed unsigned 32-bit number. */
export function mix(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ a;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b) ^ b;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1). */
export function chance(seed: number, a: number, b = 0): number {
  return mix(seed, a, b) / 0x1_0000_0000;
}

/** The element at `hash` modulo the length; the list must not be empty. */
export function pick<T>(list: readonly T[], hash: number): T {
  const element = list[hash % list.length];
  if (element === undefined) throw new Error("Nothing can be picked from an empty list.");
  return element;
}
