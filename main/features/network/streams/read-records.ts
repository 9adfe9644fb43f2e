/**
 * Parses streams and callbacks as listed by the service (docs/service-facts.md#data-stream), and masks the secrets that records may contain,
 * before they are stored or shown. Accepts ids and numbers as text, and the callback as text or object. Pure.
 */
import { definedFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import type { Callback, DestinationKind, Stream, StreamContent } from "#shared/contract/network/stream-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { contentLabels, destinationLabels } from "#shared/rules/stream-labels.ts";
import { isRecord, readBoolean, readFilledText, readId } from "../../../core/api/json.ts";

export type ListedStream = Omit<Stream, "key" | "source" | "creation" | "asOf">;
export type ListedCallback = Pick<Callback, "id" | "url" | "purpose" | "organisation" | "createdAt">;

const destinations: Readonly<Record<string, DestinationKind>> = {
  "1": "rest-api",
  "8": "object-storage",
  "4": "cloud-stream",
};
/** Not in the specification; known from public sources only (docs/service-facts.md#data-stream). */
const otherDestinations: Readonly<Record<string, string>> = {
  "2": "keen.io",
  "3": "Datadog",
  "6": t(($) => $.network.streams.destination.restBulk),
  "7": "Salesforce",
};
const contents: Readonly<Record<string, StreamContent>> = { "2": "events", "3": "usage-and-events" };

export function readStream(record: JsonRecord): ListedStream {
  const callback = callbackOf(record["api_callback"]);
  const target = callback.url ?? readFilledText(record["api_parameter"]);
  return definedFields<ListedStream>({
    id: readId(record["id"]),
    ...destinationOf(record["api_type"]),
    ...contentOf(record["data_stream_type"]),
    historic: readBoolean(record["stream_historic_data"]),
    target,
    role: readFilledText(record["api_username"]),
    callback: callback.id,
    active: readBoolean(record["active"]),
    running: readBoolean(record["running"]),
    lastResult: readFilledText(record["last_result_code"]),
    lastDispatchedAt: parseServiceDate(record["last_dispatched_timestamp"]),
  });
}

export function readCallback(record: JsonRecord): ListedCallback {
  return definedFields<ListedCallback>({
    id: readId(record["id"]),
    url: readFilledText(record["url"]),
    purpose: readFilledText(record["purpose"]),
    organisation: readId(record["organisation_id"]),
    createdAt: parseServiceDate(record["created"]),
  });
}

function callbackOf(value: unknown): { readonly id: string | undefined; readonly url: string | undefined } {
  if (isRecord(value)) return { id: readId(value["id"]), url: readFilledText(value["url"]) };
  const plain = readFilledText(value);
  if (plain === undefined) return { id: undefined, url: undefined };
  return /^\d+$/.test(plain) ? { id: plain, url: undefined } : { id: undefined, url: plain };
}

function destinationOf(value: unknown): Pick<ListedStream, "destination" | "destinationText"> {
  const { id = "", description } = pair(value);
  const destination = destinations[id];
  if (destination !== undefined) return { destination, destinationText: destinationLabels[destination] };
  const other = id === "" ? undefined : t(($) => $.network.streams.destination.other, { id });
  return { destinationText: otherDestinations[id] ?? description ?? other };
}

function contentOf(value: unknown): Pick<ListedStream, "content" | "contentText"> {
  const { id = "", description } = pair(value);
  const content = contents[id];
  if (content !== undefined) return { content, contentText: contentLabels[content] };
  if (id === "1") return { contentText: t(($) => $.network.streams.content.usage) };
  return { contentText: description ?? (id === "" ? undefined : t(($) => $.network.streams.content.other, { id })) };
}

function pair(value: unknown): { readonly id: string | undefined; readonly description: string | undefined } {
  if (!isRecord(value)) return { id: readId(value), description: undefined };
  return { id: readId(value["id"]), description: readFilledText(value["description"]) };
}

const mask = "•••";

/** Masks secret fields and passwords inside URLs, at any depth. */
export function withoutSecrets(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecretName(name) && holds(value) ? mask : cleaned(value)]),
  );
}

/** Masks the password in `https://user:password@host`. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*):[^\s/?#]*@/gi, `$1:${mask}@`);
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutPassword(value);
  if (Array.isArray(value)) return value.map(cleaned);
  return isRecord(value) ? withoutSecrets(value) : value;
}

function isSecretName(name: string): boolean {
  return /password|secret|token|credential|private_?key|api_?key/i.test(name);
}

function holds(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
