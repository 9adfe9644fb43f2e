/** The records of a list that was read, without their ids beside them. */
import type { JsonRecord } from "../../main/api/json.ts";
import type { RecordList } from "../../main/api/record-list.ts";

export function recordsOf({ items }: RecordList): JsonRecord[] {
  return items.map(({ record }) => record);
}
