/** Types of events, lists and queries as passed to the store's thread. Pure. */
import { severitySchema } from "#shared/contract/events/event-schemas.ts";
import type { EventScope, FleetEvent, Severity, Span } from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { FilterTerm } from "../../core/api/query.ts";
import type { SqlValue } from "../../core/store/db.ts";
import type { ContactSource } from "../../core/store/endpoint-contacts.ts";
import { readEvent, scopesOf, eventSearchText, tokenize } from "./read-event.ts";

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

export function scopeOf({ kind, id }: StoredScope): EventScope {
  return kind === "all" ? { of: kind } : { of: kind, id };
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
