/** The seeded records of a fleet. Endpoints first (docs/service-facts.md#endpoint). */
import { idField, type RecordSource, at, digitsKey, type Field, field, keyOf, type Key } from "./collection.ts";
import {
  createDateWriter,
  firstEndpointId,
  firstSimId,
  iccidOf,
  imsiOf,
  luhnDigit,
  msisdnOf,
  type JsonObject,
  type JsonValue,
  mix,
  formatDate,
  firstImsiId,
  pick,
} from "./values.ts";
import type { Settings } from "./options.ts";
import { hasSim, type Fixtures } from "./fixtures.ts";
import { organisation } from "./accounts.ts";

/** The states of a SIM by their ids. */
export const simStatuses = ["Issued", "Activated", "Suspended"] as const;

const dayMs = 86_400_000;
const firstCreated = Date.UTC(2023, 0, 2, 8);
const createdAt = (seed: number, slot: number): number => firstCreated + (mix(seed, slot, 4) % (700 * 24)) * 3_600_000;
const updatedAt = (seed: number, slot: number): number => createdAt(seed, slot) + (mix(seed, slot, 5) % 100) * dayMs;

export function endpointSource(settings: Settings, fixtures: Fixtures): RecordSource {
  const { seed, oddities } = settings;
  const date = createDateWriter(fixedShape(settings));
  const make = (slot: number): JsonObject => ({
    id: firstEndpointId + slot,
    name: fixtures.name(slot),
    tags: fixtures.tags(slot),
    created: date(createdAt(seed, slot)),
    last_updated: date(updatedAt(seed, slot)),
    status: fixtures.disabled(slot) ? { id: 1, description: "Disabled" } : { id: 0, description: "Enabled" },
    service_profile: { ...fixtures.profile(slot) },
    tariff_profile: { ...fixtures.tariff(slot) },
    ...(hasSim(slot)
      ? { sim: simPart(seed, slot, fixtures.simStatus(slot)) }
      : oddities.simNull === true
        ? { sim: null }
        : {}),
    imei: fixtures.imei(slot),
    imei_lock: false,
    ip_address: fixtures.ip(slot),
    ip_address_space: { id: 55 },
  });
  return {
    name: "endpoint",
    count: settings.endpoints,
    firstId: firstEndpointId,
    fields: endpointFields(seed, fixtures, date),
    make,
  };
}

/** The SIM inside an endpoint record. */
export function simPart(seed: number, slot: number, status: number): JsonObject {
  const iccid = iccidOf(seed, slot);
  return {
    id: firstSimId + slot,
    iccid,
    ...(slot % 2 === 0 ? { iccid_with_luhn: iccid + luhnDigit(iccid) } : {}),
    imsi: imsiOf(seed, slot),
    msisdn: msisdnOf(seed, slot),
    status: { id: status, description: simStatuses[status] },
  };
}

function endpointFields(seed: number, fixtures: Fixtures, date: (epochMs: number) => string): readonly Field[] {
  const lower = (value: JsonValue): ReturnType<typeof keyOf> => keyOf(value);
  const ipField = (record: JsonObject): ReturnType<typeof keyOf> => keyOf(record["ip_address"]);
  return [
    idField(firstEndpointId),
    field(
      "name",
      "wildcard",
      (record) => keyOf(record["name"]),
      (slot) => lower(fixtures.name(slot)),
    ),
    field(
      "tags",
      "wildcard",
      (record) => keyOf(record["tags"]),
      (slot) => lower(fixtures.tags(slot)),
    ),
    {
      spec: ["ipAddress"],
      live: ["ip_address"],
      match: "startsWith",
      key: ipField,
      quick: (slot) => lower(fixtures.ip(slot)),
    },
    field(
      "imei",
      "startsWith",
      (record) => digitsKey(record["imei"]),
      (slot) => lower(fixtures.imei(slot)),
    ),
    field(
      "iccid",
      { threshold: 19 },
      (record) => digitsKey(at(record, "sim", "iccid")),
      (slot) => (hasSim(slot) ? iccidOf(seed, slot) : undefined),
    ),
    field(
      "status",
      "exact",
      (record) => keyOf(at(record, "status", "id")),
      (slot) => (fixtures.disabled(slot) ? 1 : 0),
    ),
    field(
      "service_profile",
      "exact",
      (record) => keyOf(at(record, "service_profile", "id")),
      (slot) => fixtures.profile(slot).id,
    ),
    field(
      "tariff_profile",
      "exact",
      (record) => keyOf(at(record, "tariff_profile", "id")),
      (slot) => fixtures.tariff(slot).id,
    ),
    field(
      "created",
      "wildcard",
      (record) => keyOf(record["created"]),
      (slot) => lower(date(createdAt(seed, slot))),
    ),
    field(
      "last_updated",
      "wildcard",
      (record) => keyOf(record["last_updated"]),
      (slot) => lower(date(updatedAt(seed, slot))),
    ),
    {
      spec: [],
      live: ["sim_status"],
      match: "exact",
      key: (record) => keyOf(at(record, "sim", "status", "id")),
      quick: (slot) => (hasSim(slot) ? fixtures.simStatus(slot) : undefined),
    },
  ];
}

/** Dates of collections have one shape per service; `mixed` is for SMS, quotas and events. */
export function fixedShape(settings: Settings): Exclude<NonNullable<Settings["oddities"]["dates"]>, "mixed"> {
  const shape = settings.oddities.dates ?? "recorded";
  return shape === "mixed" ? "recorded" : shape;
}

// The seeded SIMs, one per endpoint; the SIM of an endpoint that has none is unassigned (docs/service-facts.md#sim).

const issuer = { id: 2, name: "Radio Provider", country: { id: 74, name: "Germany" } };
const models = [
  { id: 1, description: "Standard 2FF/3FF/4FF", memory_size: 128 },
  { id: 2, description: "Industrial MFF2", memory_size: 256 },
] as const;
const firstProduced = Date.UTC(2022, 4, 2, 6);
const hourMs = 3_600_000;

const producedAt = (seed: number, slot: number): number => firstProduced + (mix(seed, slot, 22) % (200 * 24)) * hourMs;
const modelOf = (seed: number, slot: number): (typeof models)[number] => pick(models, mix(seed, slot, 23));

export function simSource(settings: Settings, fixtures: Fixtures): RecordSource {
  const { seed } = settings;
  const write = createDateWriter(fixedShape(settings));
  const date = (slot: number): string => write(producedAt(seed, slot));
  const make = (slot: number): JsonObject => {
    const iccid = iccidOf(seed, slot);
    const status = fixtures.simStatusInList(slot);
    return {
      id: firstSimId + slot,
      iccid,
      iccid_with_luhn: iccid + luhnDigit(iccid),
      production_date: date(slot),
      status: { id: status, description: simStatuses[status] },
      ...(hasSim(slot) ? { customer_org: { ...organisation }, endpoint: { id: firstEndpointId + slot } } : {}),
      issuer_org: issuer,
      imsi: imsiOf(seed, slot),
      msisdn: msisdnOf(seed, slot),
      model: modelOf(seed, slot),
    };
  };
  return { name: "sim", count: settings.endpoints, firstId: firstSimId, fields: simFields(seed, fixtures, date), make };
}

function simFields(seed: number, fixtures: Fixtures, date: (slot: number) => string): readonly Field[] {
  const idAt =
    (name: string) =>
    (record: JsonObject): Key =>
      keyOf(at(record, name, "id"));
  const msisdn = (record: JsonObject): Key => digitsKey(record["msisdn"]);
  return [
    idField(firstSimId),
    field(
      "imsi",
      { threshold: 14 },
      (record) => digitsKey(record["imsi"]),
      (slot) => imsiOf(seed, slot),
    ),
    { spec: ["msisdns"], live: ["msisdn"], match: "startsWith", key: msisdn, quick: (slot) => msisdnOf(seed, slot) },
    field(
      "iccid",
      { threshold: 19 },
      (record) => digitsKey(record["iccid"]),
      (slot) => iccidOf(seed, slot),
    ),
    {
      spec: [],
      live: ["status"],
      match: "exact",
      key: idAt("status"),
      quick: (slot) => fixtures.simStatusInList(slot),
    },
    {
      spec: [],
      live: ["endpoint"],
      match: "exact",
      key: idAt("endpoint"),
      quick: (slot) => (hasSim(slot) ? firstEndpointId + slot : undefined),
    },
    { spec: [], live: ["issuer_org"], match: "exact", key: idAt("issuer_org"), quick: () => issuer.id },
    { spec: [], live: ["reseller_org"], match: "exact", key: idAt("reseller_org"), quick: () => undefined },
    {
      spec: [],
      live: ["customer_org"],
      match: "exact",
      key: idAt("customer_org"),
      quick: (slot) => (hasSim(slot) ? organisation.id : undefined),
    },
    {
      spec: [],
      live: ["production_date"],
      match: "wildcard",
      key: (record) => keyOf(record["production_date"]),
      quick: (slot) => keyOf(date(slot)),
    },
    { spec: [], live: ["model"], match: "exact", key: idAt("model"), quick: (slot) => modelOf(seed, slot).id },
  ];
}

/** The seeded IMSIs, one per SIM; some numbers are text. */
export function imsiSource(settings: Settings, fixtures: Fixtures): RecordSource {
  const { seed } = settings;
  const imported = formatDate(firstProduced, fixedShape(settings));
  const make = (slot: number): JsonObject => ({
    id: firstImsiId + slot,
    imsi: imsiOf(seed, slot),
    import_date: imported,
    status: { id: 0, description: "Enabled" },
    imsi_pool: { id: 11, description: "Pool 1", network_coverage_id: "3" },
    type: { id: 0, description: "Root IMSI" },
    sim: {
      id: String(firstSimId + slot),
      iccid: iccidOf(seed, slot),
      status_id: String(fixtures.simStatusInList(slot)),
    },
  });
  const digits: Field = {
    spec: ["digits"],
    live: ["digits", "imsi"],
    match: { threshold: 14 },
    key: (record) => digitsKey(record["imsi"]),
    quick: (slot) => imsiOf(seed, slot),
  };
  const { endpoints: count } = settings;
  return { name: "imsi", count, firstId: firstImsiId, fields: [idField(firstImsiId), digits], make };
}
