/**
 * The fields of each collection, in display order (docs/service-facts.md#endpoint, #sim, #organisation, #lists). To add one:
 * a line here, its label in `shared/texts/en/fleet.ts`, and a migration if lists are to be filtered or sorted by it.
 */
import type { Collection, FieldKind, MatchRule, QueryRule, RecordField, RecordText } from "./schema.ts";

const exact: MatchRule = { kind: "exact" };
const wildcard: MatchRule = { kind: "wildcard" };
const startsWith: MatchRule = { kind: "startsWith" };
const iccidRule: MatchRule = { kind: "exactOver", characters: 19 };
const imsiRule: MatchRule = { kind: "exactOver", characters: 14 };

/** Cached, with few distinct values. */
const repeating = { repeats: true };
const distinct = { repeats: false };

/** A field that only the live service filters and sorts by. */
const live = (match: MatchRule): QueryRule => ({ match, spec: null });
const liveTime: QueryRule = { match: wildcard, spec: null, colons: true };

type Extras = Partial<Omit<RecordField, "name" | "label" | "kind">>;

const field = (name: string, label: RecordText, kind: FieldKind, extras: Extras): RecordField => ({
  name,
  path: name,
  label,
  kind,
  ...extras,
});

const id = (width: number, query: QueryRule, hidden?: true): RecordField =>
  field("id", "id", "identifier", { query, list: { width, hidden }, group: "identity", digits: true });
const created = (query?: QueryRule, hidden?: true): RecordField =>
  field("created", "created", "time", { query, stored: query && distinct, list: { width: 116, hidden } });
const status = (width: number, query?: QueryRule): RecordField =>
  field("status", "status", "status", { query, stored: query && repeating, list: { width }, group: "identity" });
const name = (width: number): RecordField =>
  field("name", "name", "text", {
    query: { match: wildcard },
    stored: distinct,
    list: { width },
    group: "identity",
    empty: "noName",
    missingIsEmpty: true,
  });

const endpoint: readonly RecordField[] = [
  name(208),
  id(88, { match: exact }, true),
  status(112, { match: exact }),
  field("iccid", "iccid", "identifier", {
    path: "sim.iccid",
    query: { match: iccidRule },
    stored: distinct,
    digits: true,
    list: { width: 172 },
    within: "sim",
  }),
  field("ip_address", "ipAddress", "identifier", {
    query: { match: startsWith, spec: "ipAddress", colons: true },
    stored: distinct,
    list: { width: 132 },
    group: "service",
    empty: "ipNotAssigned",
    missingIsEmpty: true,
  }),
  field("tags", "tags", "tags", {
    query: { match: wildcard },
    stored: repeating,
    list: { width: 184 },
    group: "identity",
    empty: "noTags",
    missingIsEmpty: true,
  }),
  field("service_profile", "serviceProfile", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 120 },
    group: "service",
    target: "service_profile",
  }),
  field("tariff_profile", "tariffProfile", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 116 },
    group: "service",
  }),
  field("ip_address_space", "ipAddressSpace", "reference", { group: "service", optional: true }),
  field("sim", "sim", "reference", {
    stored: { column: "sim_id", repeats: false },
    group: "simAndDevice",
    target: "sim",
    empty: "noSim",
    missingIsEmpty: true,
  }),
  field("sim_id", "simId", "identifier", { path: "sim.id", list: { width: 92, hidden: true }, within: "sim" }),
  field("sim_status", "simStatus", "status", {
    path: "sim.status",
    target: "sim",
    query: live(exact),
    stored: repeating,
    list: { width: 116, hidden: true },
    group: "simAndDevice",
    within: "sim",
  }),
  field("iccid_with_luhn", "iccidWithCheckDigit", "identifier", {
    path: "sim.iccid_with_luhn",
    group: "simAndDevice",
    within: "sim",
    optional: true,
  }),
  field("imsi", "imsi", "identifier", {
    path: "sim.imsi",
    stored: distinct,
    digits: true,
    list: { width: 144, hidden: true },
    group: "simAndDevice",
    within: "sim",
  }),
  field("msisdn", "msisdn", "identifier", {
    path: "sim.msisdn",
    stored: distinct,
    digits: true,
    list: { width: 144, hidden: true },
    group: "simAndDevice",
    within: "sim",
  }),
  field("eid", "eid", "identifier", { path: "sim.eid", group: "simAndDevice", within: "sim", optional: true }),
  field("imei", "imei", "identifier", {
    query: { match: startsWith },
    stored: distinct,
    digits: true,
    list: { width: 152, hidden: true },
    group: "simAndDevice",
    empty: "imeiNotReported",
  }),
  field("imei_with_luhn", "imeiWithCheckDigit", "identifier", { group: "simAndDevice", optional: true }),
  field("imei_lock", "imeiLock", "flag", { list: { width: 84, hidden: true }, group: "simAndDevice", optional: true }),
  field("seen", "lastSeen", "contact", {
    path: "last_seen.at",
    query: { match: { kind: "age" }, spec: null },
    list: { width: 136 },
    group: "timestamps",
  }),
  field("connectivity", "connectivity", "text", {
    path: "last_seen.state",
    list: { width: 104, hidden: true },
    optional: true,
  }),
  field("seen_source", "lastSeenSource", "text", {
    path: "last_seen.source",
    list: { width: 104, hidden: true },
    optional: true,
  }),
  { ...created(liveTime, true), group: "timestamps" },
  field("last_updated", "lastUpdated", "time", {
    query: liveTime,
    stored: distinct,
    list: { width: 124 },
    group: "timestamps",
  }),
];

const sim: readonly RecordField[] = [
  field("iccid", "iccid", "identifier", {
    query: { match: iccidRule },
    stored: distinct,
    digits: true,
    list: { width: 172 },
    group: "identity",
  }),
  field("iccid_with_luhn", "iccidWithCheckDigit", "identifier", {
    list: { width: 180, hidden: true },
    group: "identity",
    optional: true,
  }),
  field("eid", "eid", "identifier", {
    list: { width: 260, hidden: true },
    group: "identity",
    empty: "noEid",
    missingIsEmpty: true,
    optional: true,
  }),
  id(88, { match: exact }, true),
  status(116, live(exact)),
  field("imsi", "imsi", "identifier", {
    query: { match: imsiRule },
    stored: distinct,
    digits: true,
    list: { width: 144 },
    group: "identity",
  }),
  field("msisdn", "msisdn", "identifier", {
    query: { match: startsWith, spec: "msisdns" },
    stored: distinct,
    digits: true,
    list: { width: 144 },
    group: "identity",
  }),
  field("endpoint", "endpoint", "reference", {
    query: live(exact),
    stored: distinct,
    list: { width: 104 },
    group: "assignment",
    target: "endpoint",
    empty: "notAssigned",
    missingIsEmpty: true,
  }),
  field("customer_org", "customer", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 140 },
    group: "assignment",
    target: "organisation",
    empty: "noCustomer",
    missingIsEmpty: true,
  }),
  field("reseller_org", "reseller", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 128, hidden: true },
    group: "assignment",
    target: "organisation",
    empty: "noReseller",
    missingIsEmpty: true,
    optional: true,
  }),
  field("issuer_org", "issuer", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 128, hidden: true },
    group: "assignment",
    target: "organisation",
  }),
  field("model", "model", "reference", { query: live(exact), stored: repeating, list: { width: 164 }, group: "card" }),
  field("production_date", "productionDate", "time", {
    query: liveTime,
    stored: distinct,
    list: { width: 124 },
    group: "card",
  }),
  field("activation_date", "activationDate", "time", {
    list: { width: 124, hidden: true },
    group: "card",
    optional: true,
  }),
];

const imsi: readonly RecordField[] = [
  field("digits", "imsi", "identifier", {
    path: "imsi",
    query: { match: imsiRule },
    stored: distinct,
    digits: true,
    list: { width: 148 },
    group: "identity",
  }),
  id(92, { match: exact }),
  status(112),
  field("type", "type", "reference", { list: { width: 120 }, group: "identity" }),
  field("sim", "sim", "reference", { group: "assignment", target: "sim", empty: "noSim", missingIsEmpty: true }),
  field("sim_iccid", "iccid", "identifier", { path: "sim.iccid", list: { width: 172 }, within: "sim" }),
  field("sim_id", "simId", "identifier", { path: "sim.id", list: { width: 92, hidden: true }, within: "sim" }),
  field("imsi_pool", "pool", "reference", { list: { width: 120 }, group: "assignment" }),
  field("import_date", "imported", "time", { list: { width: 116 }, group: "assignment" }),
];

const organisation: readonly RecordField[] = [
  name(200),
  id(80, { match: exact }),
  status(112),
  field("ext_reference", "externalReference", "identifier", {
    query: { match: wildcard },
    stored: distinct,
    list: { width: 148 },
    group: "identity",
    missingIsEmpty: true,
  }),
  field("type", "type", "reference", { list: { width: 112 }, group: "account" }),
  field("class", "class", "reference", { list: { width: 112 }, group: "account" }),
  field("country", "country", "reference", { list: { width: 112 }, group: "account" }),
  field("monthly_cost_limit", "monthlyLimit", "money", { list: { width: 104 }, group: "account", empty: "noLimit" }),
  { ...created({ match: wildcard, colons: true }), group: "account" },
];

const user: readonly RecordField[] = [
  field("username", "username", "text", {
    query: { match: wildcard },
    stored: distinct,
    list: { width: 220 },
    group: "identity",
  }),
  name(168),
  id(80, live(exact)),
  status(156, live(exact)),
  field("roles", "roles", "tags", { list: { width: 140 }, group: "identity", empty: "noRoles" }),
  field("organisation", "organisation", "reference", {
    query: live(exact),
    stored: repeating,
    list: { width: 168 },
    group: "assignment",
    target: "organisation",
  }),
  { ...created(liveTime), group: "assignment" },
];

/** Amounts are texts and are shown unchanged. */
const tariffPlan: readonly RecordField[] = [
  name(176),
  id(72, live(exact)),
  status(116),
  field("description", "description", "text", {
    query: { match: wildcard },
    stored: distinct,
    list: { width: 240 },
    group: "identity",
    missingIsEmpty: true,
  }),
  field("notes", "notes", "text", {
    query: { match: wildcard },
    stored: distinct,
    list: { width: 176 },
    group: "identity",
    missingIsEmpty: true,
  }),
  field("rate", "rate", "number", { list: { width: 96 }, group: "terms" }),
  field("yearly_rate", "yearlyRate", "number", { list: { width: 104, hidden: true }, group: "terms", optional: true }),
  field("sim_activation_fee", "simActivationFee", "number", {
    list: { width: 112, hidden: true },
    group: "terms",
    optional: true,
  }),
  field("currency", "currency", "reference", { list: { width: 84 }, group: "terms" }),
  field("max_active_sims", "maxActiveSims", "number", {
    list: { width: 104 },
    group: "terms",
    empty: "noLimit",
    optional: true,
  }),
  field("used_count", "usedBy", "number", { list: { width: 84 }, group: "terms", optional: true }),
];

export const recordFields: Readonly<Record<Collection, readonly RecordField[]>> = {
  endpoint,
  sim,
  imsi,
  organisation,
  user,
  tariff_plan: tariffPlan,
};
