/** Types of events, lists and queries as passed to the store's thread. Pure. */
import {
  type EventScope,
  type EventWord,
  type FleetEvent,
  type Severity,
  type Span,
  severitySchema,
} from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { FilterTerm } from "../../core/api/query.ts";
import type { SqlValue } from "../../core/store/db.ts";
import type { ContactSource } from "../../core/store/endpoint-contacts.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { createHash } from "node:crypto";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readBoolean, readId, readText } from "../../core/api/json.ts";

/** A list of events; `id` is empty for the list of all events. */
export interface StoredScope {
  readonly kind: EventScope["of"];
  readonly id: string;
}

export interface EventRow {
  readonly key: string;
  readonly at: number;
  readonly timed: boolean;
  readonly severity: number;
  readonly type: FleetEvent["type"];
  readonly source: FleetEvent["source"];
  readonly alert: boolean | undefined;
  readonly endpoint: string | undefined;
  readonly descriptionTokens: string;
  readonly searchText: string;
  /** JSON. */
  readonly record: string;
  readonly scopes: readonly StoredScope[];
}

/** A cached event as returned by a query; its other fields are parsed from the record. */
export interface CachedEvent {
  readonly eid: number;
  readonly key: string;
  readonly at: number;
  readonly readAt: number;
  /** JSON. */
  readonly record: string;
}

/** A query with parsed texts. */
export interface StoredQuestion {
  readonly connection: number;
  readonly scope: StoredScope;
  /** The span that coverage is reported for. */
  readonly requested: Span;
  /** The span that rows are selected from; `until` is exclusive. */
  readonly from: number;
  readonly until: number;
  /** Codes of severities. */
  readonly severity: readonly number[] | undefined;
  readonly type: readonly string[] | undefined;
  readonly source: readonly string[] | undefined;
  readonly alert: boolean | undefined;
  readonly endpoint: string | undefined;
  /** In lower case; empty for no search. */
  readonly search: string;
  readonly terms: readonly FilterTerm[];
}

/** The place of an event in a list: time and key. */
export interface Place {
  readonly at: number;
  readonly key: string;
}

export function storedScope(scope: EventScope): StoredScope {
  return { kind: scope.of, id: scope.of === "all" ? "" : scope.id };
}

/** The code of a severity is its index in the contract's enumeration. */
export function severityCode(severity: Severity): number {
  return severitySchema.options.indexOf(severity);
}

export function severityOfCode(code: number): Severity {
  return severitySchema.options[code] ?? "unknown";
}

/** In the order of the store: integer ids as numbers, before all texts. */
export function boundKey(key: string): SqlValue {
  return /^(0|[1-9]\d{0,17})$/.test(key) ? BigInt(key) : key;
}

export function rowOf(record: JsonRecord, readAt: number): EventRow {
  const event = readEvent(record, readAt);
  return {
    key: event.key,
    at: event.at,
    timed: event.timed,
    severity: severityCode(event.severity),
    type: event.type,
    source: event.source,
    alert: event.alert,
    endpoint: event.endpoint?.id,
    descriptionTokens: tokenize(event.description ?? ""),
    searchText: eventSearchText(event, record),
    record: JSON.stringify(record),
    scopes: scopesOf(event).map(storedScope),
  };
}

export function eventOf({ key, record, readAt, at }: CachedEvent): FleetEvent {
  // The cached time takes precedence, because a record without a time may be read again later.
  return { ...readEvent(JSON.parse(record) as JsonRecord, readAt), key, at };
}

/** What an event proves about the endpoint's contact with the network. The ids of types are not documented, so their text decides. */
export function contactSourceOf({ type, timed }: Pick<EventRow, "type" | "timed">): ContactSource | undefined {
  if (!timed || type === undefined) return undefined;
  if (/pdp/i.test(type.label)) return "data";
  return /location/i.test(type.label) ? "location" : undefined;
}

// Converts an event of the service (docs/service-facts.md#events) to the contract's type. Missing values are omitted, never guessed.

/** The id decides; texts are used only where there is no id, since they have several spellings. */
const severityIds: Readonly<Record<string, Severity>> = { 0: "info", 1: "warning", 2: "critical" };
const severityTexts: Readonly<Record<string, Severity>> = {
  info: "info",
  information: "info",
  warn: "warning",
  warning: "warning",
  critical: "critical",
};

/** `readAt`: when this event was first read, in epoch milliseconds; replaces a time that cannot be parsed. */
export function readEvent(record: JsonRecord, readAt: number): FleetEvent {
  const id = readId(record["id"]);
  const at = parseServiceDate(record["timestamp"]);
  const grade = record["event_severity"] ?? record["severity"];
  return definedFields<FleetEvent>({
    key: id ?? contentKey(record),
    id,
    at: at ?? readAt,
    timed: at !== undefined,
    severity: severityOf(grade),
    severityText: isRecord(grade) ? wordText(grade) : readText(grade),
    type: wordOf(record["event_type"] ?? record["type"]),
    source: wordOf(record["event_source"] ?? record["source"]),
    alert: readBoolean(record["alert"]),
    description: readText(record["description"]),
    endpoint: referenceOf(record["endpoint"], ["name"]),
    sim: referenceOf(record["sim"], ["iccid"]),
    imsi: isRecord(record["imsi"]) ? readId(record["imsi"]["imsi"]) : readId(record["imsi"]),
    organisation: referenceOf(record["organisation"], ["name"]),
    user: referenceOf(record["user"], ["name", "username"]),
    readAt,
  });
}

/** The lists that an event belongs to, according to its record. */
export function scopesOf(event: FleetEvent): EventScope[] {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = event[of]?.id;
    return id === undefined ? [] : [{ of, id }];
  });
  return [{ of: "all" }, ...named];
}

/** The words of a description in lower case, each surrounded by spaces: the unit that the service's text search compares. */
export function tokenize(text: string): string {
  const tokens = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return ` ${tokens.filter((word) => word !== "").join(" ")} `;
}

/** The text that a search matches, in lower case. */
export function eventSearchText(event: FleetEvent, record: JsonRecord): string {
  const endpoint = isRecord(record["endpoint"]) ? record["endpoint"] : {};
  const texts = [
    event.description,
    event.type?.label,
    event.severityText,
    event.id,
    ...[event.endpoint, event.sim, event.organisation, event.user].flatMap((one) => [one?.id, one?.name]),
    event.imsi,
    readText(endpoint["tags"]),
    readText(endpoint["ip_address"]),
    readText(endpoint["imei"]),
  ];
  return texts.flatMap((part) => (part === undefined ? [] : [part.toLowerCase()])).join("\n");
}

function severityOf(value: unknown): Severity {
  const id = isRecord(value) ? readText(value["id"]) : readText(value);
  const text = isRecord(value) ? wordText(value) : readText(value);
  if (id !== undefined && /^\d+$/.test(id)) return severityIds[String(Number(id))] ?? "unknown";
  return severityTexts[text?.toLowerCase() ?? ""] ?? "unknown";
}

/** A coded value: with id and text (under either of its names), with one of them, or a bare value. */
function wordOf(value: unknown): EventWord | undefined {
  if (!isRecord(value)) {
    const bare = readText(value);
    return bare === undefined || bare === "" ? undefined : { key: bare.toLowerCase(), label: bare };
  }
  const id = readId(value["id"]);
  const text = wordText(value);
  if (id === undefined) return text === undefined ? undefined : { key: text.toLowerCase(), label: text };
  return { key: id, label: text ?? id };
}

function wordText(value: JsonRecord): string | undefined {
  return [value["description"], value["name"]].map(readText).find((text) => text !== undefined && text !== "");
}

function referenceOf(value: unknown, names: readonly string[]): { id: string; name?: string } | undefined {
  if (!isRecord(value)) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  const id = readId(value["id"]);
  if (id === undefined) return undefined;
  const name = names.map((field) => readText(value[field])).find((text) => text !== undefined && text !== "");
  return name === undefined ? { id } : { id, name };
}

/** The key of a record without an id: identical records are the same event. */
function contentKey(record: JsonRecord): string {
  return `made-${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 24)}`;
}
