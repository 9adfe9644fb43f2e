/**
 * Converts records to rows for the store's thread. This runs in the thread that reads the records, because the store's thread is the busier
 * one during a sync. Flat lists of primitive values are the fastest to transfer between threads.
 */
import type { Collection, FieldChange } from "#shared/contract/fleet/fleet.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { type ColumnValue, columns, readKey } from "./columns.ts";
import { valueAt } from "#shared/records/schema.ts";
import { isRecord, readId, readText } from "../../core/api/json.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

export interface PageRows {
  readonly keys: readonly (string | number)[];
  /** The records as JSON text, one per key. */
  readonly rawRecords: readonly string[];
  /** The values of the columns, row after row. */
  readonly values: readonly ColumnValue[];
}

/** Converts records to rows; records without an id are skipped. */
export function toRows(collection: Collection, records: readonly JsonRecord[]): PageRows {
  const readers = columns[collection];
  const keys: (string | number)[] = [];
  const rawRecords: string[] = [];
  const values: ColumnValue[] = [];
  for (const record of records) {
    const key = readKey(record["id"]);
    if (key === undefined) continue;
    keys.push(key);
    rawRecords.push(JSON.stringify(record));
    for (const { read } of readers) values.push(read(record));
  }
  return { keys, rawRecords, values };
}

// The name of a record, and the references that it contains.

/** A reference to another record. */
export interface Named {
  readonly id: string;
  readonly name?: string;
}

const nameFields: Readonly<Record<Collection, readonly string[]>> = {
  endpoint: ["name"],
  sim: ["iccid"],
  imsi: ["imsi", "digits"],
  organisation: ["name"],
  user: ["name", "username"],
  tariff_plan: ["name"],
};

/** Undefined for a record without a name. */
export function nameOfRecord(collection: Collection, record: JsonRecord): string | undefined {
  return nameFields[collection]
    .map((field) => readText(record[field]))
    .find((name) => name !== undefined && name !== "");
}

/** The reference at a path, given as an object with an id or as a bare id; undefined where there is none. */
export function referenceAt(record: JsonRecord, path: string, nameField = "name"): Named | undefined {
  const value = valueAt(record, path);
  if (typeof value !== "object" || value === null) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  const [id, name] = [readId((value as JsonRecord)["id"]), readText((value as JsonRecord)[nameField])];
  return id === undefined ? undefined : { id, name: name === undefined || name === "" ? undefined : name };
}

// The differences between two versions of a record, field by field.

/** A field that the service sets with every update; it says nothing about what has changed. */
export const updateTime = "last_updated";

/**
 * Fields with different values, in the order of the newer record, without the time of the update; a field that only one side has is undefined on
 * the other.
 */
export function fieldChanges(before: JsonRecord, after: JsonRecord, path = ""): FieldChange[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) => {
    if (path + name === updateTime) return [];
    const [old, now] = [before[name], after[name]];
    if (isRecord(old) && isRecord(now)) return fieldChanges(old, now, `${path}${name}.`);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field: path + name, before: old, after: now }];
  });
}

/** Parses a stored record; a missing record has no fields. */
export function recordOf(raw: string | undefined): JsonRecord {
  return raw === undefined ? {} : (JSON.parse(raw) as JsonRecord);
}

/** Endpoints by requested value; a value without a match has no key. */
export type ResolvedEndpoints = ReadonlyMap<string, readonly CachedEndpoint[]>;

/** Adds the numbers that only the SIM's own record has. */
export function withSim(record: JsonRecord, sim: JsonRecord): JsonRecord {
  const { id, iccid, iccid_with_luhn: withLuhn, imsi, msisdn, status } = sim;
  const own = typeof record["sim"] === "object" && record["sim"] !== null ? (record["sim"] as JsonRecord) : {};
  const numbers = { id, iccid, iccid_with_luhn: withLuhn, imsi, msisdn, status };
  return { ...record, sim: { ...numbers, ...own } };
}

// The names of the collections as parameters of a text.

/** In lower case, for use within a sentence: "endpoints". */
export const collectionTexts: Readonly<Record<Collection, CodedText>> = {
  endpoint: codedText("collection-endpoints"),
  sim: codedText("collection-sims"),
  imsi: codedText("collection-imsis"),
  organisation: codedText("collection-organisations"),
  user: codedText("collection-users"),
  tariff_plan: codedText("collection-tariff-plans"),
};
