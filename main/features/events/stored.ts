/** How events, lists and questions look on the way to the store's thread. Pure. */
import { severitySchema } from "#contract/event-schemas.ts";
import type { EventScope, FleetEvent, Severity, Span } from "#contract/event-schemas.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { FilterTerm } from "../../api/query.ts";
import type { SqlValue } from "../../store/db.ts";
import { readEvent, scopesOf, eventSearchText, tokenize } from "./read-event.ts";

/** A list of events; `id` is empty for the list of all. */
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

/** What comes back: the rest is read from the record. */
export interface CachedEvent {
  readonly eid: number;
  readonly key: string;
  readonly at: number;
  readonly readAt: number;
  /** JSON. */
  readonly record: string;
}

/** A question whose texts were read. */
export interface StoredQuestion {
  readonly connection: number;
  readonly scope: StoredScope;
  /** What is told of the time: how much of it was read. */
  readonly requested: Span;
  /** Where rows are looked for. */
  readonly from: number;
  readonly until: number;
  /** Numbers of severities. */
  readonly severity: readonly number[] | undefined;
  readonly type: readonly string[] | undefined;
  readonly source: readonly string[] | undefined;
  readonly alert: boolean | undefined;
  readonly endpoint: string | undefined;
  /** In small letters; empty for none. */
  readonly search: string;
  readonly terms: readonly FilterTerm[];
}

/** Place of an event in a list: time and id. */
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

/** The number stored for a severity is its place among the words of the treaty. */
export function severityCode(severity: Severity): number {
  return severitySchema.options.indexOf(severity);
}

export function severityOfCode(code: number): Severity {
  return severitySchema.options[code] ?? "unknown";
}

/** As the store orders ids: whole numbers as numbers, before every text. */
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
  // The place it has in the copy counts, also where a record without a time was read again.
  return { ...readEvent(JSON.parse(record) as JsonRecord, readAt), key, at };
}
