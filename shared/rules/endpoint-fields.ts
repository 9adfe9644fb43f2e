/** Fields of an endpoint by Fleetdesk's names, whatever the shape of the service's record. */
import { recordFields } from "#shared/records/fields.ts";
import { isRecord, type RecordField, valueAt } from "#shared/records/schema.ts";
import type { JsonRecord } from "../contract/kit.ts";

/** An endpoint of the cache: its JSON as received, with `sim` inside when one is assigned. */
export interface CachedEndpoint {
  readonly id: string;
  /** The JSON as the service sent it, with the SIM's numbers inside of `sim` where the cache has them. */
  readonly record: JsonRecord;
}

/**
 * Names after `endpoint.` in a text, with the possible paths of their value; the first that has one wins. A service may send the
 * fields of the SIM at the top level, and a field by the specification's name.
 */
const paths: ReadonlyMap<string, readonly string[]> = new Map(recordFields.endpoint.flatMap(pathsOf));

/** The names of a field of the schema with their paths. */
export function pathsOf({ name, path, kind, query }: RecordField): readonly (readonly [string, readonly string[]])[] {
  const own = kind === "reference" && path === "sim" ? ["sim.id"] : [path, name];
  const spec = query?.spec ?? name;
  return [
    [name, spec === name ? own : [...own, spec]],
    [spec, spec === name ? own : [...own, spec]],
    [path, path === name ? own : [path]],
  ];
}

/** Each field once, without its other spellings. */
export function endpointFieldNames(): readonly string[] {
  return recordFields.endpoint.map(({ name }) => name);
}

export function isEndpointField(name: string): boolean {
  return paths.has(name);
}

/** The value of a field as text; undefined when the record has none. Linked objects give their name or description. */
export function endpointField(endpoint: CachedEndpoint, name: string): string | undefined {
  if (name === "id") return endpoint.id;
  for (const path of paths.get(name) ?? []) {
    const text = asText(valueAt(endpoint.record, path));
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

/** From the number of the endpoint's status (docs/service-facts.md#endpoint); a number that is not documented counts as disabled. Undefined without a number. */
export function endpointStatus(endpoint: CachedEndpoint): "enabled" | "disabled" | "deleted" | undefined {
  const status = endpoint.record["status"];
  const id = isRecord(status) ? status["id"] : status;
  if (typeof id !== "number" && !(typeof id === "string" && /^\d+$/.test(id))) return undefined;
  return Number(id) === 0 ? "enabled" : Number(id) === 2 ? "deleted" : "disabled";
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (isRecord(value)) return asText(value["name"]) ?? asText(value["description"]) ?? asText(value["id"]);
  return undefined;
}
