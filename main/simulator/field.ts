/** Fields by which a collection can be filtered and sorted: names, match rule, key. */
import type { JsonObject, JsonValue } from "./json.ts";

/** A comparable value: numbers order as numbers, texts are lower-cased; undefined stands for missing, null and empty. */
export type Key = string | number | undefined;

/** `threshold` n: exact when the criterion is longer than n characters, else startsWith. */
export type Match = "exact" | "wildcard" | "startsWith" | { readonly threshold: number };

export interface Field {
  /** Names in the specification. */
  readonly spec: readonly string[];
  /** Names the live service uses. */
  readonly live: readonly string[];
  /** Undefined: the field can only be sorted by. */
  readonly match?: Match;
  readonly key: (record: JsonObject) => Key;
  /** The same key of an unchanged seeded record, without building the record. */
  readonly quick?: (slot: number) => Key;
}

export function keyOf(value: JsonValue | undefined): Key {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" && value !== "" ? value.toLowerCase() : undefined;
}

/** The key of digits: always text, whatever the type in the record. */
export function digitsKey(value: JsonValue | undefined): Key {
  return keyOf(typeof value === "number" ? String(value) : value);
}

/** The value at a path of keys inside a record. */
export function at(record: JsonObject, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** A field with the same name in the specification and the live service. */
export function field(name: string, match: Match | undefined, key: Field["key"], quick?: Field["quick"]): Field {
  return {
    spec: [name],
    live: [name],
    key,
    match,
    quick,
  };
}
