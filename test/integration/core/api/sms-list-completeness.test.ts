/** When an endpoint's SMS list may prove that a message is not in it. */
import { afterEach, expect, test } from "vitest";
import { type SmsList, listSmsWhole } from "../../../../main/core/api/sms.ts";
import { httpAnswer, startOddService, type SeenRequest } from "../../../fakes/odd-service.ts";
import { makeApiClient } from "../../../make/api-client.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function list(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Promise<{ readonly answer: SmsList; readonly seen: readonly SeenRequest[] }> {
  const service = await startOddService((_request, socket) => socket.write(httpAnswer(status, headers, body)));
  const api = makeApiClient(service.baseUrl);
  open.push(service, api);
  return { answer: await listSmsWhole(api, "1"), seen: service.seen };
}

const next = '<https://x/api/v1/endpoint/1/sms?page=2>; rel="next"';

test.each([
  ["an empty array", "[]", {}],
  ["an array without paging headers", '[{"id":1}]', {}],
  ["one page with the promised total", '[{"id":1}]', { "x-total-pages": "1", "x-total-count": "1" }],
  ["zero pages of an empty list", "[]", { "x-total-pages": "0", "x-total-count": "0" }],
  ["empty paging headers", "[]", { link: "", "x-total-count": "" }],
  ["a response that was in no cache", "[]", { age: "0" }],
  ["a first page with room for more records", '[{"id":1}]', { "x-current-page": "1", "x-count-per-page": "2" }],
  ["a full page with the promised total", '[{"id":1}]', { "x-count-per-page": "1", "x-total-count": "1" }],
])("the list is complete: %s", async (_name, body, headers) => {
  const { answer } = await list(body, headers);
  expect(answer).toEqual({ records: JSON.parse(body) as unknown, complete: true, bytes: body.length });
});

test.each([
  ["an empty body", "", {}, 200],
  ["no content", "", {}, 204],
  ["null", "null", {}, 200],
  ["an object", '{"items":[]}', {}, 200],
  ["more pages", "[]", { "x-total-pages": "2" }, 200],
  ["a link to the next page", "[]", { link: next }, 200],
  ["a total above the number of rows", '[{"id":1}]', { "x-total-count": "2" }, 200],
  ["a total that cannot be read", "[]", { "x-total-count": "many" }, 200],
  ["a later page", "[]", { "x-current-page": "2" }, 200],
  ["a full page without a total", '[{"id":1}]', { "x-count-per-page": "1" }, 200],
  ["a response from a cache", "[]", { age: "7" }, 200],
  ["a part of the content", "[]", {}, 206],
] as const)("the list proves nothing: %s", async (_name, body, headers, status) => {
  const { answer } = await list(body, headers, status);
  expect(answer.complete).toBe(false);
});

test("requests a fresh response from caches on the path", async () => {
  const { seen } = await list("[]");
  expect(seen[0]?.headers).toMatchObject({ "cache-control": "no-cache", accept: "application/json" });
});

test("a response that is no list of records is an error, not an empty list", async () => {
  await expect(list("[1]")).rejects.toMatchObject({ code: "unexpected-answer" });
});
