/** The seeded records of a fleet. Endpoints first (docs/service-facts.md#endpoint). */
import {
  type Field,
  type RecordSource,
  digitsField,
  idField,
  liveOnly,
  referenceField,
  textField,
} from "./collection.ts";
import {
  createDateWriter,
  firstEndpointId,
  firstSimId,
  iccidOf,
  imsiOf,
  luhnDigit,
  msisdnOf,
  type JsonObject,
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
  const iccid = (slot: number): string | undefined => (hasSim(slot) ? iccidOf(seed, slot) : undefined);
  const simStatus = (slot: number): number | undefined => (hasSim(slot) ? fixtures.simStatus(slot) : undefined);
  return [
    idField(firstEndpointId),
    textField("name", "wildcard", (slot) => fixtures.name(slot)),
    textField("tags", "wildcard", (slot) => fixtures.tags(slot)),
    { ...textField("ip_address", "startsWith", (slot) => fixtures.ip(slot)), spec: ["ipAddress"] },
    digitsField("imei", "startsWith", (slot) => fixtures.imei(slot)),
    digitsField("iccid", { threshold: 19 }, iccid, ["sim", "iccid"]),
    referenceField("status", (slot) => (fixtures.disabled(slot) ? 1 : 0)),
    referenceField("service_profile", (slot) => fixtures.profile(slot).id),
    referenceField("tariff_profile", (slot) => fixtures.tariff(slot).id),
    textField("created", "wildcard", (slot) => date(createdAt(seed, slot))),
    textField("last_updated", "wildcard", (slot) => date(updatedAt(seed, slot))),
    liveOnly(referenceField("sim_status", simStatus, ["sim", "status"])),
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
  const endpoint = (slot: number): number | undefined => (hasSim(slot) ? firstEndpointId + slot : undefined);
  const customer = (slot: number): number | undefined => (hasSim(slot) ? organisation.id : undefined);
  return [
    idField(firstSimId),
    digitsField("imsi", { threshold: 14 }, (slot) => imsiOf(seed, slot)),
    { ...digitsField("msisdn", "startsWith", (slot) => msisdnOf(seed, slot)), spec: ["msisdns"] },
    digitsField("iccid", { threshold: 19 }, (slot) => iccidOf(seed, slot)),
    liveOnly(referenceField("status", (slot) => fixtures.simStatusInList(slot))),
    liveOnly(referenceField("endpoint", endpoint)),
    liveOnly(referenceField("issuer_org", () => issuer.id)),
    liveOnly(referenceField("reseller_org", () => undefined)),
    liveOnly(referenceField("customer_org", customer)),
    liveOnly(textField("production_date", "wildcard", date)),
    liveOnly(referenceField("model", (slot) => modelOf(seed, slot).id)),
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
  const digits = digitsField("imsi", { threshold: 14 }, (slot) => imsiOf(seed, slot));
  const fields = [idField(firstImsiId), { ...digits, spec: ["digits"], live: ["digits", "imsi"] }];
  const { endpoints: count } = settings;
  return { name: "imsi", count, firstId: firstImsiId, fields, make };
}
