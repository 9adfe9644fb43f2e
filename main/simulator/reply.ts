/** Responses of the service, among them its several error formats (docs/service-facts.md#errors). */
import type { JsonValue } from "./values.ts";

export interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly type: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const jsonType = "application/json";
const textType = "text/html";
const noHeaders: Reply["headers"] = [];

export function jsonReply(status: number, value: JsonValue, headers: Reply["headers"] = noHeaders): Reply {
  return { status, body: JSON.stringify(value), type: jsonType, headers };
}

export function emptyReply(status: number, headers: Reply["headers"] = noHeaders): Reply {
  return { status, body: "", type: textType, headers };
}

export function htmlReply(status: number): Reply {
  const body = `<!DOCTYPE html><html><head><title>ERROR: The request could not be satisfied</title></head><body><h1>${status} ERROR</h1></body></html>\n`;
  return { status, body, type: textType, headers: [["Server", "CloudFront"]] };
}

const tokens = {
  1000: "BadRequest",
  1102: "InvalidToken",
  1104: "Forbidden",
  1105: "TooManyRequests",
  1201: "NotFound",
  1301: "InvalidQueryCriteria",
  1302: "InvalidSortCriteria",
  1400: "InputValidationFailed",
  1401: "InvalidReference",
  1402: "Required",
  1403: "InvalidFormat",
  1404: "OutOfRange",
  1405: "Duplicated",
  1406: "NotAllowed",
  1407: "CannotBeDeleted",
} as const;
export type ErrorCode = keyof typeof tokens;

/** The service's own error body. */
export function errorReply(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Reply["headers"] = noHeaders,
): Reply {
  return jsonReply(status, { error_code: code, error_token: tokens[code], message }, headers);
}

/** 422 with code 1400 and one entry per fault. */
export function invalidReply(faults: readonly (readonly [code: ErrorCode, message: string])[]): Reply {
  const errors = faults.map(([code, message]) => ({ error_code: code, error_token: tokens[code], message }));
  return jsonReply(422, { error_code: 1400, error_token: tokens[1400], message: "The input is not valid.", errors });
}

/** The gateway's response to an invalid, expired or missing token: no error code, only a message. */
export function gatewayReply(message: string): Reply {
  return jsonReply(401, { message }, [["x-amzn-ErrorType", "AccessDeniedException"]]);
}

export const notFoundReply = (subject: string): Reply => errorReply(404, 1201, `${subject} was not found.`);
export const badRequestReply = (message: string): Reply => errorReply(400, 1000, message);
