/** Sections 4 and 5: errors and rate limits. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect } from "vitest";
import { createApiCallback, deleteApiCallback, listApiCallbacks } from "../../../../../main/core/api/data-streams.ts";
import { createDns, deleteDns, listDns } from "../../../../../main/core/api/dns.ts";
import { getEndpoint } from "../../../../../main/core/api/records.ts";
import { fetchEventPage } from "../../../../../main/core/api/events.ts";
import { deleteQuota, setDataQuota } from "../../../../../main/core/api/quotas.ts";
import { createServiceProfile } from "../../../../../main/core/api/service-profiles.ts";
import { type Fact, http, json, list, page } from "./fact.ts";

const dns = { primary: "9.9.9.9", secondary: "149.112.112.112" };
const quota = { volumeMb: 1, expiresAt: Date.UTC(2031, 0, 1), onExhaustion: "block" } as const;
const gateway = { "x-amzn-errortype": "AccessDeniedException" };

export const errors: readonly Fact[] = [
  {
    section: 4,
    statement: "an error has a code, a token, a message and inner errors",
    answers: [
      json(422, {
        error_code: 1400,
        error_token: "InputValidationFailed",
        message: "Bad input.",
        errors: [{ error_code: 1404, error_token: "OutOfRange", message: "Too large." }],
      }),
    ],
    run: (api) => createDns(api, dns),
    failure: {
      code: "service-1400",
      text: codedText("service-refused-reason", { status: 422, reason: "Bad input. · Too large." }),
    },
  },
  {
    section: 4,
    statement: "the gateway rejects a token with only a message",
    answers: [json(401, { message: "Wrong number of segments." }, gateway)],
    run: (api) => listDns(api),
    failure: { code: "sign-in-required" },
  },
  {
    section: 4,
    statement: "a quota is rejected with only a message",
    answers: [json(422, { message: "peak_throughput must be one of 64000, 128000, 256000." })],
    run: (api) => setDataQuota(api, "1", quota),
    failure: { code: "http-422", message: expect.stringContaining("peak_throughput must be one of") },
  },
  {
    section: 4,
    statement: "a 422 is empty",
    answers: [http(422, { "content-type": "text/html" })],
    run: (api) => createApiCallback(api, { url: "https://example.com/in", purpose: "x" }),
    failure: { code: "http-422", details: { kind: "refused", accepted: "no" } },
  },
  {
    section: 4,
    statement: "an error contains its status",
    answers: [json(422, { status_code: 422, message: "No.", error_code: 1402, error_token: "Required", errors: [] })],
    run: (api) => createServiceProfile(api, { name: "x" }),
    failure: { code: "service-1402" },
  },
  {
    section: 4,
    statement: "502 and 504 are pages of HTML",
    answers: [http(504, { "content-type": "text/html" }, page)],
    run: (api) => listDns(api),
    failure: { code: "http-504", details: { kind: "lost", accepted: "unknown" } },
  },
  {
    section: 4,
    statement: "an unknown endpoint is 404 with code 1401",
    answers: [json(404, { error_code: 1401, error_token: "InvalidReference", message: "No such endpoint." })],
    run: (api) => getEndpoint(api, "1"),
    failure: { code: "service-1401" },
  },
  {
    section: 4,
    statement: "a name that is taken is 409 with code 1405",
    answers: [json(409, { error_code: 1405, error_token: "Duplicated", message: "There is one." })],
    run: (api) => createServiceProfile(api, { name: "x" }),
    failure: { code: "service-1405", details: { kind: "refused", accepted: "no", status: 409 } },
  },
  {
    section: 4,
    statement: "an observer cannot write: 403 with code 1104",
    answers: [json(403, { error_code: 1104, error_token: "Forbidden", message: "Your role cannot." })],
    run: (api) => deleteDns(api, "3"),
    failure: { code: "service-1104", message: expect.stringContaining("Your role cannot.") },
  },
  {
    section: 4,
    statement: "events of an unknown id are an empty list",
    answers: [list()],
    run: (api) => fetchEventPage(api, { of: "endpoint", id: "999" }, { page: 1 }),
    result: expect.objectContaining({ items: [] }),
  },
  {
    section: 4,
    statement: "deleting a missing quota is 404 with an empty body",
    answers: [http(404)],
    run: (api) => deleteQuota(api, "1", "data"),
    result: "absent",
  },
  {
    section: 5,
    statement: "429 comes with Retry-After",
    answers: [http(429, { "retry-after": "300" })],
    run: (api) => listDns(api),
    failure: { code: "throttled", details: { retryAfterMs: 300_000 } },
  },
  {
    section: 5,
    statement: "429 comes without Retry-After",
    answers: [json(429, { error_code: 1105, error_token: "TooManyRequests" })],
    run: (api) => deleteApiCallback(api, "1"),
    failure: { code: "throttled", details: { kind: "throttled", accepted: "no" } },
  },
  {
    section: 5,
    statement: "the gateway throttles with only a message",
    answers: [json(429, { message: "Too Many Requests" })],
    run: (api) => listApiCallbacks(api),
    failure: { code: "throttled" },
  },
];
