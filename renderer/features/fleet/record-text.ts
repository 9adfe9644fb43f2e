/** Values of a record as lists show them; the service sends them nested or flat, as numbers or strings. */
import { textAt, valueAt } from "../../lib/records.ts";
import type { JsonRecord } from "#contract/kit.ts";

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Neither null nor empty. */
export function isPresent(record: JsonRecord, path: string): boolean {
  const value = valueAt(record, path);
  return value !== undefined && value !== null && value !== "";
}

/** The name of a reference at a path; the id if the name is unknown. */
export function referenceText(record: JsonRecord, path: string): string | undefined {
  return nameOfValue(valueAt(record, path));
}

/** Several values as one text: tags are stored comma-separated; of a list, the names are joined. */
export function listText(record: JsonRecord, path: string): string | undefined {
  const value = valueAt(record, path);
  if (!Array.isArray(value))
    return textAt(record, path)
      ?.split(",")
      .map((part) => part.trim())
      .join(", ");
  const names = value.flatMap((item: unknown) => nameOfValue(item) ?? []);
  return names.length === 0 ? undefined : names.join(", ");
}

function nameOfValue(value: unknown): string | undefined {
  if (!isRecord(value)) return textAt({ value }, "value");
  return textAt(value, "name") ?? textAt(value, "description") ?? textAt(value, "id");
}
