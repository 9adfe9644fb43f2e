/** The records of a list, without the ids that are listed separately. */
import type { JsonRecord } from "../../main/api/json.ts";
import type { RecordList } from "../../main/api/record-list.ts";

export function recordsOf({ items }: RecordList): JsonRecord[] {
  return items.map(({ record }) => record);
}
