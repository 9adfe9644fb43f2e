/** A 2xx response to a write counts only if it can be from the service; otherwise its outcome is unknown. */
import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createApiCallback, createDataStream, deleteApiCallback } from "../../../../main/core/api/data-streams.ts";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { createDns, deleteDns } from "../../../../main/core/api/dns.ts";
import { deleteQuota, setDataQuota, setSmsQuota } from "../../../../main/core/api/quotas.ts";
import { createServiceProfile, patchServiceProfile } from "../../../../main/core/api/service-profiles.ts";
import { cancelAndReadBack } from "../../../../main/core/api/sms-cancel.ts";
import { cancelSms } from "../../../../main/core/api/sms.ts";
import { httpAnswer, startOddService } from "../../../fakes/odd-service.ts";
import { makeApiClient } from "../../../make/api-client.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const expiresAt = Date.UTC(2031, 0, 1);
const writes: readonly (readonly [string, (api: ApiClient) => Promise<unknown>])[] = [
  ["createDns", (api) => createDns(api, { primary: "192.0.2.1", secondary: "192.0.2.2" })],
  ["deleteDns", (api) => deleteDns(api, "1")],
  ["createServiceProfile", (api) => createServiceProfile(api, { name: "x" })],
  ["patchServiceProfile", (api) => patchServiceProfile(api, "1", { dns: { id: 1 } })],
  [
    "createDataStream",
    (api) => createDataStream(api, { content: "events", destination: { kind: "rest-api", callback: { id: 1 } } }),
  ],
  ["createApiCallback", (api) => createApiCallback(api, { url: "https://example.test/in", purpose: "events" })],
  ["deleteApiCallback", (api) => deleteApiCallback(api, "1")],
  ["setDataQuota", (api) => setDataQuota(api, "1", { volumeMb: 1, expiresAt, onExhaustion: "block" })],
  ["setSmsQuota", (api) => setSmsQuota(api, "1", { volume: 1, expiresAt, thresholdPercentage: 0 })],
  ["deleteQuota", (api) => deleteQuota(api, "1", "data")],
  ["cancelSms", (api) => cancelSms(api, "1", "2")],
];

const page = "\n<!doctype html><title>Sign in</title>";
const write =
  (bytes: string) =>
  (socket: Socket): void => {
    socket.write(bytes);
  };
const cutOff =
  (bytes: string) =>
  (socket: Socket): void => {
    socket.write(bytes, () => socket.resetAndDestroy());
  };

const foreign: readonly (readonly [string, (socket: Socket) => void, string])[] = [
  ["a web page", write(httpAnswer(200, { "content-type": "text/html" }, page)), "unexpected-answer"],
  ["a web page with status 201", write(httpAnswer(201, {}, page)), "unexpected-answer"],
  ["text that is not JSON", write(httpAnswer(200, {}, "OK, saved")), "unexpected-answer"],
  ["JSON that ends early", write(httpAnswer(200, {}, '{"id":')), "unexpected-answer"],
  ["a body that was cut off", cutOff(httpAnswer(200, { "content-length": "64" }, "{")), "answer-truncated"],
];

async function run(
  answer: (socket: Socket) => void,
  call: (api: ApiClient) => Promise<unknown>,
): Promise<{ readonly result: unknown; readonly requests: number }> {
  const service = await startOddService((_request, socket) => answer(socket));
  const api = makeApiClient(service.baseUrl);
  open.push(api, service);
  const result = await call(api).catch((error: unknown) => error);
  return { result, requests: service.seen.length };
}

for (const [name, answer, code] of foreign) {
  test.each(writes)(`${name} leaves the outcome of %s unknown`, async (_write, call) => {
    const { result, requests } = await run(answer, call);
    expect(result).toMatchObject({ code, details: { accepted: "unknown" } });
    expect(requests).toBe(1);
  });
}

const own: readonly (readonly [string, (socket: Socket) => void])[] = [
  ["an empty 200", write(httpAnswer(200))],
  ["an empty 204", write("HTTP/1.1 204 No Content\r\n\r\n")],
  ["an empty 201", write(httpAnswer(201))],
  ["a 201 that was cut off", cutOff(httpAnswer(201, { "content-length": "64" }, "{"))],
  ["a JSON object", write(httpAnswer(200, {}, '{"id":7}'))],
  [
    "an answer that names the new id, whatever its body",
    cutOff(httpAnswer(200, { location: "/api/v1/x/7", "content-length": "64" }, "<")),
  ],
];

for (const [name, answer] of own) {
  const creations = writes.filter(([write]) => !name.includes("new id") || write.startsWith("create"));
  test.each(creations)(`${name} is the service's response to %s`, async (_write, call) => {
    const { result } = await run(answer, call);
    expect(result).not.toBeInstanceOf(Error);
  });
}

test.each([
  ["a page", httpAnswer(200, {}, page)],
  ["an error", httpAnswer(502, {}, page)],
])("a cancellation with %s as response that cannot be read back has an unknown outcome", async (_what, answer) => {
  const { result, requests } = await run(write(answer), (api) => cancelAndReadBack(api, "1", "2", {}));
  expect(result).toMatchObject({ code: "cancel-unknown", text: { code: "sms-cancel-unknown" } });
  expect(requests).toBe(2);
});
