/** Sections 1 to 3: conventions, sign-in, paging. */
import { authenticate } from "../../../../../main/core/api/authenticate.ts";
import { fetchPage, walkCollection } from "../../../../../main/core/api/records.ts";
import { createDns, deleteDns, listDns } from "../../../../../main/core/api/dns.ts";
import { fetchEventPage } from "../../../../../main/core/api/events.ts";
import { getDataQuota } from "../../../../../main/core/api/quotas.ts";
import { createServiceProfile, patchServiceProfile } from "../../../../../main/core/api/service-profiles.ts";
import { cancelSms, listSms, sendSms } from "../../../../../main/core/api/sms.ts";
import type { ApiClient } from "../../../../../main/core/api/client.ts";
import { expect } from "vitest";
import { created, type Fact, http, json, list, page } from "./fact.ts";
import { recordsOf } from "../../../../make/records-of.ts";

const dns = { primary: "9.9.9.9", secondary: "149.112.112.112" };
const oneSms = { sourceAddress: "4911", payload: "x" };
const endpoints = (api: ApiClient): Promise<unknown> => fetchPage(api, "endpoint", { page: 1 });
const token = { applicationToken: "t" };
const user = { username: "a@b.c", password: "p" };

async function wholeList(api: ApiClient): Promise<unknown> {
  const walk = walkCollection(api, "endpoint", { perPage: 2, concurrency: 1 });
  const ids: string[] = [];
  for await (const { items } of walk) ids.push(...items.map(({ id }) => id));
  return [ids, walk.verdict().complete];
}

const endpointPage = (ids: readonly number[], headers: Readonly<Record<string, string>> = {}): string =>
  json(
    200,
    ids.map((id) => ({ id })),
    headers,
  );

export const conventions: readonly Fact[] = [
  {
    section: 1,
    statement: "a collection is a bare array",
    answers: [list({ id: 1 })],
    run: async (api) => recordsOf(await listDns(api)),
    result: [{ id: 1 }],
  },
  {
    section: 1,
    statement: "a POST that creates answers 201, empty, with an absolute Location",
    answers: [created("https://cdn.example.net/api/v1/dns/17")],
    run: (api) => createDns(api, dns),
    result: { id: "17" },
  },
  {
    section: 1,
    statement: "the Location may be relative",
    answers: [created("/api/v1/service_profile/123")],
    run: (api) => createServiceProfile(api, { name: "x" }),
    result: { id: "123" },
  },
  {
    section: 1,
    statement: "a newer service answers a POST with the whole object",
    answers: [json(201, { id: 9, name: "x" })],
    run: (api) => createServiceProfile(api, { name: "x" }),
    result: { id: "9" },
  },
  {
    section: 1,
    statement: "an SMS is answered 201 as text/html, empty, with a Location",
    answers: [
      http(201, { "content-type": "text/html", location: "https://cdn.example.net/api/v1/endpoint/1/sms/196" }),
    ],
    run: (api) => sendSms(api, "1", oneSms),
    result: expect.objectContaining({ kind: "accepted", smsId: "196" }),
  },
  {
    section: 1,
    statement: "a PATCH answers 204",
    answers: ["HTTP/1.1 204 No Content\r\n\r\n"],
    run: (api) => patchServiceProfile(api, "1", { dns: { id: 4 } }),
    result: undefined,
  },
  {
    section: 1,
    statement: "a PATCH of a service profile answers 201 with a small body",
    answers: [json(201, { dns: { id: 4 }, service_profile_id: "123" })],
    run: (api) => patchServiceProfile(api, "123", { dns: { id: 4 } }),
    result: { dns: { id: 4 }, service_profile_id: "123" },
  },
  {
    section: 1,
    statement: "a PATCH answers 202",
    answers: [http(202)],
    run: (api) => patchServiceProfile(api, "1", { fields: { description: "x" } }),
    result: undefined,
  },
  {
    section: 1,
    statement: "a PATCH is answered with a page, which leaves its outcome unknown",
    answers: [http(200, { "content-type": "text/html" }, "<html>taken</html>")],
    run: (api) => patchServiceProfile(api, "1", { dns: { id: 4 } }),
    failure: { code: "unexpected-answer", details: expect.objectContaining({ accepted: "unknown" }) },
  },
  {
    section: 1,
    statement: "a DELETE answers 204",
    answers: ["HTTP/1.1 204 No Content\r\n\r\n"],
    run: (api) => deleteDns(api, "3"),
    result: undefined,
  },
  {
    section: 1,
    statement: "a cancel answers 200",
    answers: [http(200)],
    run: (api) => cancelSms(api, "1", "2"),
    result: undefined,
  },
  {
    section: 1,
    statement: "a DELETE answers 202",
    answers: [http(202)],
    run: (api) => deleteDns(api, "3"),
    result: undefined,
  },
  {
    section: 1,
    statement: "errors come from the network's edge as well",
    answers: [http(403, { "x-amz-cf-id": "a", "content-type": "text/html" }, page)],
    run: (api) => listDns(api),
    failure: { code: "http-403", details: { kind: "refused", accepted: "no", status: 403 } },
  },
  {
    section: 1,
    statement: "the quota paths have the prefix",
    answers: [json(404, { error_code: 1201 }), json(200, { volume: 5 })],
    run: (api) => getDataQuota(api, "1"),
    result: { volume: 5 },
  },
  {
    section: 2,
    statement: "an application token brings no refresh token",
    answers: [json(200, { auth_token: "jwt" })],
    run: (_api, transport) => authenticate(transport, token),
    result: { authToken: "jwt", refreshToken: undefined },
  },
  {
    section: 2,
    statement: "a second factor is requested by an mfa_token instead of tokens",
    answers: [json(200, { mfa_token: "m" })],
    run: (_api, transport) => authenticate(transport, user),
    failure: { code: "mfa-required" },
  },
  {
    section: 2,
    statement: "bad credentials are 401 with an empty body",
    answers: [http(401)],
    run: (_api, transport) => authenticate(transport, user),
    failure: { code: "credentials-refused", details: { status: 401, accepted: "no" } },
  },
  {
    section: 2,
    statement: "a malformed body is 400",
    answers: [json(400, { error_code: 1000, message: "No." })],
    run: (_api, transport) => authenticate(transport, token),
    failure: { code: "credentials-refused", details: { status: 400 } },
  },
  {
    section: 2,
    statement: "an unknown organisation is 404 with code 1401",
    answers: [json(404, { error_code: 1401, message: "The organisation is not known." })],
    run: (_api, transport) => authenticate(transport, token),
    failure: { code: "credentials-refused", message: expect.stringContaining("The organisation is not known.") },
  },
  {
    section: 2,
    statement: "after three attempts the error is TooManyRequests, whatever the status",
    answers: [json(401, { error_token: "TooManyRequests", message: "Blocked." })],
    run: (_api, transport) => authenticate(transport, user),
    failure: { code: "locked-out" },
  },
  {
    section: 3,
    statement: "paging headers are numbers as text, in lower case, with twins",
    answers: [
      endpointPage([1], {
        "x-total-count": "7",
        "x-count": "7",
        "x-total-pages": "4",
        "x-pages": "4",
        "x-current-page": "1",
      }),
    ],
    run: endpoints,
    result: expect.objectContaining({ totalCount: 7, totalPages: 4, hasNext: true }),
  },
  {
    section: 3,
    statement: "a list comes without a Link and without any paging header",
    answers: [endpointPage([1])],
    run: endpoints,
    result: expect.objectContaining({ totalCount: undefined, totalPages: undefined, hasNext: undefined }),
  },
  {
    section: 3,
    statement: "the SMS of an endpoint come without paging headers, all in one answer",
    answers: [
      json(
        200,
        Array.from({ length: 52 }, (_, id) => ({ id })),
      ),
    ],
    run: async (api) => (await listSms(api, "1")).length,
    result: 52,
  },
  {
    section: 3,
    statement: "an empty Link means nothing",
    answers: [json(200, [{ id: 1 }], { link: "" })],
    run: (api) => fetchEventPage(api, { of: "endpoint", id: "1" }, { page: 1 }),
    result: expect.objectContaining({ hasNext: undefined }),
  },
  {
    section: 3,
    statement: "per_page is lowered silently",
    answers: [endpointPage([1], { "x-total-pages": "2" }), endpointPage([2], { "x-total-pages": "2" })],
    run: wholeList,
    result: [["1", "2"], true],
  },
  {
    section: 3,
    statement: "a page beyond the end repeats the last one",
    answers: [endpointPage([1, 2]), endpointPage([3, 4]), endpointPage([3, 4])],
    run: wholeList,
    result: [["1", "2", "3", "4"], expect.any(Boolean)],
  },
  {
    section: 3,
    statement: "Link uses another path, which is never followed",
    answers: [
      endpointPage([1], { link: '<https://cdn.example.net/api/v1/endpoints?page=2&expansion=x>; rel="next"' }),
      endpointPage([2]),
    ],
    run: async (api) => {
      const walk = walkCollection(api, "endpoint", { perPage: 1, maxPages: 2, concurrency: 1 });
      const ids: string[] = [];
      for await (const { items } of walk) ids.push(...items.map(({ id }) => id));
      return ids;
    },
    result: ["1", "2"],
  },
  {
    section: 3,
    statement: "an unsupported filter is 422 with code 1301",
    answers: [json(422, { error_code: 1301, error_token: "InvalidQueryCriteria", message: "No." })],
    run: (api) => fetchPage(api, "endpoint", { page: 1, q: "name:x" }),
    failure: { code: "service-1301", details: { status: 422, serviceCode: 1301, kind: "refused" } },
  },
  {
    section: 3,
    statement: "an event list answers an invalid sort with 400",
    answers: [json(400, { error_code: 1000, message: "No." })],
    run: (api) => fetchEventPage(api, { of: "all" }, { page: 1, sort: "x" }),
    failure: { code: "service-1000", details: { status: 400 } },
  },
];
