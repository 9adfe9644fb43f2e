import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { sendSms } from "../../../../main/core/api/sms.ts";
import { createSmsHandlers } from "../../../../main/features/messages/sms/handlers.ts";
import type { smsQueries } from "../../../../main/features/messages/sms/queries.ts";
import { createSmsLists } from "../../../../main/features/messages/sms/sms-lists.ts";
import type { SingleSms } from "../../../../main/features/campaigns/running/single.ts";
import type { Simulator } from "../../../../main/simulator/simulator.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { makeApiClient, makeAuthorizer } from "../../../make/api-client.ts";
import { openPracticeService } from "../../../make/practice-service.ts";
import { signIn } from "../../../make/service-client.ts";
import { openScratchStore } from "../../../make/store.ts";

const signal = new AbortController().signal;

interface Bench extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly handlers: ReturnType<typeof createSmsHandlers>;
  readonly notified: readonly string[];
  readonly sent: readonly SingleSms[];
  /** Id of an endpoint. */
  readonly endpoint: string;
  /** Sends directly, without the handlers, and returns the id. */
  readonly post: (text: string) => Promise<string>;
}

/** Every SMS stays pending for a second, then buffered for ten, then is delivered; no endpoint replies. */
async function bench(cancelRejectionStatus: 404 | 409 | 422 = 422): Promise<Bench> {
  const service = await openPracticeService({
    smsLife: {
      pendingMs: 1_000,
      bufferedMs: [10_000, 10_000],
      failedRate: 0,
      expiredRate: 0,
      asleepRate: 0,
      replyRate: 0,
    },
    oddities: { cancelRejectionStatus },
  });
  const { simulator } = service;
  const token = await signIn(simulator);
  const api = makeApiClient(simulator.baseUrl, { authorizer: makeAuthorizer({ token: () => Promise.resolve(token) }) });
  const endpoints = (await service.call("GET", "/api/v1/endpoint?per_page=1")).json as readonly {
    readonly id: number;
  }[];
  const endpoint = String(endpoints[0]?.id);
  const notified: string[] = [];
  const sent: SingleSms[] = [];
  const clock = createFakeClock();
  const database = await openScratchStore(clock);
  const store = database.use<typeof smsQueries>("sms");
  const handlers = createSmsHandlers({
    store,
    lists: createSmsLists({ store, onChanged: () => Promise.resolve() }),
    names: { of: () => Promise.resolve(new Map()), holding: () => Promise.resolve([]) },
    connections: { open: () => Promise.resolve({ id: 1, name: "work", options: { defaultSender: "none" }, api }) },
    sender: {
      send: (_connection, message) => {
        sent.push(message);
        return Promise.resolve({ outcome: "accepted", smsId: "1", segments: 1, segmentsExact: true });
      },
      reconcile: () => Promise.resolve({ accepted: 0, notSent: 0, unknown: 0 }),
    },
    clock,
    onChanged: (connection, changed) => notified.push(`${connection} ${changed}`),
  });
  const post = async (text: string): Promise<string> => {
    const result = await sendSms(api, endpoint, { sourceAddress: "4911", payload: text });
    if (result.kind !== "accepted") throw new Error(`the simulator answered ${result.kind}`);
    return result.smsId ?? "";
  };
  return {
    simulator,
    handlers,
    notified,
    sent,
    endpoint,
    post,
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await simulator.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

test("lists an endpoint's SMS newest first, with status and direction", async () => {
  await using b = await bench();
  const first = await b.post("one");
  b.simulator.advance(2_000);
  const second = await b.post("two");
  const { items } = await b.handlers.list({ endpoint: b.endpoint }, { signal });
  expect(
    items.map(({ id, delivery, direction, payload, sourceAddress }) => [
      id,
      delivery,
      direction,
      payload,
      sourceAddress,
    ]),
  ).toEqual([
    [second, "pending", "mt", "two", "4911"],
    [first, "buffered", "mt", "one", "4911"],
  ]);
});

test("reads one SMS by its id", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(12_000);
  expect(await b.handlers.get({ endpoint: b.endpoint, id }, { signal })).toMatchObject({
    id,
    delivery: "delivered",
    payload: "one",
  });
});

test("cancels a buffered SMS, and notifies the listeners", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(2_000);
  const answer = await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal });
  expect([answer, b.notified]).toEqual([
    { cancelled: true, delivery: "cancelled", message: codedText("sms-cancelled") },
    [`work ${b.endpoint}`],
  ]);
});

test("cancelling twice is not a failure", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(2_000);
  await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal });
  expect(await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal })).toMatchObject({
    cancelled: true,
    delivery: "cancelled",
  });
});

test("does not cancel an SMS that is not buffered, whatever status the rejection has", async () => {
  for (const status of [404, 409, 422] as const) {
    await using b = await bench(status);
    const id = await b.post("one");
    b.simulator.advance(12_000);
    expect(await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal })).toEqual({
      cancelled: false,
      delivery: "delivered",
      message: {
        code: "sms-cancel-rejected-status",
        params: { reason: expect.any(Object) as object, status: "DELIVERED" },
      },
    });
  }
});

test("resolves a cancellation with a lost response by reading the SMS", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(2_000);
  b.simulator.setFaults({ rules: [{ kind: "reset-after", rate: 1, on: "sms.cancel" }] });
  expect(await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal })).toMatchObject({
    cancelled: true,
    delivery: "cancelled",
  });
});

test("a cancellation that did not arrive leaves the SMS buffered and reports that", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(2_000);
  b.simulator.setFaults({ rules: [{ kind: "error-before", rate: 1, on: "sms.cancel" }] });
  expect(await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal })).toEqual({
    cancelled: false,
    delivery: "buffered",
    message: codedText("sms-cancel-lost", { status: "BUFFERED" }),
  });
});

test("an accepted cancellation that cannot be read back is still accepted", async () => {
  await using b = await bench();
  const id = await b.post("one");
  b.simulator.advance(2_000);
  b.simulator.setFaults({ rules: [{ kind: "error-before", rate: 1, on: "sms.get" }] });
  expect(await b.handlers.cancel({ endpoint: b.endpoint, id }, { signal })).toMatchObject({
    cancelled: true,
    delivery: "unknown",
  });
});

test("names an SMS or an endpoint that does not exist", async () => {
  await using b = await bench();
  const { endpoint } = b;
  await expect(b.handlers.get({ endpoint, id: "1" }, { signal })).rejects.toMatchObject({ code: "sms-unknown" });
  await expect(b.handlers.cancel({ endpoint, id: "1" }, { signal })).rejects.toMatchObject({ code: "sms-unknown" });
  await expect(b.handlers.list({ endpoint: "1" }, { signal })).rejects.toMatchObject({ code: "endpoint-unknown" });
});

test("does not treat a gateway's page, nor a missing list, as a missing SMS or endpoint", async () => {
  await using b = await bench(404);
  const { endpoint } = b;
  const id = await b.post("one");
  b.simulator.advance(12_000);
  b.simulator.setFaults({ rules: [{ kind: "html", rate: 1, status: 404, on: ["sms.list", "sms.get"] }] });
  await expect(b.handlers.list({ endpoint }, { signal })).rejects.toMatchObject({ code: "unexpected-answer" });
  await expect(b.handlers.get({ endpoint, id }, { signal })).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(await b.handlers.cancel({ endpoint, id }, { signal })).toMatchObject({ cancelled: false });
  b.simulator.setFaults({ rules: [{ kind: "answer-before", rate: 1, status: 404, on: "sms.list" }] });
  await expect(b.handlers.list({ endpoint }, { signal })).rejects.toMatchObject({ code: "not-offered" });
});

test("rejects violations of the specification with their field, before anything is written", async () => {
  await using b = await bench();
  const { endpoint } = b;
  for (const [input, field] of [
    [{ endpoint, from: "ACME", text: "t" }, "from"],
    [{ endpoint, from: "-4911", text: "t" }, "from"],
    [{ endpoint, from: "", text: "t" }, "from"],
    [{ endpoint, from: "1234567890123456", text: "t" }, "from"],
    [{ endpoint, from: "4911", text: "" }, "text"],
    [{ endpoint: "../sim", from: "4911", text: "t" }, "endpoint"],
  ] as const) {
    await expect(b.handlers.send(input, { signal })).rejects.toMatchObject({
      code: "invalid-input",
      details: { field },
    });
  }
  await expect(
    b.handlers.send({ endpoint, from: "4911", text: "t", expect: { pattern: "(", withinMinutes: 1 } }, { signal }),
  ).rejects.toMatchObject({ code: "pattern-invalid" });
  expect(b.sent).toEqual([]);
});

test("stores the expected reply with the message", async () => {
  await using b = await bench();
  const expected = { pattern: "^ok", withinMinutes: 5 };
  await b.handlers.send({ endpoint: b.endpoint, from: "4911", text: "t", expect: expected }, { signal });
  expect(b.sent.map(({ expect: awaited }) => awaited)).toEqual([expected]);
});

test("sends through the ledger of the campaigns and publishes it", async () => {
  await using b = await bench();
  const { endpoint } = b;
  const answer = await b.handlers.send({ endpoint, from: "4911", text: "t" }, { signal });
  expect([answer, b.sent, b.notified]).toEqual([
    { outcome: "accepted", smsId: "1", segments: 1, segmentsExact: true },
    [{ endpointId: endpoint, from: "4911", text: "t", signal }],
    [`work ${endpoint}`],
  ]);
});
