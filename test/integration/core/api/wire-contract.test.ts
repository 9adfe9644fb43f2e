/** The request of every operation: method, path, headers and body, byte for byte as in the named section of the specification. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { sendSms } from "../../../../main/core/api/sms.ts";
import type { Transport } from "../../../../main/core/api/transport.ts";
import { jsonAnswer, startOddService, type OddService } from "../../../fakes/odd-service.ts";
import { makeApiClient, makeTransport } from "../../../make/api-client.ts";
import { operations } from "./operations.ts";

let service: OddService;
let api: ApiClient;
let transport: Transport;

beforeAll(async () => {
  service = await startOddService(({ method, path }, socket) => {
    const isList =
      method === "GET" && /\?|(?<!\/quota)\/(dns|sms|service_profile|api_callback|data_stream|tariff_plan)$/.test(path);
    if (path === "/api/v1/authenticate") socket.write(jsonAnswer(200, { auth_token: "A", refresh_token: "R" }));
    else if (method === "GET") socket.write(jsonAnswer(200, isList ? [{ id: 1 }] : { name: "x" }));
    else socket.write(jsonAnswer(201, { id: 1 }));
  });
  api = makeApiClient(service.baseUrl);
  transport = makeTransport(service.baseUrl);
});

afterAll(async () => {
  await api.close();
  await transport.close();
  await service.close();
});

for (const [section, run, method, path, body] of operations) {
  test(`sends what the specification shows: ${section}`, async () => {
    const before = service.seen.length;
    await run(api, transport);
    const [request, ...more] = service.seen.slice(before);
    const isSignIn = path === "/api/v1/authenticate";
    expect(more).toEqual([]);
    expect({ ...request, body: request?.body === "" ? undefined : JSON.parse(request?.body ?? "") }).toEqual({
      method,
      path,
      body,
      headers: {
        host: `127.0.0.1:${service.port}`,
        connection: "keep-alive",
        accept: "application/json",
        "user-agent": "Fleetdesk",
        // One byte A0, read here as latin1: the UTF-8 pair C2 A0 would be two characters.
        authorization: isSignIn ? undefined : "Bearer\u00a0TOKEN",
        "content-type": body === undefined ? undefined : "application/json",
        "content-length":
          method === "POST" || method === "PATCH" ? String(Buffer.byteLength(request?.body ?? "")) : undefined,
      },
    });
  });
}

test("writes exactly these bytes for an SMS with a base path and letters beyond latin1", async () => {
  const prefixed = makeApiClient(`${service.baseUrl}/gateway/`);
  await sendSms(prefixed, "70001", { sourceAddress: "0049", payload: "grün 😀" });
  await prefixed.close();
  const request = service.seen.at(-1);
  expect([request?.path, request?.body]).toEqual([
    "/gateway/api/v1/endpoint/70001/sms",
    '{"source_address":"0049","payload":"grün 😀"}',
  ]);
});

test("rejects a numeric sender with too many digits before anything is sent", async () => {
  const before = service.seen.length;
  const sending = sendSms(api, "70001", { sourceAddress: "1234567890123456", payload: "x" });
  await expect(sending).rejects.toMatchObject({ code: "invalid-input", details: { field: "sourceAddress" } });
  expect(service.seen).toHaveLength(before);
});
