/** The records of a list, without the ids that are listed separately. */
import type { JsonRecord } from "../../main/core/api/json.ts";
import type { RecordList } from "../../main/core/api/record-list.ts";

export function recordsOf({ items }: RecordList): JsonRecord[] {
  return items.map(({ record }) => record);
}
