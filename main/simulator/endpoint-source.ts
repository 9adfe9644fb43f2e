/** The seeded endpoints (docs/service-facts.md#endpoint). */
import { idField, type RecordSource } from "./collection.ts";
import { createDateWriter } from "./dates.ts";
import { at, digitsKey, type Field, field, keyOf } from "./field.ts";
import { firstEndpointId, firstSimId, iccidOf, imsiOf, luhnDigit, msisdnOf } from "./identifiers.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Settings } from "./options.ts";
import { mix } from "./random.ts";
import { hasSim } from "./fixtures.ts";
import type { Fixtures } from "./fixtures.ts";
import { simStatuses } from "./sim-statuses.ts";

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
