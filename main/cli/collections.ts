/** Names of the six collections, and their default columns. */
import { t } from "./text.ts";
import { collectionSchema, type Collection } from "#contract/fleet.ts";
import { badValue } from "./usage-error.ts";
import { formatJson } from "./output.ts";

const hyphenated = (text: string): string => text.replaceAll("-", "_");

/** Accepts `tariff-plan` for `tariff_plan`, and a plural for its singular. */
export function parseCollection(text: string): Collection {
  const name = hyphenated(text.toLowerCase());
  const parsed = collectionSchema.safeParse(name);
  const singular = parsed.success ? parsed : collectionSchema.safeParse(name.replace(/s$/, ""));
  if (singular.success) return singular.data;
  throw badValue(t(($) => $.cli.fleet.collectionUnknown, { collections: collectionSchema.options.join(", ") }));
}

/** Paths into a record as received from the service. */
export const columnsOf: Readonly<Record<Collection, readonly string[]>> = {
  endpoint: ["id", "name", "status", "sim.iccid", "sim.msisdn", "imei", "ip_address", "service_profile", "tags"],
  sim: ["id", "iccid", "status", "imsi", "msisdn", "endpoint", "customer_org"],
  imsi: ["id", "imsi", "digits", "sim", "msisdn"],
  organisation: ["id", "name", "type", "ext_reference", "created"],
  user: ["id", "username", "name", "status", "organisation"],
  tariff_plan: ["id", "name", "description", "notes"],
};

/** Text of one cell: objects of the shape `{id, name|description}` by name, lists joined. */
export function cellOf(record: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = record;
  for (const key of path.split(".")) value = isRecord(value) ? value[key] : undefined;
  return textOf(value);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (!isRecord(value)) return typeof value === "string" ? value : formatJson(value);
  const named = value["name"] ?? value["description"] ?? value["id"];
  return named === undefined ? formatJson(value) : textOf(named);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
