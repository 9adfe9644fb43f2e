/** Reads: bounded retries, tolerant of odd responses, strict about what is not data. */
import { fetchPage, getEndpoint, readOne } from "../../../../main/core/api/records.ts";
import { getApiCallback } from "../../../../main/core/api/data-streams.ts";
import { expect, onTestFinished, test } from "vitest";
import { fetchEventPage } from "../../../../main/core/api/events.ts";
import { createDns, deleteDns, listDns } from "../../../../main/core/api/dns.ts";
import {
  getServiceProfile,
  listServiceProfiles,
  patchServiceProfile,
} from "../../../../main/core/api/service-profiles.ts";
import { getSms, cancelSms, listSms } from "../../../../main/core/api/sms.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { httpAnswer, jsonAnswer } from "../../../fakes/odd-service.ts";
import { makeTransport } from "../../../make/api-client.ts";
import { fastRetries, useOddClients } from "../../../make/odd-clients.ts";
import { recordsOf } from "../../../make/records-of.ts";

const { start, client } = useOddClients();

test("retries a read after a reset and after a 5xx, at most twice", async () => {
  const service = await start((_request, socket, index) => {
    if (index === 0) socket.resetAndDestroy();
    else if (index === 1) socket.write(httpAnswer(502, {}, "<html>"));
    else socket.write(jsonAnswer(200, [{ id: 1 }]));
  });
  expect(recordsOf(await listDns(client(service, fastRetries)))).toEqual([{ id: 1 }]);
  expect(service.seen).toHaveLength(3);
});

test("a read that keeps failing ends with the code of the last failure", async () => {
  const service = await start((_request, socket) => socket.write(jsonAnswer(500, { message: "Oops" })));
  await expect(listDns(client(service, fastRetries))).rejects.toMatchObject({
    code: "http-500",
    details: { kind: "lost", status: 500 },
  });
  expect(service.seen).toHaveLength(3);
});

test("never retries a write, and reports whether it may have been applied", async () => {
  const service = await start((_request, socket) => socket.resetAndDestroy());
  const api = client(service, fastRetries);
  await expect(deleteDns(api, "1")).rejects.toMatchObject({
    code: "connection-lost",
    details: { accepted: "unknown" },
  });
  await expect(cancelSms(api, "1", "2")).rejects.toMatchObject({ details: { accepted: "unknown" } });
  expect(service.seen).toHaveLength(2);
});

test("reports a web page in place of data, without a retry", async () => {
  const service = await start((_request, socket) =>
    socket.write(httpAnswer(200, { "content-type": "text/html" }, "<html>")),
  );
  await expect(listDns(client(service, fastRetries))).rejects.toMatchObject({
    code: "unexpected-answer",
    text: { code: "answer-is-page" },
  });
  expect(service.seen).toHaveLength(1);
});

test("rejects a list that ends in the middle", async () => {
  const service = await start((_request, socket) => {
    socket.write(httpAnswer(200, { "content-length": "100" }, '[{"id":1}'), () => socket.destroy());
  });
  await expect(listDns(client(service))).rejects.toMatchObject({ code: "answer-truncated" });
});

test("accepts any content type, unknown fields and numbers beyond 2^53 unchanged", async () => {
  const body = '\ufeff[{"id":9007199254740993,"iccid":"8988303000000000017","keen":{"a":1e3},"n":12345678901234567}]';
  const service = await start((_request, socket) =>
    socket.write(httpAnswer(200, { "content-type": "text/html" }, body)),
  );
  expect(await listSms(client(service), "1")).toEqual([
    { id: "9007199254740993", iccid: "8988303000000000017", keen: { a: 1000 }, n: "12345678901234567" },
  ]);
});

test.each([
  [httpAnswer(200), "an empty body"],
  ["HTTP/1.1 204 No Content\r\n\r\n", "no content"],
  [httpAnswer(200, {}, "null"), "null"],
  [httpAnswer(200, {}, "{}"), "an object"],
  [httpAnswer(200, {}, '[{"id":1},null]'), "a list of other things"],
])("rejects %j as a list", async (bytes, description) => {
  const service = await start((_request, socket) => socket.write(bytes));
  const api = client(service);
  const reads = [() => listDns(api), () => listSms(api, "1"), () => fetchPage(api, "imsi", { page: 1 })];
  for (const read of reads) await expect(read(), description).rejects.toMatchObject({ code: "unexpected-answer" });
});

test.each([
  [[{ id: 1 }, {}, { url: "x" }], {}, "without-id:2"],
  [[{ id: 1 }], { "x-total-count": "2" }, "partial"],
  [[{ id: 1 }], { "x-total-pages": "2" }, "partial"],
  [[{ id: 1 }], { "x-total-count": "0" }, undefined],
  [[{ id: 1 }], {}, undefined],
])("the list %j with %j has the gap %s", async (records, headers, gap) => {
  const service = await start((_request, socket) => socket.write(jsonAnswer(200, records, headers)));
  expect(await listDns(client(service))).toEqual({ items: [{ id: "1", record: { id: 1 } }], gap });
});

test("aborts a body larger than the limit", async () => {
  const service = await start((_request, socket) => socket.write(httpAnswer(200, {}, `["${"x".repeat(5000)}"]`)));
  const transport = makeTransport(service.baseUrl, { maxBodyBytes: 1000 });
  onTestFinished(() => transport.close());
  await expect(listDns(client(service, { transport }))).rejects.toMatchObject({ code: "answer-too-large" });
});

test("aborts a body that arrives slowly after the total time limit", async () => {
  const service = await start((_request, socket) => {
    socket.write(httpAnswer(200, { "content-length": "1000" }, "["));
    const timer = setInterval(() => socket.write(" "), 5);
    socket.on("close", () => clearInterval(timer));
  });
  const api = client(service, { timeouts: { totalMs: 60 } });
  await expect(listDns(api)).rejects.toMatchObject({ code: "answer-timeout" });
});

test.each([404, 405])("reports an absent list as not offered (%i)", async (status) => {
  const service = await start((_request, socket) => socket.write(httpAnswer(status)));
  const api = client(service);
  const calls = [listServiceProfiles(api), fetchPage(api, "imsi", { page: 1 }), getEndpoint(api, "1")];
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: "not-offered" });
});

test("does not conclude from a gateway's page (404) what the service offers", async () => {
  const page = { "content-type": "text/html" };
  const service = await start((_request, socket) => socket.write(httpAnswer(404, page, "<html>Not found</html>")));
  const api = client(service);
  const calls = [listServiceProfiles(api), fetchPage(api, "imsi", { page: 1 }), getEndpoint(api, "1")];
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: "unexpected-answer" });
});

test("keeps the service's own code for an unknown endpoint", async () => {
  const service = await start((_request, socket) =>
    socket.write(jsonAnswer(404, { error_code: 1201, message: "No." })),
  );
  await expect(getEndpoint(client(service), "1")).rejects.toMatchObject({
    code: "service-1201",
    details: { status: 404 },
  });
});

test("a created object without Location or body has no id and is no failure", async () => {
  const service = await start((_request, socket) => socket.write(httpAnswer(201)));
  expect(await createDns(client(service), { primary: "9.9.9.9", secondary: "8.8.8.8" })).toEqual({ id: undefined });
});

test("a patch returns the small body, or nothing", async () => {
  const service = await start((_request, socket, index) => {
    socket.write(index === 0 ? jsonAnswer(201, { dns: { id: 4 } }) : "HTTP/1.1 204 No Content\r\n\r\n");
  });
  const api = client(service);
  const first = await patchServiceProfile(api, "1", { dns: { id: 4 } });
  const second = await patchServiceProfile(api, "1", { dns: { id: undefined } });
  expect([first, second]).toEqual([{ dns: { id: 4 } }, undefined]);
});

test("takes the service's clock from its Date header", async () => {
  const ahead = new Date(Date.now() + 3_600_000).toUTCString();
  const service = await start((_request, socket) => socket.write(jsonAnswer(200, [], { date: ahead })));
  const api = client(service);
  expect(api.clockOffsetMs()).toBeUndefined();
  await listDns(api);
  expect(Math.abs((api.clockOffsetMs() ?? 0) - 3_600_000)).toBeLessThan(1_500);
});

test.each([
  ["a web page", {}, "<html>Sign in</html>"],
  ["a response from a cache", { age: "3600" }, "[]"],
])("does not take the service's clock from %s", async (_what, headers, body) => {
  const date = new Date(0).toUTCString();
  const service = await start((_request, socket) => socket.write(httpAnswer(200, { date, ...headers }, body)));
  const api = client(service);
  await listDns(api).catch(() => undefined);
  expect(api.clockOffsetMs()).toBeUndefined();
});

test("the service's clock is unknown after the local clock was set, until the next response", async () => {
  const clock = createFakeClock();
  const date = new Date(clock.now()).toUTCString();
  const service = await start((_request, socket) => socket.write(jsonAnswer(200, [], { date })));
  const api = client(service, { clock });
  await listDns(api);
  expect(api.clockOffsetMs()).toBe(500);
  clock.jump(5 * 3_600_000);
  expect(api.clockOffsetMs()).toBeUndefined();
  await listDns(api);
  expect(api.clockOffsetMs()).toBe(500 - 5 * 3_600_000);
});

test("logs no secret", async () => {
  const log = createFakeLog();
  const service = await start((_request, socket, index) => {
    if (index === 0) socket.resetAndDestroy();
    else socket.write(httpAnswer(429));
  });
  await listDns(client(service, { log, readRetries: { afterLoss: 1, afterThrottle: 0, baseDelayMs: 1 } })).catch(
    () => undefined,
  );
  expect(log.text()).not.toContain("TOKEN");
});

const notSortable = jsonAnswer(422, { error_code: 1302, message: "Invalid sort criteria." });

test.each([
  ["1302", notSortable],
  ["400", httpAnswer(400)],
])("omits a default sort order once the service has rejected it with %s", async (_code, no) => {
  const service = await start(({ path }, socket) => socket.write(path.includes("sort=") ? no : jsonAnswer(200, [])));
  const api = client(service);
  await fetchPage(api, "user", { page: 1 });
  await fetchPage(api, "user", { page: 2, q: "name:a" });
  await fetchEventPage(api, { of: "all" }, { page: 1, sort: "-timestamp", isSortOptional: true });
  expect(service.seen.map(({ path }) => path)).toEqual([
    "/api/v1/user?page=1&sort=id",
    "/api/v1/user?page=1",
    "/api/v1/user?page=2&q=name:a",
    "/api/v1/event?page=1&sort=-timestamp",
    "/api/v1/event?page=1",
  ]);
});

test("reports the service's rejection of a sort order that the operator selected", async () => {
  const service = await start((_request, socket) => socket.write(notSortable));
  await expect(fetchPage(client(service), "user", { page: 1, sort: "-name" })).rejects.toMatchObject({
    code: "service-1302",
  });
  expect(service.seen).toHaveLength(1);
});

test("passes a page below 1 and a per_page below 1 to the service", async () => {
  const service = await start((_request, socket) => socket.write(jsonAnswer(200, [])));
  await fetchPage(client(service), "imsi", { page: -1, perPage: 0 });
  expect(service.seen[0]?.path).toBe("/api/v1/imsi?page=-1&per_page=0&sort=id");
});

test("does not accept a record with another id as the requested one", async () => {
  const service = await start((_request, socket) => socket.write(jsonAnswer(200, { id: -2147483648 })));
  const api = client(service);
  const reads = [() => getSms(api, "1", "2"), () => getEndpoint(api, "1"), () => getServiceProfile(api, "1")];
  for (const read of [...reads, () => getApiCallback(api, "1")]) {
    await expect(read()).rejects.toMatchObject({ code: "other-record" });
  }
});

test("accepts the record of a detail response as the requested one", async () => {
  const service = await start(({ path }, socket) =>
    socket.write(path.includes("q=id") ? jsonAnswer(422, { error_code: 1301 }) : jsonAnswer(200, { id: 9 })),
  );
  expect(await readOne(client(service), "sim", "9")).toEqual({ id: 9 });
  await expect(readOne(client(service), "sim", "1")).rejects.toMatchObject({ code: "other-record" });
});

test("reads the detail of a record where the list ignores the filter by id", async () => {
  const service = await start(({ path }, socket) =>
    socket.write(path.includes("q=id") ? jsonAnswer(200, [{ id: 1 }]) : jsonAnswer(200, { id: 9 })),
  );
  expect(await readOne(client(service), "user", "9")).toEqual({ id: 9 });
});
