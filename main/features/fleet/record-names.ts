/** The name of a record, and the references that it contains. */
import { valueAt } from "#shared/records/schema.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { readId, readText } from "../../core/api/json.ts";

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

/** Undefined where only the id is known. */
export function nameOfRecord(collection: Collection, record: JsonRecord): string | undefined {
  return nameFields[collection]
    .map((field) => readText(record[field]))
    .find((name) => name !== undefined && name !== "");
}

/** The reference at a path, given as an object with an id or as a bare id; undefined where there is none. */
export function pointedAt(record: JsonRecord, path: string, nameField = "name"): Named | undefined {
  const value = valueAt(record, path);
  if (typeof value !== "object" || value === null) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  const [id, name] = [readId((value as JsonRecord)["id"]), readText((value as JsonRecord)[nameField])];
  return id === undefined ? undefined : { id, name: name === undefined || name === "" ? undefined : name };
}
