/** The fields of a record that are stored as columns, from the record schemas. */
import { recordFields } from "#shared/records/fields.ts";
import {
  type Collection,
  isRecord,
  type JsonRecord,
  perCollection,
  type RecordField,
  valueAt,
} from "#shared/records/schema.ts";
import type { SqlValue } from "../../core/store/db.ts";
import { canonical } from "../../core/store/record-id.ts";

export type ColumnValue = string | number | null;

export interface Column {
  readonly name: string;
  /** Its dotted path in a record. */
  readonly path: string;
  /** True: few distinct values are expected, so sorting by it reads one value after another. */
  readonly groups: boolean;
  readonly read: (record: JsonRecord) => ColumnValue;
}

/** Columns for filters and sorts; `sim_id`, `imsi` and `msisdn` of endpoints are only used to find recipients. */
export const columns = perCollection((collection) => recordFields[collection].flatMap(columnsOf));

/** The column of a field, if it is stored. */
export function columnsOf({ name, path, kind, stored }: RecordField): readonly Column[] {
  if (stored === undefined) return [];
  const read = kind === "status" || kind === "reference" ? readValue : readText;
  const names = path.split(".");
  return [
    { name: stored.column ?? name, path, groups: stored.repeats, read: (record) => read(valueAt(record, names)) },
  ];
}

/** Columns that every index carries after its own, as defined in the migration. */
export const carried: Readonly<Record<Collection, readonly string[]>> = {
  endpoint: ["status", "service_profile", "tariff_profile", "sim_status", "tags"],
  sim: ["status", "customer_org", "model"],
  imsi: [],
  organisation: [],
  user: ["status"],
  tariff_plan: [],
};

/** Columns in which a text without a field is searched, by kind. Changing them needs a migration that empties the search index. */
export const searchColumns = perCollection((collection) => {
  const searched = recordFields[collection].filter(isSearched);
  const columnsOfKind = (identifiers: boolean): readonly string[] =>
    searched
      .filter(({ kind }) => (kind === "identifier") === identifiers)
      .map(({ name, stored }) => stored?.column ?? name);
  return { names: columnsOfKind(false), identifiers: columnsOfKind(true) };
});

/** Names, tags and identifiers. */
export function isSearched({ name, kind, stored }: RecordField): boolean {
  return name === "id" || (stored !== undefined && (kind === "text" || kind === "tags" || kind === "identifier"));
}

/** Whether sorting by a column reads one value after another. */
export function isGrouped(collection: Collection, name: string): boolean {
  return columns[collection].some((column) => column.name === name && column.groups);
}

const dates: ReadonlySet<string> = new Set(
  Object.values(recordFields).flatMap((fields) =>
    fields.flatMap(({ name, kind, stored }) => (kind === "time" && stored !== undefined ? [name] : [])),
  ),
);

/** Dates whose text begins with the year; a partial index of the exceptions makes prefix searches safe. */
export function isDate(name: string): boolean {
  return dates.has(name);
}

export function tableOf(collection: Collection): string {
  return `fleet_${collection}`;
}

/** An id as stored: an integer where text and number are equivalent, otherwise text; undefined where there is none. */
export function readKey(raw: unknown): string | number | undefined {
  if (typeof raw === "number") return Number.isSafeInteger(raw) ? raw : String(raw);
  return typeof raw === "string" && raw !== "" ? canonical(raw) : undefined;
}

function readText(value: unknown): ColumnValue {
  if (typeof value === "string") return value === "" ? null : value.toLowerCase();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** The id of a nested object, or the value itself where a service flattens it. */
function readValue(value: unknown): ColumnValue {
  const id = isRecord(value) ? value["id"] : value;
  const key = typeof id === "boolean" ? Number(id) : readKey(id);
  return typeof key === "string" ? key.toLowerCase() : (key ?? null);
}

/** The driver binds numbers as reals, and a column without affinity would store them as such. */
export function bound(value: ColumnValue): SqlValue {
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
}
