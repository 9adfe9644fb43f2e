/** The differences between two versions of a record, field by field. */
import type { JsonRecord } from "#shared/contract/kit.ts";

export interface FieldChange {
  /** Path with dots: `sim.iccid`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields with different values, in the order of the newer record; a field that only one side has is undefined on the other. */
export function fieldChanges(before: JsonRecord, after: JsonRecord, path = ""): FieldChange[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (isPlain(old) && isPlain(now)) return fieldChanges(old, now, `${path}${name}.`);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field: path + name, before: old, after: now }];
  });
}

/** Parses a stored record; a missing record has no fields. */
export function recordOf(raw: string | undefined): JsonRecord {
  return raw === undefined ? {} : (JSON.parse(raw) as JsonRecord);
}

function isPlain(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
