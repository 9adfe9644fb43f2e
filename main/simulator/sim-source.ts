/** The seeded SIMs, one per endpoint; the SIM of an endpoint that has none is unassigned (docs/service-facts.md#sim). */
import { idField, type RecordSource } from "./collection.ts";
import { createDateWriter, formatDate } from "./dates.ts";
import { fixedShape } from "./endpoint-source.ts";
import { at, digitsKey, type Field, field, type Key, keyOf } from "./field.ts";
import { firstEndpointId, firstImsiId, firstSimId, iccidOf, imsiOf, luhnDigit, msisdnOf } from "./identifiers.ts";
import type { JsonObject } from "./json.ts";
import type { Settings } from "./options.ts";
import { mix, pick } from "./random.ts";
import { hasSim } from "./fixtures.ts";
import type { Fixtures } from "./fixtures.ts";
import { simStatuses } from "./sim-statuses.ts";
import { organisation } from "./tokens.ts";

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
