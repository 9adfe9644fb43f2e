/** Fields of an endpoint by Fleetdesk's names, whatever the shape of the service's record. */
import type { JsonRecord } from "#contract/kit.ts";

/** An endpoint of the cache: its JSON as received, with `sim` inside when one is assigned. */
export interface CachedEndpoint {
  readonly id: string;
  readonly record: JsonRecord;
}

type Path = readonly string[];

/** Names after `endpoint.` in a text, with the possible paths of their value; the first that has one wins. */
const fields: Readonly<Record<string, readonly Path[]>> = {
  id: [["id"]],
  name: [["name"]],
  status: [["status"]],
  tags: [["tags"]],
  created: [["created"]],
  imei: [["imei"]],
  imei_with_luhn: [["imei_with_luhn"]],
  iccid: [["sim", "iccid"], ["iccid"]],
  iccid_with_luhn: [["sim", "iccid_with_luhn"]],
  imsi: [["sim", "imsi"], ["imsi"]],
  msisdn: [["sim", "msisdn"], ["msisdn"]],
  eid: [["sim", "eid"]],
  ip_address: [["ip_address"], ["ipAddress"]],
  ipAddress: [["ip_address"], ["ipAddress"]],
  service_profile: [["service_profile"]],
  tariff_profile: [["tariff_profile"]],
  sim: [["sim", "id"]],
  "sim.id": [["sim", "id"]],
  "sim.iccid": [["sim", "iccid"]],
  "sim.imsi": [["sim", "imsi"]],
  "sim.msisdn": [["sim", "msisdn"]],
  "sim.status": [["sim", "status"]],
};

export function endpointFieldNames(): readonly string[] {
  return Object.keys(fields);
}

export function isEndpointField(name: string): boolean {
  return Object.hasOwn(fields, name);
}

/** The value of a field as text; undefined when the record has none. Linked objects give their name or description. */
export function endpointField(endpoint: CachedEndpoint, name: string): string | undefined {
  if (name === "id") return endpoint.id;
  for (const path of fields[name] ?? []) {
    const text = asText(follow(endpoint.record, path));
    if (text !== undefined) return text;
  }
  return undefined;
}

const identifying = {
  iccid: ["iccid", "iccid_with_luhn"],
  imsi: ["imsi"],
  msisdn: ["msisdn"],
  imei: ["imei", "imei_with_luhn"],
  name: ["name"],
} as const;

/** Every identifier of an endpoint with its kind, digits only where it is a number; its id is not included. */
export function endpointIdentifiers(
  endpoint: CachedEndpoint,
): readonly { readonly by: keyof typeof identifying; readonly value: string }[] {
  return (Object.keys(identifying) as (keyof typeof identifying)[]).flatMap((by) =>
    identifying[by].flatMap((name) => {
      const value = endpointField(endpoint, name);
      return value === undefined ? [] : [{ by, value }];
    }),
  );
}

/** Number of the endpoint's status: 0 enabled, 1 disabled, 2 deleted (docs/service-facts.md#endpoint); undefined when unknown. */
export function endpointStatus(endpoint: CachedEndpoint): number | undefined {
  const status = endpoint.record["status"];
  const id = isRecord(status) ? status["id"] : status;
  if (typeof id === "number") return id;
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : undefined;
}

function follow(record: JsonRecord, path: Path): unknown {
  let value: unknown = record;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return value;
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (isRecord(value)) return asText(value["name"]) ?? asText(value["description"]) ?? asText(value["id"]);
  return undefined;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
