/**
 * What the audit may contain: listed fields, known paths, short texts. Pure.
 *
 * Invariant: only allowlisted values are recorded. Headers, query and body of a call are never read for an entry (the body only to remove
 * what the service echoes of it); of an address only scheme, host and port are recorded.
 */
import type { CodedText, TextParam } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { isRecord, parseJson, percentDecoded } from "../../core/api/json.ts";

/** Replaces a value that is not recorded. */
export const redactedValue = "[redacted]";
const longestText = 500;

/** Fields whose values may be recorded unchanged. */
const plainFields: ReadonlySet<string> = new Set([
  ..."id name description purpose state status quota volume expires whenUsedUp bitsPerSecond autoRefill".split(" "),
  ..."thresholdPercent dns primary secondary api_callback service_profile from characters campaign row sms".split(" "),
  ..."stream_historic_data data_stream_type api_type api_username api_parameter historic content destination".split(
    " ",
  ),
  ..."allowed_3g allowed_4g allowed_nb_iot allowed_nb_iot_geo apply_data_quota apply_sms_quota".split(" "),
  ..."retail sms_p2p_int sms_p2p_ext prepaid nipdp esme_interface_type breakout_region".split(" "),
]);
/** Fields whose value is an address. */
const addressFields: ReadonlySet<string> = new Set(["url"]);

const pathSegments: ReadonlySet<string> = new Set(
  "api v1 v2 endpoint sms quota data dns service_profile data_stream api_callback authenticate".split(" "),
);
const plainId = /^(\d{1,32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A number or a UUID. */
export function isPlainId(text: string): boolean {
  return plainId.test(text);
}

/** The path without its query; a segment that is neither a word of the API nor a plain id is removed. */
export function plainPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/, 1);
  return bare
    .split("/")
    .map((segment) => (segment === "" || pathSegments.has(segment) || plainId.test(segment) ? segment : "…"))
    .join("/");
}

/** Numbers, UUIDs and short names without spaces. */
export function plainTarget({ kind, id }: { readonly kind: string; readonly id: string }): {
  readonly kind: string;
  readonly id: string;
} {
  return { kind: plainText(kind), id: plainId.test(id) || /^[\w.-]{1,40}$/.test(id) ? id : "…" };
}

/** Values of a note: listed fields at any depth; of other fields only the fact that they were present. */
export function plainValues(values: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [plainName(name), plainValue(name, value)]),
  );
}

/** The name of a field could itself be text that someone entered. */
function plainName(name: string): string {
  return /^\w{1,40}$/.test(name) ? name : "(field)";
}

function plainValue(name: string, value: unknown): unknown {
  if (addressFields.has(name)) return typeof value === "string" ? plainAddress(value) : redactedValue;
  if (!plainFields.has(name)) return redactedValue;
  if (typeof value === "string") return plainText(value);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : redactedValue;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => plainValue(name, item));
  return isRecord(value) ? plainValues(value) : redactedValue;
}

/** Scheme, host and port. */
export function plainAddress(text: string): string {
  if (!URL.canParse(text)) return redactedValue;
  const { protocol, host, pathname, search, username, password, hash } = new URL(text);
  const isMore =
    (pathname !== "" && pathname !== "/") || [search, username, password, hash].some((part) => part !== "");
  return `${protocol}//${host}${isMore ? "/…" : ""}`;
}

/** The text of a field, with addresses shortened and anything that looks like a token removed. */
export function plainText(text: string): string {
  // Fast path: most texts are short numbers.
  if (/^[\d+.-]*$/.test(text)) return text.slice(0, longestText);
  return text
    .replaceAll(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, (address) => plainAddress(address))
    .replaceAll(/\beyJ[\w.-]{8,}/g, "…")
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, "$1 …")
    .slice(0, longestText);
}

/** A text whose parameters may hold a message of the service. */
export function plainCodedText({ code, params }: CodedText, body: string | undefined): CodedText {
  if (params === undefined) return { code };
  const plain = (value: TextParam): TextParam => {
    if (typeof value === "string") return plainMessage(value, body);
    return typeof value === "object" && "code" in value ? plainCodedText(value, body) : value;
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)])) };
}

/** A message of the service, without what it echoes of an unrecorded body. */
function plainMessage(message: string, body: string | undefined): string {
  let text = message;
  for (const secret of unrecordedTexts(body)) text = text.replaceAll(secret, "…");
  return plainText(text).replaceAll(/[\w+/=.~-]{40,}/g, "…");
}

/** Longest first, so that replacing a short text leaves no rest of a longer one that contains it. */
function unrecordedTexts(body: string | undefined): readonly string[] {
  if (body === undefined || body.length > 65_536) return [];
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    return [];
  }
  const secrets = new Set<string>();
  collect("", parsed, secrets);
  return [...secrets].toSorted((a, b) => b.length - a.length);
}

function collect(name: string, value: unknown, secrets: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(name, item, secrets);
  else if (isRecord(value)) for (const [inner, item] of Object.entries(value)) collect(inner, item, secrets);
  else if (typeof value === "string" && addressFields.has(name))
    for (const part of addressSegments(value)) secrets.add(part);
  else if (typeof value === "string" && !plainFields.has(name) && value.length >= 3) secrets.add(value);
}

/** The parts of an address that may be secret, both as written and as parsed. */
function addressSegments(address: string): readonly string[] {
  if (!URL.canParse(address)) return address.length >= 3 ? [address] : [];
  const { username, password, pathname, search, hash } = new URL(address);
  const segments = [username, password, ...pathname.split("/"), ...search.split(/[?&=]/), hash.slice(1)];
  return [...segments, ...segments.map(percentDecoded)].filter((part) => part.length >= 3);
}
