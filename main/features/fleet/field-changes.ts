/** What differs between two states of a record, field by field. */
import type { JsonRecord } from "#contract/kit.ts";

export interface FieldChange {
  /** Path with dots: `sim.iccid`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields whose values differ, in the order of the newer record; what only one side has is there with undefined on the other. */
export function fieldChanges(before: JsonRecord, after: JsonRecord, path = ""): FieldChange[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (isPlain(old) && isPlain(now)) return fieldChanges(old, now, `${path}${name}.`);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field: path + name, before: old, after: now }];
  });
}

/** A record as it was kept; one that is not there has no fields. */
export function recordOf(raw: string | undefined): JsonRecord {
  return raw === undefined ? {} : (JSON.parse(raw) as JsonRecord);
}

function isPlain(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
