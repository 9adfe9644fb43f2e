/** Bodies of 2xx responses as records: content types are not checked, JSON syntax is where JSON is required. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError, assertNever } from "#shared/failure.ts";
import {
  type ApiFailure,
  failureToError,
  headerText,
  isHtmlPage,
  readServiceError,
  unexpectedAnswer,
} from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { failureOfBrokenBody } from "./network-errors.ts";
import { type JsonRecord, isRecord, parseJson, readId, readLocationId } from "./json.ts";

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

/** An object if one can be parsed. What a 2xx response to a write proves is decided before, by `failureOfWriteAnswer`. */
export function readOptionalRecord(answer: Answer): JsonRecord | undefined {
  if (answer.broken !== undefined || answer.body.length === 0) return undefined;
  try {
    const body = parseJson(new TextDecoder().decode(answer.body));
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

// What a 2xx response to a write proves, and the id of an object created by POST.

interface WriteRequest {
  readonly method: string;
  readonly path: string;
  readonly mustCreate?: boolean;
}

/** A sign-in page of the network in place of the requested data: it shows nothing about the service. */
export function failureOfPage(answer: Answer): ApiFailure | undefined {
  return isHtmlPage(answer) ? unexpectedAnswer(answer) : undefined;
}

/**
 * Why a 2xx response does not prove that the write was accepted; undefined when it does.
 *
 * A sign-in page of the network also answers 200, so a response counts when it has the new id, is a 201, or has a body that
 * is empty or JSON without an error code of the service. `mustCreate` accepts the first two only: an SMS never counts as accepted by a bare 200,
 * nor by a page or an error that has a `Location` or an id too.
 */
export function failureOfWriteAnswer(request: WriteRequest, answer: Answer): ApiFailure | undefined {
  if (answer.status === 201 && answer.body.length === 0) return undefined;
  const hasId = request.method === "POST" && createdId(answer, collectionOf(request.path)) !== undefined;
  if (hasId && (answer.status === 201 || request.mustCreate !== true)) return undefined;
  if (isHtmlPage(answer) || readServiceError(answer).code !== undefined) return unexpectedAnswer(answer);
  if (hasId) return undefined;
  if (answer.status === 201 && (answer.broken !== undefined || request.mustCreate === true)) return undefined;
  if (answer.broken !== undefined) return failureOfBrokenBody(answer);
  if (request.mustCreate === true) return unexpectedAnswer(answer);
  if (answer.body.length === 0) return undefined;
  try {
    parseJson(new TextDecoder().decode(answer.body));
    return undefined;
  } catch (cause) {
    return unexpectedAnswer(answer, cause);
  }
}

/**
 * The new id, or undefined: in `Location` on the live service, in the body on some (docs/service-facts.md#conventions). `collection` is the
 * last segment of the path that was posted to, and never an id.
 */
export function createdId(answer: Answer, collection: string): string | undefined {
  return readLocationId(headerText(answer.headers, "location"), collection) ?? bodyId(answer);
}

export function collectionOf(path: string): string {
  const [plainPath = ""] = path.split("?", 1);
  return plainPath.slice(plainPath.lastIndexOf("/", plainPath.length - 2) + 1).replace("/", "");
}

function bodyId(answer: Answer): string | undefined {
  if (answer.body.length === 0 || answer.body.length > 65_536) return undefined;
  try {
    const body = parseJson(new TextDecoder().decode(answer.body));
    return isRecord(body) ? readId(body["id"]) : undefined;
  } catch {
    return undefined;
  }
}

// What is reported of a creation whose response did not name the created object.

/** The list after a creation whose response had no id: it could not be used, lacks the new object, or could not be read. */
export type ListAfterCreation = "none" | "without-it" | "unread";

/** The message for a missing id, with the reason why the list does not help. */
export function describeMissingId(list: ListAfterCreation): CodedText {
  switch (list) {
    case "none":
      return codedText("id-not-returned");
    case "without-it":
      return codedText("id-not-returned-not-listed");
    case "unread":
      return codedText("id-not-returned-list-unread");
    default:
      return assertNever(list);
  }
}
