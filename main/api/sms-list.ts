/**
 * An endpoint's SMS list as evidence: what is not on it proves something only where the list is known to be whole.
 *
 * The specification gives this list no paging, and a service that pages it all the same says so in the headers of its other
 * lists. An empty body is what a gateway sends when it has nothing to say, so it proves nothing either.
 */
import { readBody, readRecords } from "./bodies.ts";
import { headerText } from "./errors.ts";
import type { Answer, AnswerHeaders } from "./exchange.ts";
import { readNumber } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { linkHasNext } from "./paging.ts";

export interface SmsList {
  readonly records: JsonRecord[];
  /** The service's own answer of now, a JSON array, and nothing says that there is more. */
  readonly complete: boolean;
  /** Size of the body. */
  readonly bytes: number;
}

/** Reads the answer to a list request. Throws `unexpected-answer` for what is not JSON or holds other things than records. */
export function readSmsList(answer: Answer): SmsList {
  const body = readBody(answer);
  const bytes = answer.body.length;
  if (!Array.isArray(body)) return { records: [], complete: false, bytes };
  const records = readRecords(answer);
  const { status, headers } = answer;
  const complete =
    status !== 206 &&
    atMost(headers, "x-total-pages", 1) &&
    atMost(headers, "x-total-count", records.length) &&
    atMost(headers, "age", 0) &&
    linkHasNext(allOf(headers, "link")) !== true;
  return { records, complete, bytes };
}

/** A missing or blank header says nothing; one that cannot be read may say anything. */
function atMost(headers: AnswerHeaders, name: string, limit: number): boolean {
  const text = headerText(headers, name)?.trim() ?? "";
  return text === "" || (readNumber(text) ?? Number.POSITIVE_INFINITY) <= limit;
}

function allOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
