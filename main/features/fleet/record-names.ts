/** What a record is called, and which other records it names itself. */
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { readId, readText } from "../../api/json.ts";
import { at } from "./columns.ts";

/** Something that a record points at. */
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

/** Undefined where nothing but the id is known. */
export function nameOfRecord(collection: Collection, record: JsonRecord): string | undefined {
  return nameFields[collection]
    .map((field) => readText(record[field]))
    .find((name) => name !== undefined && name !== "");
}

/** What stands at a path, as an object with an id or as the bare id; undefined where the record points at nothing. */
export function pointedAt(record: JsonRecord, path: string, nameField = "name"): Named | undefined {
  const value = at(record, path.split("."));
  if (typeof value !== "object" || value === null) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  const [id, name] = [readId((value as JsonRecord)["id"]), readText((value as JsonRecord)[nameField])];
  return id === undefined ? undefined : { id, ...(name === undefined || name === "" ? {} : { name }) };
}
