/** The filter and sort fields of events, in display order (docs/service-facts.md#events). */
import type { MatchRule, QueryRule, RecordText } from "./schema.ts";

export interface EventField {
  readonly name: string;
  readonly label: RecordText;
  readonly query: QueryRule;
}

const exact: MatchRule = { kind: "exact" };
const term: MatchRule = { kind: "term" };
const range: QueryRule = { match: { kind: "range" }, sortable: false, colons: true };
/** Fields that only the live service has. */
const live: QueryRule = { match: exact, spec: null, sortable: false };

export const eventFields: readonly EventField[] = [
  { name: "id", label: "id", query: { match: exact } },
  { name: "tags", label: "tags", query: { match: term } },
  { name: "description", label: "description", query: { match: { kind: "text" }, sortable: false } },
  { name: "severity", label: "severity", query: { match: exact } },
  { name: "endpoint", label: "endpoint", query: { match: term } },
  { name: "ip_address", label: "ipAddress", query: { match: { kind: "address" }, colons: true } },
  { name: "imei", label: "imei", query: { match: exact, sortable: false } },
  { name: "iccid", label: "iccid", query: { match: exact } },
  { name: "imsi", label: "imsi", query: { match: exact } },
  { name: "source", label: "source", query: { match: exact } },
  { name: "type", label: "type", query: { match: exact } },
  { name: "from", label: "from", query: range },
  { name: "until", label: "until", query: range },
  { name: "organisation", label: "organisation", query: { match: term } },
  { name: "alert", label: "alert", query: { match: exact } },
  { name: "user", label: "user", query: { match: term } },
  { name: "timestamp", label: "timestamp", query: { match: undefined, spec: null, colons: true } },
  { name: "iccid_with_luhn", label: "iccidWithCheckDigit", query: live },
  { name: "network", label: "network", query: live },
  { name: "rat", label: "rat", query: live },
  { name: "country", label: "country", query: live },
];
