/** An endpoint's SMS list as evidence (`record-list.ts`). Reading it never fails for an empty body, which proves nothing. */
import { readBody, readRecords } from "./bodies.ts";
import type { Answer } from "./exchange.ts";
import type { JsonRecord } from "./json.ts";
import { isWholeList } from "./record-list.ts";

export interface SmsList {
  readonly records: JsonRecord[];
  /** The service's own answer of now, a JSON array, and nothing says that there is more. */
  readonly complete: boolean;
  /** Size of the body. */
  readonly bytes: number;
}

/** Reads the answer to a list request. Throws `unexpected-answer` for what is not JSON or holds other things than records. */
export function readSmsList(answer: Answer): SmsList {
  const bytes = answer.body.length;
  if (!Array.isArray(readBody(answer))) return { records: [], complete: false, bytes };
  const records = readRecords(answer);
  return { records, complete: isWholeList(answer, records.length), bytes };
}
