/** The fields of a record that are stored as columns: one list per collection, in the order of the table's columns. */
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";

export type ColumnValue = string | number | null;

export interface Column {
  readonly name: string;
  /** Its path in a record. */
  readonly path: readonly string[];
  /** True: few distinct values are expected, so sorting by it reads one value after another. */
  readonly groups: boolean;
  readonly read: (record: JsonRecord) => ColumnValue;
}

/** Columns used by filters and sorts; `sim_id`, `imsi` and `msisdn` of endpoints are only used to find recipients. */
export const columns: Readonly<Record<Collection, readonly Column[]>> = {
  endpoint: [
    text("name"),
    { ...text("tags"), groups: true },
    text("ip_address"),
    text("imei"),
    text("iccid", ["sim", "iccid"]),
    value("status", ["status"]),
    value("service_profile", ["service_profile"]),
    value("tariff_profile", ["tariff_profile"]),
    text("created"),
    text("last_updated"),
    value("sim_status", ["sim", "status"]),
    { ...value("sim_id", ["sim"]), groups: false },
    text("imsi", ["sim", "imsi"]),
    text("msisdn", ["sim", "msisdn"]),
  ],
  sim: [
    text("imsi"),
    text("msisdn"),
    text("iccid"),
    value("status", ["status"]),
    { ...value("endpoint", ["endpoint"]), groups: false },
    value("issuer_org", ["issuer_org"]),
    value("reseller_org", ["reseller_org"]),
    value("customer_org", ["customer_org"]),
    text("production_date"),
    value("model", ["model"]),
  ],
  imsi: [text("digits", ["imsi"])],
  organisation: [text("name"), text("ext_reference"), text("created")],
  user: [
    text("username"),
    text("name"),
    value("status", ["status"]),
    value("organisation", ["organisation"]),
    text("created"),
  ],
  tariff_plan: [text("notes"), text("name"), text("description")],
};

/** Columns that every index carries after its own, as defined in the migration. */
export const carried: Readonly<Record<Collection, readonly string[]>> = {
  endpoint: ["status", "service_profile", "tariff_profile", "sim_status", "tags"],
  sim: ["status", "customer_org", "model"],
  imsi: [],
  organisation: [],
  user: ["status"],
  tariff_plan: [],
};

/** Columns of the trigram index, in its order. */
export const trigramColumns: Readonly<Partial<Record<Collection, readonly string[]>>> = { endpoint: ["name", "tags"] };

/** Whether sorting by a column reads one value after another. */
export function isGrouped(collection: Collection, name: string): boolean {
  return columns[collection].some((column) => column.name === name && column.groups);
}

/** Dates whose text begins with the year; a partial index of the exceptions makes prefix searches safe. */
export function isDate(name: string): boolean {
  return name === "created" || name === "last_updated" || name === "production_date";
}

export function tableOf(collection: Collection): string {
  return `fleet_${collection}`;
}

/** An id as stored: an integer where text and number are equivalent, otherwise text; undefined where there is none. */
export function readKey(raw: unknown): string | number | undefined {
  if (typeof raw === "number") return Number.isSafeInteger(raw) ? raw : String(raw);
  return typeof raw === "string" && raw !== "" ? canonical(raw) : undefined;
}

/** Integers that a double represents exactly become numbers; "007" and "1e3" stay text. */
export function canonical(raw: string): string | number {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(raw) && Number.isSafeInteger(Number(raw)) ? Number(raw) : raw;
}

function text(name: string, path: readonly string[] = [name]): Column {
  return {
    name,
    path,
    groups: false,
    read: (record) => {
      const fieldValue = at(record, path);
      if (typeof fieldValue === "string") return fieldValue === "" ? null : fieldValue.toLowerCase();
      return typeof fieldValue === "number" || typeof fieldValue === "boolean" ? String(fieldValue) : null;
    },
  };
}

/** The id of a nested object, or the value itself where a service flattens it. */
function value(name: string, path: readonly string[]): Column {
  return {
    name,
    path,
    groups: true,
    read: (record) => {
      const fieldValue = at(record, path);
      const id = typeof fieldValue === "object" && fieldValue !== null ? (fieldValue as JsonRecord)["id"] : fieldValue;
      const key = typeof id === "boolean" ? Number(id) : readKey(id);
      return typeof key === "string" ? key.toLowerCase() : (key ?? null);
    },
  };
}

/** The value at a path; undefined where the record has none. */
export function at(record: JsonRecord, path: readonly string[]): unknown {
  let current: unknown = record;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as JsonRecord)[name];
  }
  return current;
}
