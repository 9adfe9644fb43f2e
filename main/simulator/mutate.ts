/** Changes of the fleet from outside, so that another sync has changes to download. */
import type { RecordChange } from "./collection.ts";
import { collectionNames, type CollectionName } from "./fleet.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { SimulatorState } from "./simulator-state.ts";

export interface MutationResult {
  readonly changed: number;
  readonly deleted: number;
  /** Ids of the added records. */
  readonly added: readonly number[];
}

/** Applies a mutation from JSON; throws an `Error` with a sentence for anything invalid. */
export function mutate(state: SimulatorState, body: JsonObject): MutationResult {
  const name = body["collection"] ?? "endpoint";
  if (!collectionNames.some((collection) => collection === name))
    throw new Error(`There is no collection ${JSON.stringify(name)}.`);
  const { records } = state.fleet[name as CollectionName];
  const changes = listOf(body["change"], "change").map(readChange);
  const deletions = listOf(body["delete"], "delete").map(Number);
  const { add } = body;
  const additions =
    typeof add === "number" ? Array.from({ length: add }, () => ({})) : listOf(add, "add").filter(isObject);
  return {
    changed: changes.filter((change) => records.change(change)).length,
    deleted: deletions.filter((id) => records.delete(id)).length,
    added: additions.map((record) => records.add(record)),
  };
}

function readChange(value: JsonValue): RecordChange {
  if (!isObject(value) || typeof value["id"] !== "number") throw new Error('Every change needs the "id" of a record.');
  const { id, set, unset } = value;
  if (set !== undefined && !isObject(set)) throw new Error('The "set" of a change must be an object.');
  return { id, set, unset: listOf(unset, "unset").map(String) };
}

function listOf(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`"${name}" must be a list.`);
  return value as readonly JsonValue[];
}
