import { expect, test } from "vitest";
import { type Answer, openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const list = "/api/v1/endpoint/70001/sms";
const hourMs = 3_600_000;
/** Every SMS is delivered, between 3 and 4 seconds after it was accepted. */
const alwaysDelivered = {
  bufferedMs: [2000, 3000],
  failedRate: 0,
  expiredRate: 0,
  asleepRate: 0,
  replyRate: 1,
} as const;

interface Sms {
  readonly id: number;
  readonly payload: string;
  readonly source_address: string;
  readonly final_date: string | null;
  readonly status: { readonly id: number; readonly description: string };
  readonly sms_type: { readonly description: string };
}

const send = (service: PracticeService, payload: unknown = "hello", source: unknown = "4911"): Promise<Answer> =>
  service.call("POST", list, { source_address: source, payload });

const read = async (service: PracticeService): Promise<readonly Sms[]> =>
  (await service.call("GET", list)).json as readonly Sms[];
const statuses = async (service: PracticeService): Promise<readonly string[]> =>
  (await read(service)).map((sms) => sms.status.description);

test("an accepted SMS is 201 with an empty body, its id only in Location, and is in the list", async () => {
  await using service = await openPracticeService();
  const answer = await send(service);
  const [sms] = await read(service);
  expect([answer.status, answer.text, answer.headers.get("Location")]).toEqual([
    201,
    "",
    `${service.simulator.baseUrl}${list}/${sms?.id}`,
  ]);
});

test("a record has the 31 keys of the live service, with its numbers as text", async () => {
  await using service = await openPracticeService();
  await send(service);
  const [sms] = await read(service);
  expect([Object.keys(sms ?? {}).length, sms]).toEqual([
    31,
    expect.objectContaining({
      endpoint_id: "70001",
      sim_id: "5000001",
      dcs: "0",
      retry_count: "0",
      source_address: "4911",
      payload: "hello",
    }),
  ]);
});

test("the list has no paging headers and the newest SMS first", async () => {
  await using service = await openPracticeService();
  for (const text of ["one", "two", "three"]) {
    await send(service, text);
    service.simulator.advance(1);
  }
  const answer = await service.call("GET", `${list}?per_page=1`);
  expect([answer.headers.has("X-Total-Count"), (answer.json as readonly Sms[]).map((sms) => sms.payload)]).toEqual([
    false,
    ["three", "two", "one"],
  ]);
});

test("an SMS is pending, then buffered, then delivered, as the clock advances", async () => {
  await using service = await openPracticeService({ smsLife: alwaysDelivered });
  await send(service);
  const seen = [await statuses(service)];
  for (const step of [1000, 3000]) {
    service.simulator.advance(step);
    seen.push(await statuses(service));
  }
  expect(seen.flat()).toEqual(["DELIVERY ATTEMPT PENDING", "BUFFERED", "DELIVERED"]);
});

test("the final status of an SMS depends only on the seed, and every one occurs", async () => {
  const outcome = async (): Promise<readonly string[]> => {
    await using service = await openPracticeService({ seed: 7, smsLife: { failedRate: 0.3, expiredRate: 0.3 } });
    for (let count = 0; count < 20; count += 1) await send(service, `n${count}`);
    service.simulator.advance(25 * hourMs);
    await service.signIn();
    return await statuses(service);
  };
  const first = await outcome();
  expect([await outcome(), [...new Set(first)].sort()]).toEqual([first, ["DELIVERED", "EXPIRED", "FAILED"]]);
});

test("the device replies to a command, after its delivery", async () => {
  await using service = await openPracticeService({ smsLife: alwaysDelivered });
  await send(service, "STATUS");
  service.simulator.advance(4000);
  const before = (await read(service)).length;
  service.simulator.advance(2000);
  const [reply] = await read(service);
  const detail = (await service.call("GET", `${list}/${reply?.id}`)).json;
  expect([before, reply?.sms_type.description, reply?.payload, detail]).toEqual([1, "MO", "OK STATUS", reply]);
});

test("a buffered SMS can be cancelled, without a final date", async () => {
  await using service = await openPracticeService({ smsLife: alwaysDelivered });
  await send(service);
  service.simulator.advance(1000);
  const [sms] = await read(service);
  const answer = await service.call("DELETE", `${list}/${sms?.id}`);
  service.simulator.advance(hourMs);
  const after = (await service.call("GET", `${list}/${sms?.id}`)).json as Sms;
  expect([answer.status, answer.text, after.status, after.final_date]).toEqual([
    200,
    "",
    { id: 7, description: "CANCELED" },
    null,
  ]);
});

test.for([409, 422, 404] as const)(
  "cancelling anything but a buffered SMS can be rejected with %i",
  async (cancelRejectionStatus) => {
    await using service = await openPracticeService({ smsLife: alwaysDelivered, oddities: { cancelRejectionStatus } });
    await send(service);
    const [sms] = await read(service);
    const pending = await service.call("DELETE", `${list}/${sms?.id}`);
    service.simulator.advance(hourMs);
    const delivered = await service.call("DELETE", `${list}/${sms?.id}`);
    expect([pending.status, delivered.status]).toEqual([cancelRejectionStatus, cancelRejectionStatus]);
  },
);

test.for([
  [{ payload: "x" }, 1402],
  [{ source_address: "abc", payload: "x" }, 1403],
  [{ source_address: 1 }, 1402],
  [{ source_address: 1, payload: "" }, 1402],
  [{ source_address: 1, payload: 5 }, 1403],
] as const)("rejects the body %j and accepts nothing", async ([body, code]) => {
  await using service = await openPracticeService();
  const answer = await service.call("POST", list, body);
  expect([answer.status, answer.json, service.simulator.ledger()]).toEqual([
    422,
    expect.objectContaining({ error_code: 1400, errors: [expect.objectContaining({ error_code: code })] }),
    [],
  ]);
});

test("rejects an unknown endpoint, a text that is not JSON and a foreign SMS", async () => {
  await using service = await openPracticeService();
  await send(service);
  const [sms] = await read(service);
  const answers = await Promise.all([
    service.call("POST", "/api/v1/endpoint/1/sms", { source_address: 1, payload: "x" }),
    service.call("POST", list, "no json"),
    service.call("GET", `/api/v1/endpoint/70002/sms/${sms?.id}`),
  ]);
  expect(answers.map((answer) => [answer.status, (answer.json as { readonly error_code: number }).error_code])).toEqual(
    [
      [404, 1401],
      [400, 1000],
      [404, 1201],
    ],
  );
});

test("accepts a text sender only with the matching type", async () => {
  await using service = await openPracticeService();
  const body = { source_address: "Fleet", source_address_type: { id: 208 }, payload: "x" };
  expect((await service.call("POST", list, body)).status).toBe(201);
});
