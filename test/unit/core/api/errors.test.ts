import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, isTextCode } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  acceptedOf,
  failureOfAnswer,
  failureToError,
  readRetryAfter,
  readServiceError,
} from "../../../../main/core/api/errors.ts";
import { ExchangeError, type Answer } from "../../../../main/core/api/exchange.ts";
import { failureOfLoss } from "../../../../main/core/api/network-errors.ts";
import { AppError } from "#shared/failure.ts";

const now = Date.UTC(2031, 0, 1);

function answer(status: number, body: unknown = "", headers: Answer["headers"] = {}): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { kind: "answer", status, headers, body: new TextEncoder().encode(text) };
}

/** Status and body, then kind, code and whether it may have been accepted. */
const answers: readonly (readonly [Answer, string, string, string])[] = [
  [answer(301), "unexpected", "unexpected-redirect", "unknown"],
  [answer(303), "unexpected", "unexpected-redirect", "unknown"],
  [answer(307), "unexpected", "unexpected-redirect", "unknown"],
  [answer(400, { error_code: 1000 }), "refused", "service-1000", "no"],
  [answer(400), "refused", "http-400", "no"],
  [answer(401), "signed-out", "sign-in-required", "no"],
  [answer(401, { message: "Wrong number of segments" }), "signed-out", "sign-in-required", "no"],
  [answer(402), "refused", "http-402", "no"],
  [answer(403, { error_code: "1104" }), "refused", "service-1104", "no"],
  [answer(403, "<html>"), "refused", "http-403", "no"],
  [answer(404, { error_code: 1401 }), "refused", "service-1401", "no"],
  [answer(404, "<html>"), "unexpected", "unexpected-answer", "unknown"],
  [answer(404, "404 page not found\n"), "unexpected", "unexpected-answer", "unknown"],
  [answer(404), "refused", "http-404", "no"],
  [answer(404, "\n"), "refused", "http-404", "no"],
  [answer(404, "{}"), "refused", "http-404", "no"],
  [answer(405, "Method Not Allowed"), "unexpected", "unexpected-answer", "unknown"],
  [answer(405), "refused", "http-405", "no"],
  [answer(407), "offline", "proxy-sign-in", "no"],
  [answer(408), "lost", "http-408", "unknown"],
  [answer(409, { error_code: 1405 }), "refused", "service-1405", "no"],
  [answer(413), "refused", "http-413", "no"],
  [answer(422, { message: "Only words" }), "refused", "http-422", "no"],
  [answer(422, "Only words"), "refused", "http-422", "no"],
  [answer(429), "throttled", "throttled", "no"],
  [answer(429, "<html>"), "throttled", "throttled", "no"],
  [answer(499), "lost", "http-499", "unknown"],
  [answer(500, { error_code: 1002 }), "lost", "service-1002", "unknown"],
  [answer(501), "lost", "http-501", "unknown"],
  [answer(502, "<html>"), "lost", "http-502", "unknown"],
  [answer(503), "lost", "http-503", "unknown"],
  [answer(503, { error_code: 1903 }), "lost", "service-1903", "unknown"],
  [answer(503, { error_code: 1105 }), "throttled", "throttled", "no"],
  [answer(503, { error_token: "TooManyRequests" }), "throttled", "throttled", "no"],
  [answer(503, "", { "retry-after": "1" }), "lost", "http-503", "unknown"],
  [answer(503, "", { "x-amzn-errortype": "ThrottlingException:" }), "throttled", "throttled", "no"],
  [answer(504), "lost", "http-504", "unknown"],
  [answer(600), "lost", "http-600", "unknown"],
];

for (const [response, kind, code, accepted] of answers) {
  test(`maps status ${response.status} with ${JSON.stringify(new TextDecoder().decode(response.body))} to ${kind}: ${code}`, () => {
    expect(failureOfAnswer(response, now)).toMatchObject({ kind, code, accepted, status: response.status });
  });
}

const coded = (code: string): Error => Object.assign(new Error("x"), { code });

const losses: readonly (readonly [unknown, string])[] = [
  [coded("ECONNREFUSED"), "connection-refused"],
  [new AggregateError([coded("ENETUNREACH"), coded("ECONNREFUSED")], "x"), "network-unreachable"],
  [coded("ENOTFOUND"), "dns-failed"],
  [coded("EAI_AGAIN"), "dns-failed"],
  [coded("UND_ERR_CONNECT_TIMEOUT"), "connect-timeout"],
  [coded("EHOSTUNREACH"), "network-unreachable"],
  [coded("CERT_HAS_EXPIRED"), "tls-refused"],
  [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "tls-refused"],
  [coded("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"), "tls-refused"],
  [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls-refused"],
  [coded("UND_ERR_PRX_TLS"), "proxy-failed"],
  [new Error("Proxy response (407) !== 200 when HTTP Tunneling"), "proxy-failed"],
  [new Error("wrapped", { cause: coded("ECONNREFUSED") }), "connection-refused"],
  [coded("ECONNRESET"), "connection-lost"],
  [coded("EMFILE"), "connection-lost"],
  [coded("UND_ERR_DESTROYED"), "client-closed"],
  ["not even an error", "connection-lost"],
];

for (const [error, code] of losses) {
  test(`before the request is written, ${String(error)} (${code}) is certainly not accepted`, () => {
    expect(failureOfLoss(error, false, "host.example")).toMatchObject({ kind: "offline", code, accepted: "no" });
  });
}

test.each([
  [coded("ECONNRESET"), "lost", "connection-lost"],
  [coded("UND_ERR_SOCKET"), "lost", "connection-lost"],
  [coded("UND_ERR_HEADERS_TIMEOUT"), "lost", "answer-timeout"],
  [coded("UND_ERR_BODY_TIMEOUT"), "lost", "answer-timeout"],
  [coded("ECONNREFUSED"), "lost", "connection-refused"],
  [coded("CERT_HAS_EXPIRED"), "lost", "tls-refused"],
  [coded("HPE_INVALID_CONSTANT"), "unexpected", "unexpected-answer"],
  [new ExchangeError("written-twice"), "lost", "connection-lost"],
  [new ExchangeError("answer-too-large"), "unexpected", "answer-too-large"],
  [new ExchangeError("aborted"), "aborted", "aborted"],
])("once the request has begun, %s may have been accepted", (error, kind, code) => {
  expect(failureOfLoss(error, true, "host.example")).toMatchObject({ kind, code, accepted: "unknown" });
});

test("every loss has a text in the catalogue that names the host where the host is the cause", () => {
  const messages = losses.map(([error]) => failureOfLoss(error, false, "host.example").message);
  expect(messages.every(({ code }) => isTextCode(code))).toBe(true);
  const { message } = failureOfLoss(coded("ENOTFOUND"), false, "host.example");
  expect(message).toEqual(codedText("dns-failed", { host: "host.example" }));
});

test("parses Retry-After as seconds and as a date on the service's clock", () => {
  const read = (text: string | undefined): number | undefined => readRetryAfter({ "retry-after": text }, now);
  expect([read("7"), read("0"), read(new Date(now + 90_000).toUTCString()), read("soon"), read(undefined)]).toEqual([
    7_000,
    0,
    90_000,
    undefined,
    undefined,
  ]);
  expect(read(new Date(now - 5_000).toUTCString())).toBe(0);
});

test("collects the service's terms, nested ones too, each once", () => {
  const body = {
    error_code: 1400,
    error_token: "InputValidationFailed",
    message: "Bad.",
    errors: [{ message: "Bad." }, { message: "Long." }, 7],
  };
  expect(readServiceError(answer(422, body))).toEqual({
    code: 1400,
    token: "InputValidationFailed",
    message: "Bad. · Long.",
  });
  expect(readServiceError(answer(422, "[1]"))).toEqual({});
});

test("parses problem details, with the field where the message does not name it", () => {
  const body = {
    title: "Invalid request",
    detail: "Your request body is not valid",
    validation: [
      { location: ["body", "source_address"], message: "must be string" },
      { location: ["body"], message: "Request body property payload is missing" },
    ],
    errors: [{ pointer: "#/auto_refill", detail: "must be boolean" }],
  };
  expect(readServiceError(answer(422, body)).message).toBe(
    "Invalid request · Your request body is not valid · auto_refill: must be boolean · source_address: must be string · " +
      "Request body property payload is missing",
  );
});

test("ends the service's message with a full stop, so that a sentence can follow", () => {
  const message = (text: string): string => formatText(failureOfAnswer(answer(500, { message: text }), now).message);
  expect(message("Internal error")).toContain("Internal error.");
  expect(message("Really?")).toContain("Really?");
  expect(message("Really?")).not.toContain("Really?.");
});

test("a 503 with only Retry-After carries the delay, though its outcome is unknown", () => {
  expect(failureOfAnswer(answer(503, "", { "retry-after": "7" }), now)).toMatchObject({
    accepted: "unknown",
    retryAfterMs: 7_000,
  });
});

test("plain HTTP behind an https address is not reported as a certificate error", () => {
  const reason = "ERR_SSL_WRONG_VERSION_NUMBER";
  const { message } = failureOfLoss(coded(reason), false, "host.example");
  expect(message).toEqual(codedText("tls-failed", { host: "host.example", reason }));
});

test("a thrown failure carries exactly the details that a caller needs", () => {
  const error = failureToError(failureOfAnswer(answer(503, { error_code: 1105 }, { "retry-after": "3" }), now));
  expect(error.details).toEqual({
    kind: "throttled",
    accepted: "no",
    status: 503,
    serviceCode: 1105,
    retryAfterMs: 3_000,
  });
  expect([acceptedOf(error), acceptedOf(new AppError("x", codedText("internal"))), acceptedOf(7)]).toEqual([
    "no",
    undefined,
    undefined,
  ]);
});
