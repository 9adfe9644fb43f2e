/** The fields of each collection: their names in the specification and in the live service, and how a criterion matches. */
import type { Collection } from "#contract/fleet.ts";

export type QueryCollection = Collection | "event";

/**
 * How a criterion is compared (docs/service-facts.md#lists). `exactOver` n: exact when longer than n characters, else startsWith.
 * `term`, `text`, `address` and `range` occur on events only and are evaluated by the service.
 */
export type MatchRule =
  | { readonly kind: "exact" }
  | { readonly kind: "wildcard" }
  | { readonly kind: "startsWith" }
  | { readonly kind: "exactOver"; readonly characters: number }
  | { readonly kind: "term" }
  | { readonly kind: "text" }
  | { readonly kind: "address" }
  | { readonly kind: "range" };

export interface QueryField {
  /** Fleetdesk's own name; also accepted as input. */
  readonly name: string;
  /** Name in the specification; undefined when only the live service has the field. */
  readonly spec: string | undefined;
  /** Name in the live service. */
  readonly live: string;
  /** Undefined: only for sorting. */
  readonly match: MatchRule | undefined;
  readonly sortable: boolean;
  /** A criterion may contain a colon, as dates and addresses do. */
  readonly colons: boolean;
}

const exact: MatchRule = { kind: "exact" };
const wildcard: MatchRule = { kind: "wildcard" };
const startsWith: MatchRule = { kind: "startsWith" };
const term: MatchRule = { kind: "term" };
const range: MatchRule = { kind: "range" };
const iccidRule: MatchRule = { kind: "exactOver", characters: 19 };
const imsiRule: MatchRule = { kind: "exactOver", characters: 14 };

type Extras = Partial<Omit<QueryField, "name" | "match">>;

function field(name: string, match: MatchRule | undefined, extras: Extras = {}): QueryField {
  return { name, spec: name, live: name, match, sortable: true, colons: false, ...extras };
}

/** A field that is not in the specification's table. */
function live(name: string, match: MatchRule | undefined, extras: Extras = {}): QueryField {
  return field(name, match, { spec: undefined, ...extras });
}

const filterOnly: Extras = { sortable: false };
const dated: Extras = { colons: true };

/** Per collection, in display order (docs/service-facts.md#lists). */
export const queryFields: Readonly<Record<QueryCollection, readonly QueryField[]>> = {
  endpoint: [
    field("id", exact),
    field("name", wildcard),
    field("tags", wildcard),
    field("ip_address", startsWith, { spec: "ipAddress", colons: true }),
    field("imei", startsWith),
    field("iccid", iccidRule),
    field("status", exact),
    live("service_profile", exact),
    live("tariff_profile", exact),
    live("created", wildcard, dated),
    live("last_updated", wildcard, dated),
    live("sim_status", exact),
  ],
  sim: [
    field("id", exact),
    field("imsi", imsiRule),
    field("msisdn", startsWith, { spec: "msisdns" }),
    field("iccid", iccidRule),
    live("status", exact),
    live("endpoint", exact),
    live("issuer_org", exact),
    live("reseller_org", exact),
    live("customer_org", exact),
    live("production_date", wildcard, dated),
    live("model", exact),
  ],
  imsi: [field("id", exact), field("digits", imsiRule)],
  organisation: [
    field("id", exact),
    field("name", wildcard),
    field("ext_reference", wildcard),
    field("created", wildcard, dated),
  ],
  user: [
    live("id", exact),
    field("username", wildcard),
    field("name", wildcard),
    live("status", exact),
    live("organisation", exact),
    live("created", wildcard, dated),
  ],
  tariff_plan: [live("id", exact), field("notes", wildcard), field("name", wildcard), field("description", wildcard)],
  event: [
    field("id", exact),
    field("tags", term),
    field("description", { kind: "text" }, filterOnly),
    field("severity", exact),
    field("endpoint", term),
    field("ip_address", { kind: "address" }, { colons: true }),
    field("imei", exact, filterOnly),
    field("iccid", exact),
    field("imsi", exact),
    field("source", exact),
    field("type", exact),
    field("from", range, { ...filterOnly, colons: true }),
    field("until", range, { ...filterOnly, colons: true }),
    field("organisation", term),
    field("alert", exact),
    field("user", term),
    live("timestamp", undefined, dated),
    live("iccid_with_luhn", exact, filterOnly),
    live("network", exact, filterOnly),
    live("rat", exact, filterOnly),
    live("country", exact, filterOnly),
  ],
};

/** The field with that name in any of the three spellings. */
export function findField(collection: QueryCollection, name: string): QueryField | undefined {
  const fields = queryFields[collection];
  return (
    fields.find((candidate) => candidate.name === name) ??
    fields.find((candidate) => candidate.spec === name || candidate.live === name)
  );
}
