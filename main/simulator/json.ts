/** JSON values as the simulator reads and writes them. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a body; undefined when the text is not JSON or not an object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number in `{"id": n}` (also as text); undefined when there is none, null when it is unlinked by `{"id": null}`. */
export function linkId(value: JsonValue | undefined): number | null | undefined {
  if (!isObject(value)) return undefined;
  const id = value["id"];
  if (id === null) return null;
  const number = typeof id === "string" && id !== "" ? Number(id) : id;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
