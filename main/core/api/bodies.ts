/** Bodies of 2xx responses as records: content types are not checked, JSON syntax is where JSON is required. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { failureToError, unexpectedAnswer } from "./errors.ts";
import type { ApiFailure } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { failureOfBrokenBody } from "./network-errors.ts";
import { isRecord, parseJson, readId } from "./json.ts";
import type { JsonRecord } from "./json.ts";

/** The JSON of a response; undefined when it is empty. Throws `unexpected-answer` for a body that is not JSON or was truncated. */
export function readBody(answer: Answer): unknown {
  if (answer.broken !== undefined) throw failureToError(failureOfBrokenBody(answer));
  if (answer.body.length === 0) return undefined;
  try {
    return parseJson(new TextDecoder().decode(answer.body));
  } catch (cause) {
    throw failureToError(unexpectedAnswer(answer, cause));
  }
}

/**
 * A list of objects without an envelope, which the specification does not define. An empty body or null may come from a gateway, so it does not
 * count as an empty list and throws `unexpected-answer`, like every other body that is not a list.
 */
export function readRecords(answer: Answer): JsonRecord[] {
  const body = readBody(answer);
  if (body === undefined || body === null) throw failureToError(missingList(answer));
  if (!Array.isArray(body) || !body.every(isRecord)) throw failureToError(unexpectedAnswer(answer));
  return body;
}

function missingList(answer: Answer): ApiFailure {
  return { ...unexpectedAnswer(answer), message: codedText("list-missing", { status: answer.status }) };
}

/** One object. */
export function readRecord(answer: Answer): JsonRecord {
  const body = readBody(answer);
  if (!isRecord(body)) throw failureToError(unexpectedAnswer(answer));
  return body;
}

/** The object that was requested by `id`. Throws `other-record` for a record with another id. */
export function readRecordOf(answer: Answer, id: string): JsonRecord {
  const record = readRecord(answer);
  const returnedId = readId(record["id"]);
  if (returnedId === undefined || returnedId === id) return record;
  throw new AppError("other-record", codedText("other-record-returned", { requested: id, returned: returnedId }), {
    details: { kind: "unexpected", accepted: "unknown", status: answer.status },
  });
}

/** An object if one can be parsed. What a 2xx response to a write proves is decided before, in `write-answer.ts`. */
export function readOptionalRecord(answer: Answer): JsonRecord | undefined {
  if (answer.broken !== undefined || answer.body.length === 0) return undefined;
  try {
    const body = parseJson(new TextDecoder().decode(answer.body));
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
