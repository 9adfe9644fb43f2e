/**
 * Service variants (quota paths, filter names, sender and refill forms): detected once by a positive response, stored, overridden by an
 * option.
 */
import { afterEach, expect, test } from "vitest";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { fetchPage } from "../../../../main/core/api/records.ts";
import type { Dialect, DialectOptions } from "../../../../main/core/api/dialect.ts";
import { createGovernor, type Governor } from "../../../../main/core/api/governor.ts";
import type { Priority } from "../../../../main/core/api/priority.ts";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { sendSms } from "../../../../main/core/api/sms.ts";
import { deleteQuota, getDataQuota, getSmsQuota, setDataQuota, setSmsQuota } from "../../../../main/core/api/quotas.ts";
import { httpAnswer, jsonAnswer, startOddService, type OddService } from "../../../fakes/odd-service.ts";
import { makeApiClient } from "../../../make/api-client.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const auto: DialectOptions = {
  separator: "nbsp",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
};
const quota = { volumeMb: 1, expiresAt: Date.UTC(2031, 0, 1), onExhaustion: "block" } as const;

async function connect(
  answer: (method: string, path: string, body: string) => string,
  options: DialectOptions = auto,
  permits: Priority[] = [],
): Promise<{ readonly api: ApiClient; readonly service: OddService; readonly saved: Partial<Dialect>[] }> {
  const saved: Partial<Dialect>[] = [];
  const service = await startOddService(({ method, path, body }, socket) => socket.write(answer(method, path, body)));
  const dialectMemory = { load: () => ({}), save: (dialect: Partial<Dialect>) => void saved.push(dialect) };
  const governor = createGovernor({ ceiling: "none", clock: createSystemClock(), log: createFakeLog() });
  const countingGovernor: Governor = {
    ...governor,
    acquire: (priority, signal) => {
      permits.push(priority);
      return governor.acquire(priority, signal);
    },
  };
  const api = makeApiClient(service.baseUrl, { options, dialectMemory, governor: countingGovernor });
  open.push(service, api);
  return { api, service, saved };
}

const paths = (service: OddService): string[] => service.seen.map(({ method, path }) => `${method} ${path}`);

test("detects a service with prefixed quota paths by its first 2xx", async () => {
  const { api, service, saved } = await connect((_method, path) =>
    path.startsWith("/api/v1/") ? jsonAnswer(200, { volume: 5 }) : httpAnswer(404),
  );
  expect([await getDataQuota(api, "1"), await getSmsQuota(api, "2")]).toEqual([{ volume: 5 }, { volume: 5 }]);
  expect(paths(service)).toEqual([
    "GET /endpoint/1/quota/data",
    "GET /api/v1/endpoint/1/quota/data",
    "GET /api/v1/endpoint/2/quota/sms",
  ]);
  expect(saved).toEqual([{ quotaPath: "prefixed" }]);
});

const page = httpAnswer(404, {}, "404 page not found\n");

test("reads a quota by the other path where a gateway answers the missing one with a page", async () => {
  const { api, saved } = await connect((_method, path) =>
    path.startsWith("/api/v1/") ? jsonAnswer(200, { volume: 5 }) : page,
  );
  expect(await getDataQuota(api, "1")).toEqual({ volume: 5 });
  expect(saved).toEqual([{ quotaPath: "prefixed" }]);
});

test.each([
  ["a missing quota", jsonAnswer(404, { error_code: 1401 }), "unexpected-answer"],
  ["a page", page, "unexpected-answer"],
  ["a rate limit", jsonAnswer(429, {}, { "retry-after": "7200" }), "throttled"],
])("a page proves no missing quota where the other path answers %s", async (_what, answer, code) => {
  const { api, saved } = await connect((_method, path) => (path.startsWith("/api/v1/") ? answer : page));
  await expect(getDataQuota(api, "1")).rejects.toMatchObject({ code });
  expect(saved).toEqual([]);
});

test("does not repeat a change after a page, which may follow an accepted one", async () => {
  const { api, service } = await connect(() => page);
  await expect(setDataQuota(api, "1", quota)).rejects.toMatchObject({ details: { accepted: "unknown" } });
  await expect(deleteQuota(api, "1", "data")).rejects.toMatchObject({ details: { accepted: "unknown" } });
  expect(paths(service)).toEqual(["POST /endpoint/1/quota/data", "DELETE /endpoint/1/quota/data"]);
});

test("404 on both paths means no quota, and detects nothing", async () => {
  const { api, saved } = await connect(() => httpAnswer(404));
  expect(await getDataQuota(api, "1")).toBeUndefined();
  expect([saved, api.dialect.quotaPath()]).toEqual([[], { form: "literal", isConfirmed: false }]);
});

test.each(["{}", "null", ""])("a response of %j means no quota", async (body) => {
  const { api } = await connect(() => httpAnswer(200, {}, body));
  expect(await getDataQuota(api, "1")).toBeUndefined();
});

test.each(["[]", '"ok"', '{"error_code":1002,"message":"Try again."}'])(
  "a response of %s says nothing about the quota",
  async (body) => {
    const { api } = await connect(() => httpAnswer(200, {}, body));
    await expect(getDataQuota(api, "1")).rejects.toMatchObject({ code: "unexpected-answer" });
  },
);

test("detects nothing by a web page in place of the response", async () => {
  const { api, service, saved } = await connect((_method, path) => {
    if (service.seen.length === 1) return httpAnswer(200, {}, "<html>Sign in</html>");
    return path.startsWith("/api/v1/") ? jsonAnswer(200, { volume: 5 }) : httpAnswer(404);
  });
  await expect(getDataQuota(api, "1")).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(saved).toEqual([]);
  expect(await getDataQuota(api, "1")).toEqual({ volume: 5 });
});

test("counts the gateway's response to an unknown path as a 404", async () => {
  const { api } = await connect((_method, path) =>
    path.startsWith("/api/v1/") ? httpAnswer(201) : jsonAnswer(403, { message: "Missing Authentication Token" }),
  );
  await setDataQuota(api, "1", quota);
  expect(api.dialect.quotaPath()).toEqual({ form: "prefixed", isConfirmed: true });
});

test("does not try the other path when the content of a quota is rejected", async () => {
  const { api, service } = await connect(() => jsonAnswer(422, { message: "Bad volume." }));
  await expect(setDataQuota(api, "1", quota)).rejects.toMatchObject({ code: "http-422" });
  expect(service.seen).toHaveLength(1);
});

test("takes a separate permit for the second form of a quota path", async () => {
  const permits: Priority[] = [];
  const { api, service } = await connect(
    (_method, path) => (path.startsWith("/api/v1/") ? httpAnswer(201) : httpAnswer(404)),
    auto,
    permits,
  );
  await setDataQuota(api, "1", quota, { priority: "delivery", permitHeld: true });
  expect([service.seen.length, permits]).toEqual([2, ["delivery"]]);
  await setDataQuota(api, "1", quota, { priority: "delivery", permitHeld: true });
  expect([service.seen.length, permits]).toEqual([3, ["delivery"]]);
});

test("uses only the quota path that an option sets", async () => {
  const { api, service } = await connect(() => httpAnswer(404), { ...auto, quotaPath: "prefixed" });
  expect(await getDataQuota(api, "1")).toBeUndefined();
  expect(paths(service)).toEqual(["GET /api/v1/endpoint/1/quota/data"]);
});

test("detects a service that accepts only the live filter names by 1301", async () => {
  const { api, service, saved } = await connect((_method, path) =>
    path.includes("ipAddress") ? jsonAnswer(422, { error_code: 1301 }) : jsonAnswer(200, []),
  );
  await fetchPage(api, "endpoint", { page: 1, q: "ipAddress:10.,name:a", sort: "-ipAddress" });
  await fetchPage(api, "sim", { page: 1, q: "msisdns:42" });
  expect(paths(service)).toEqual([
    "GET /api/v1/endpoint?page=1&q=ipAddress:10.,name:a&sort=-ipAddress",
    "GET /api/v1/endpoint?page=1&q=ip_address:10.,name:a&sort=-ip_address",
    "GET /api/v1/sim?page=1&q=msisdn:42&sort=id",
  ]);
  expect(saved).toEqual([{ filterNames: "live" }]);
});

test("detects nothing by a filter with the same name in both variants", async () => {
  const { api, saved } = await connect(() => jsonAnswer(200, []));
  await fetchPage(api, "endpoint", { page: 1, q: "name:a" });
  expect(saved).toEqual([]);
});

test("reports the first rejection when a filter fails with both sets of names", async () => {
  const { api, service } = await connect((_method, path) =>
    jsonAnswer(422, { error_code: 1301, message: path.includes("ipAddress") ? "first" : "second" }),
  );
  const call = fetchPage(api, "endpoint", { page: 1, q: "ipAddress:1" });
  await expect(call).rejects.toMatchObject({ code: "service-1301", message: expect.stringContaining("first") });
  expect(service.seen).toHaveLength(2);
});

const problem = (field: string, message: string): string =>
  httpAnswer(
    422,
    { "content-type": "application/problem+json" },
    JSON.stringify({ title: "Invalid request", validation: [{ location: ["body", field], message }] }),
  );
const sms = { sourceAddress: "4911", payload: "x" };
const bodies = (service: OddService): unknown[] => service.seen.map(({ body }) => JSON.parse(body) as unknown);

test("detects a service that requires the sender as text by a 422 that names the field", async () => {
  const permits: Priority[] = [];
  const { api, service, saved } = await connect(
    (_method, _path, body) =>
      body.includes('"source_address":"') ? httpAnswer(201) : problem("source_address", "must be string"),
    auto,
    permits,
  );
  const options = { permitHeld: true, priority: "campaign" } as const;
  const results = [await sendSms(api, "1", sms, options), await sendSms(api, "2", sms, options)];
  expect(results).toMatchObject([{ kind: "accepted" }, { kind: "accepted" }]);
  expect(bodies(service)).toEqual([
    { source_address: 4911, payload: "x" },
    { source_address: "4911", payload: "x" },
    { source_address: "4911", payload: "x" },
  ]);
  expect([saved, permits]).toEqual([[{ sourceAddress: "text" }], ["campaign"]]);
});

test("rejects with the first response when the service accepts neither form of the sender", async () => {
  const { api, service, saved } = await connect((_method, _path, body) =>
    problem("source_address", body.includes('"source_address":"') ? "second" : "first"),
  );
  expect(await sendSms(api, "1", sms)).toMatchObject({
    kind: "refused",
    message: { params: { reason: expect.stringContaining("first") } },
  });
  expect([service.seen.length, saved]).toEqual([2, []]);
});

test.each([
  ["another field", auto, problem("payload", "must not be empty"), "4911"],
  ["another status", auto, jsonAnswer(400, { message: "source_address must be string" }), "4911"],
  ["a response without a message", auto, httpAnswer(422), "4911"],
  ["a forced form", { ...auto, sourceAddress: "number" }, problem("source_address", "must be string"), "4911"],
  ["a leading zero, which only text can contain", auto, problem("source_address", "must be number"), "0049"],
] as const)("does not send an SMS in the other form after %s", async (_why, options, answer, sourceAddress) => {
  const { api, service } = await connect(() => answer, options);
  expect(await sendSms(api, "1", { ...sms, sourceAddress })).toMatchObject({ kind: "refused" });
  expect(service.seen).toHaveLength(1);
});

test("the outcome of the other form is unknown when its response is lost", async () => {
  const service = await startOddService((_request, socket, index) => {
    if (index === 0) socket.write(problem("source_address", "must be string"));
    else socket.resetAndDestroy();
  });
  const api = makeApiClient(service.baseUrl, { options: auto });
  open.push(service, api);
  expect(await sendSms(api, "1", sms)).toMatchObject({ kind: "unknown", code: "connection-lost" });
  expect(service.seen).toHaveLength(2);
});

test("detects a service that requires the SMS refill as a flag by a 422 that names the field", async () => {
  const { api, service, saved } = await connect((_method, _path, body) =>
    /"auto_refill":(true|false)/.test(body) ? httpAnswer(201) : problem("auto_refill", "must be boolean"),
  );
  const draft = { volume: 5, expiresAt: Date.UTC(2031, 0, 1), thresholdPercentage: 20 };
  await setSmsQuota(api, "1", { ...draft, autoRefill: true });
  await setSmsQuota(api, "2", draft);
  expect(bodies(service)).toMatchObject([{ auto_refill: 1 }, { auto_refill: true }, { auto_refill: false }]);
  expect(saved.at(-1)).toMatchObject({ smsAutoRefill: "boolean" });
});

test("rejects with the first response when the service accepts neither form of a quota", async () => {
  const { api, service } = await connect((_method, _path, body) =>
    problem("auto_refill", /"auto_refill":\d/.test(body) ? "first" : "second"),
  );
  const draft = { volume: 5, expiresAt: Date.UTC(2031, 0, 1), thresholdPercentage: 20 };
  await expect(setSmsQuota(api, "1", draft)).rejects.toMatchObject({ message: expect.stringContaining("first") });
  expect(service.seen).toHaveLength(2);
});
