/** The outcome of one POST of an SMS, for every odd response of a network and a service. */
import { codedText } from "#shared/texts/coded-text.ts";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { ApiClientSettings } from "../../../../main/core/api/client.ts";
import { createGovernor } from "../../../../main/core/api/governor.ts";
import { sendSms, type SendResult } from "../../../../main/core/api/sms.ts";
import { AppError } from "#shared/failure.ts";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import {
  httpAnswer,
  jsonAnswer,
  startOddService,
  type OddService,
  type SeenRequest,
} from "../../../fakes/odd-service.ts";
import { makeApiClient, makeTransport } from "../../../make/api-client.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Answer = (request: SeenRequest, socket: Socket, index: number) => void;

async function send(
  answer: Answer,
  overrides: Partial<ApiClientSettings> = {},
): Promise<{ readonly result: SendResult; readonly service: OddService }> {
  const service = await startOddService(answer);
  const api = makeApiClient(service.baseUrl, overrides);
  open.push(api, service);
  return { result: await sendSms(api, "1", { sourceAddress: "4911", payload: "x" }), service };
}

const write =
  (bytes: string): Answer =>
  (_request, socket) => {
    socket.write(bytes);
  };
const cutAfter =
  (bytes: string): Answer =>
  (_request, socket) => {
    socket.write(bytes, () => socket.resetAndDestroy());
  };

const location = "/api/v1/endpoint/1/sms/77";
const page = "<!doctype html><title>Sign in</title>";

const outcomes: readonly (readonly [string, Answer, Partial<Record<string, unknown>>])[] = [
  [
    "201 with an absolute Location",
    write(httpAnswer(201, { location: `https://other.example${location}` })),
    { kind: "accepted", smsId: "77" },
  ],
  ["201 with a relative Location", write(httpAnswer(201, { location })), { kind: "accepted", smsId: "77" }],
  [
    "201 with its content called HTML",
    write(httpAnswer(201, { location, "content-type": "text/html" })),
    { kind: "accepted", smsId: "77" },
  ],
  ["201 with nothing at all", write(httpAnswer(201)), { kind: "accepted", smsId: undefined }],
  [
    "201 with the id in the body",
    write(httpAnswer(201, {}, '{"id":9007199254740993}')),
    { kind: "accepted", smsId: "9007199254740993" },
  ],
  [
    "201 cut off in the body",
    cutAfter(httpAnswer(201, { location, "content-length": "64" }, "   ")),
    { kind: "accepted", smsId: "77" },
  ],
  ["200 that names the id", write(httpAnswer(200, { location })), { kind: "accepted", smsId: "77" }],
  [
    "200 with a web page",
    write(httpAnswer(200, { "content-type": "text/html" }, page)),
    { kind: "unknown", code: "unexpected-answer" },
  ],
  [
    "200 with a web page that has a Location",
    write(httpAnswer(200, { location: "https://portal.example/login" }, page)),
    { kind: "unknown", code: "unexpected-answer" },
  ],
  [
    "200 with an id and the service's code of an error",
    write(jsonAnswer(200, { id: "7", error_code: 1104, message: "No." })),
    { kind: "unknown", code: "unexpected-answer" },
  ],
  [
    "201 with the service's code of an error",
    write(jsonAnswer(201, { error_code: 1104, message: "No." })),
    { kind: "unknown", code: "unexpected-answer" },
  ],
  ["200 with nothing", write(httpAnswer(200)), { kind: "unknown", code: "unexpected-answer" }],
  [
    "302, which may be a sign-in page or follow on a write that was done",
    write(httpAnswer(302, { location: "http://127.0.0.1:1/login" })),
    { kind: "unknown", code: "unexpected-redirect" },
  ],
  [
    "307, which asks to send the same elsewhere",
    write(httpAnswer(307, { location: "http://127.0.0.1:1/api" })),
    { kind: "unknown", code: "unexpected-redirect" },
  ],
  [
    "303, which may follow on a write that was done",
    write(httpAnswer(303, { location: "/done" })),
    { kind: "unknown" },
  ],
  [
    "400 with the service's words",
    write(jsonAnswer(400, { error_code: 1000, message: "Bad id." })),
    {
      kind: "refused",
      code: "service-1000",
      status: 400,
      message: codedText("service-refused-reason", { status: 400, reason: "Bad id." }),
    },
  ],
  ["403 as a page of the network's edge", write(httpAnswer(403, {}, page)), { kind: "refused", code: "http-403" }],
  ["404 as a page of a gateway", write(httpAnswer(404, {}, page)), { kind: "unknown", code: "unexpected-answer" }],
  ["404 with nothing", write(httpAnswer(404)), { kind: "refused", code: "http-404", status: 404 }],
  ["409", write(jsonAnswer(409, { error_code: 1405 })), { kind: "refused", code: "service-1405" }],
  [
    "422 with inner errors",
    write(jsonAnswer(422, { error_code: 1400, message: "Bad.", errors: [{ message: "Too long." }] })),
    {
      kind: "refused",
      code: "service-1400",
      message: codedText("service-refused-reason", { status: 422, reason: "Bad. · Too long." }),
    },
  ],
  ["408", write(httpAnswer(408)), { kind: "unknown", code: "http-408" }],
  [
    "429 with Retry-After",
    write(httpAnswer(429, { "retry-after": "7" })),
    { kind: "not-sent", cause: "throttled", retryAfterMs: 7000 },
  ],
  ["429 without", write(httpAnswer(429)), { kind: "not-sent", cause: "throttled", code: "throttled" }],
  [
    "503 with only Retry-After, which a gateway may add after the service accepted",
    write(httpAnswer(503, { "retry-after": "1" })),
    { kind: "unknown", code: "http-503" },
  ],
  ["503 with code 1105", write(jsonAnswer(503, { error_code: 1105 })), { kind: "not-sent", cause: "throttled" }],
  [
    "503 with the gateway's throttling header",
    write(httpAnswer(503, { "x-amzn-errortype": "ThrottlingException" })),
    { kind: "not-sent", cause: "throttled" },
  ],
  ["503 without a reason", write(httpAnswer(503)), { kind: "unknown", code: "http-503" }],
  ["500", write(jsonAnswer(500, { message: "Oops" })), { kind: "unknown", code: "http-500" }],
  ["502 as a page", write(httpAnswer(502, {}, page)), { kind: "unknown", code: "http-502" }],
  [
    "a reset after the request",
    (_request, socket) => socket.resetAndDestroy(),
    { kind: "unknown", code: "connection-lost" },
  ],
  ["an end without a response", (_request, socket) => socket.end(), { kind: "unknown", code: "connection-lost" }],
  ["headers cut off", cutAfter("HTTP/1.1 201 Created\r\nLoca"), { kind: "unknown" }],
  ["a response that is not HTTP", write("SSH-2.0-OpenSSH_9.6\r\n"), { kind: "unknown", code: "unexpected-answer" }],
  [
    "an interim response and then the final one",
    write(`HTTP/1.1 103 Early Hints\r\n\r\n${httpAnswer(201, { location })}`),
    { kind: "accepted", smsId: "77" },
  ],
];

for (const [name, answer, expected] of outcomes) {
  test(`${name} is ${String(expected["kind"])}`, async () => {
    const { result, service } = await send(answer);
    expect(result).toMatchObject(expected);
    expect(service.seen).toHaveLength(1);
  });
}

test("the outcome is unknown without a response in time", async () => {
  const { result, service } = await send(() => undefined, { timeouts: { headersMs: 100 } });
  expect(result).toMatchObject({ kind: "unknown", code: "answer-timeout" });
  expect(service.seen).toHaveLength(1);
});

test("a 503 with only Retry-After slows the queue, and its outcome is unknown", async () => {
  const clock = createSystemClock();
  const governor = createGovernor({ ceiling: "none", clock, log: createFakeLog() });
  const { result } = await send(write(httpAnswer(503, { "retry-after": "60" })), { governor });
  expect([result.kind, governor.state().waitingMs > 50_000]).toEqual(["unknown", true]);
});

test("a refused connection is proven not sent", async () => {
  const closed = await startOddService(() => undefined);
  await closed.close();
  const api = makeApiClient(closed.baseUrl);
  open.push(api);
  const result = await sendSms(api, "1", { sourceAddress: "1", payload: "x" });
  expect(result).toMatchObject({ kind: "not-sent", cause: "offline", code: "connection-refused" });
});

test("a connection that is never established is proven not sent", async () => {
  // A server with a full backlog would behave differently on each system; TLS to a silent server does not.
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    mute.listen(0, "127.0.0.1", resolve);
  });
  const { port } = mute.address() as AddressInfo;
  const api = makeApiClient(`https://127.0.0.1:${port}`, { timeouts: { connectMs: 100 } });
  const result = await sendSms(api, "1", { sourceAddress: "1", payload: "x" });
  await api.close();
  mute.close();
  expect(result).toMatchObject({ kind: "not-sent", cause: "offline", code: "connect-timeout" });
});

test("aborting a request that was written leaves its outcome unknown", async () => {
  const controller = new AbortController();
  const service = await startOddService(() => controller.abort());
  const api = makeApiClient(service.baseUrl);
  open.push(api, service);
  const result = await sendSms(api, "1", { sourceAddress: "1", payload: "x" }, { signal: controller.signal });
  expect(result).toMatchObject({ kind: "unknown", code: "aborted" });
});

test("aborting a request that waits for a free socket proves that it was not sent", async () => {
  const controller = new AbortController();
  const service = await startOddService(() => controller.abort());
  const transport = makeTransport(service.baseUrl, { connections: 1 });
  const api = makeApiClient(service.baseUrl, { transport });
  open.push(service);
  const first = sendSms(api, "1", { sourceAddress: "1", payload: "x" });
  const waiting = await sendSms(api, "2", { sourceAddress: "1", payload: "x" }, { signal: controller.signal });
  await transport.close();
  expect(waiting).toMatchObject({ kind: "not-sent", cause: "offline", code: "aborted" });
  expect(await first).toMatchObject({ kind: "unknown", code: "client-closed" });
  expect(service.seen.map((request) => request.path)).toEqual(["/api/v1/endpoint/1/sms"]);
});

test("opens as many sockets as there are concurrent requests, and reuses them", async () => {
  const sockets = new Set<Socket>();
  const service = await startOddService((_request, socket) => {
    sockets.add(socket);
    socket.write(httpAnswer(201, { location }));
  });
  const api = makeApiClient(service.baseUrl);
  open.push(service, api);
  const loop = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await sendSms(api, "1", { sourceAddress: "1", payload: "x" });
  };
  await Promise.all(Array.from({ length: 8 }, loop));
  expect([sockets.size, service.seen.length]).toEqual([8, 160]);
});

test("never sends twice when the service closes an idle socket during a new request", async () => {
  const { result, service } = await send((_request, socket, index) => {
    if (index === 0) socket.write(httpAnswer(201, { location }));
    else socket.resetAndDestroy();
  });
  const api = makeApiClient(service.baseUrl);
  open.push(api);
  const again = await sendSms(api, "1", { sourceAddress: "4911", payload: "x" });
  expect([result.kind, again.kind, service.seen.length]).toEqual(["accepted", "unknown", 2]);
});

test.each([
  ["sourceAddress", { sourceAddress: "+4911", payload: "x" }],
  ["sourceAddress", { sourceAddress: "", payload: "x" }],
  ["sourceAddress", { sourceAddress: "ACME", payload: "x" }],
  ["sourceAddress", { sourceAddress: "1".repeat(21), payload: "x" }],
  ["payload", { sourceAddress: "1", payload: "" }],
])("rejects an invalid %s before anything is sent", async (field, draft) => {
  const service = await startOddService(write(httpAnswer(201)));
  const api = makeApiClient(service.baseUrl);
  open.push(api, service);
  const error = await sendSms(api, "1", draft).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: "invalid-input", details: { field } });
  expect(service.seen).toEqual([]);
});
