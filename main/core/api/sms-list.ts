/** An endpoint's SMS list as evidence (`record-list.ts`). An empty body does not fail; it proves nothing. */
import { readBody, readRecords } from "./bodies.ts";
import type { Answer } from "./exchange.ts";
import type { JsonRecord } from "./json.ts";
import { isWholeList } from "./record-list.ts";

export interface SmsList {
  readonly records: JsonRecord[];
  /** A JSON array, current and from the service itself, and no header indicates more records. */
  readonly complete: boolean;
  /** Size of the body in bytes. */
  readonly bytes: number;
}

/** Parses the response to a list request. Throws `unexpected-answer` for anything but JSON with records. */
export function readSmsList(answer: Answer): SmsList {
  const bytes = answer.body.length;
  if (!Array.isArray(readBody(answer))) return { records: [], complete: false, bytes };
  const records = readRecords(answer);
  return { records, complete: isWholeList(answer, records.length), bytes };
}
