/** The seeded endpoints (field facts, section 7). */
import { idField, type RecordSource } from "./collection.ts";
import { createDateWriter } from "./dates.ts";
import { at, digitsKey, type Field, field, keyOf } from "./field.ts";
import {
  firstEndpointId,
  firstSimId,
  iccidOf,
  imeiOf,
  imsiOf,
  ipAddressOf,
  luhnDigit,
  msisdnOf,
} from "./identifiers.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Settings } from "./options.ts";
import { mix, pick } from "./random.ts";

const kinds = ["van", "meter", "pump", "vending", "Alarm", "van", "meter", "Kühlbox"] as const;
const tags: readonly (string | null)[] = [
  "north",
  "north,fridge",
  "south",
  "south,night",
  "east",
  "West",
  "west,fridge,pilot",
  "",
  null,
];
export const tariffProfiles = ["Europe", "Europe plus", "World", "Pilot"] as const;
export const seededProfiles = ["Trackers", "Meters", "Vending"] as const;
export const firstProfileId = 901;
export const firstTariffProfileId = 951;
const dayMs = 86_400_000;
const firstCreated = Date.UTC(2023, 0, 2, 8);

/** Every 50th endpoint has no SIM. */
export const hasSim = (slot: number): boolean => slot % 50 !== 49;
const kindOf = (seed: number, slot: number): string => (slot === 16 ? "van" : pick(kinds, mix(seed, slot, 1)));
const nameOf = (seed: number, slot: number): string => `${kindOf(seed, slot)}-${String(slot + 1).padStart(5, "0")}`;
const tagsOf = (seed: number, slot: number): string | null => pick(tags, mix(seed, slot, 2));
const disabled = (seed: number, slot: number): boolean => mix(seed, slot, 3) % 33 === 0;
const createdAt = (seed: number, slot: number): number => firstCreated + (mix(seed, slot, 4) % (700 * 24)) * 3_600_000;
const updatedAt = (seed: number, slot: number): number => createdAt(seed, slot) + (mix(seed, slot, 5) % 100) * dayMs;
const imei = (seed: number, slot: number): string | null => (mix(seed, slot, 6) % 10 === 0 ? null : imeiOf(seed, slot));
const ip = (seed: number, slot: number): string | null => (mix(seed, slot, 7) % 40 === 0 ? null : ipAddressOf(slot));
const profileOf = (seed: number, slot: number): number => mix(seed, slot, 8) % seededProfiles.length;
const tariffOf = (seed: number, slot: number): number => mix(seed, slot, 9) % tariffProfiles.length;

export function endpointSource(settings: Settings): RecordSource {
  const { seed, oddities } = settings;
  const date = createDateWriter(fixedShape(settings));
  const make = (slot: number): JsonObject => ({
    id: firstEndpointId + slot,
    name: nameOf(seed, slot),
    tags: tagsOf(seed, slot),
    created: date(createdAt(seed, slot)),
    last_updated: date(updatedAt(seed, slot)),
    status: disabled(seed, slot) ? { id: 1, description: "Disabled" } : { id: 0, description: "Enabled" },
    service_profile: { id: firstProfileId + profileOf(seed, slot), name: seededProfiles[profileOf(seed, slot)] },
    tariff_profile: { id: firstTariffProfileId + tariffOf(seed, slot), name: tariffProfiles[tariffOf(seed, slot)] },
    ...(hasSim(slot) ? { sim: simPart(seed, slot) } : oddities.simNull === true ? { sim: null } : {}),
    imei: imei(seed, slot),
    imei_lock: false,
    ip_address: ip(seed, slot),
    ip_address_space: { id: 55 },
  });
  return {
    name: "endpoint",
    count: settings.endpoints,
    firstId: firstEndpointId,
    fields: endpointFields(seed, date),
    make,
  };
}

function simPart(seed: number, slot: number): JsonObject {
  const iccid = iccidOf(seed, slot);
  return {
    id: firstSimId + slot,
    iccid,
    ...(slot % 2 === 0 ? { iccid_with_luhn: iccid + luhnDigit(iccid) } : {}),
    imsi: imsiOf(seed, slot),
    msisdn: msisdnOf(seed, slot),
    status: { id: 1, description: "Activated" },
  };
}

function endpointFields(seed: number, date: (epochMs: number) => string): readonly Field[] {
  const lower = (value: JsonValue): ReturnType<typeof keyOf> => keyOf(value);
  const ipField = (record: JsonObject): ReturnType<typeof keyOf> => keyOf(record["ip_address"]);
  return [
    idField(firstEndpointId),
    field(
      "name",
      "wildcard",
      (record) => keyOf(record["name"]),
      (slot) => lower(nameOf(seed, slot)),
    ),
    field(
      "tags",
      "wildcard",
      (record) => keyOf(record["tags"]),
      (slot) => lower(tagsOf(seed, slot)),
    ),
    {
      spec: ["ipAddress"],
      live: ["ip_address"],
      match: "startsWith",
      key: ipField,
      quick: (slot) => lower(ip(seed, slot)),
    },
    field(
      "imei",
      "startsWith",
      (record) => digitsKey(record["imei"]),
      (slot) => lower(imei(seed, slot)),
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
      (slot) => (disabled(seed, slot) ? 1 : 0),
    ),
    field(
      "service_profile",
      "exact",
      (record) => keyOf(at(record, "service_profile", "id")),
      (slot) => firstProfileId + profileOf(seed, slot),
    ),
    field(
      "tariff_profile",
      "exact",
      (record) => keyOf(at(record, "tariff_profile", "id")),
      (slot) => firstTariffProfileId + tariffOf(seed, slot),
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
      quick: (slot) => (hasSim(slot) ? 1 : undefined),
    },
  ];
}

/** Dates of collections keep one shape per service; `mixed` is for SMS, quotas and events. */
export function fixedShape(settings: Settings): Exclude<NonNullable<Settings["oddities"]["dates"]>, "mixed"> {
  const shape = settings.oddities.dates ?? "recorded";
  return shape === "mixed" ? "recorded" : shape;
}
