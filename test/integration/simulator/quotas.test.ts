import { expect, test } from "vitest";
import { openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const path = "/api/v1/endpoint/70001/quota";
const smsQuota = { volume: 2, expiry_date: "2099-12-31 23:59:59", status: { id: 1 }, threshold_percentage: 50 };
const dataQuota = { ...smsQuota, action_on_exhaustion: { id: 1 }, auto_refill: 1 };

const send = async (service: PracticeService): Promise<number> =>
  (await service.call("POST", "/api/v1/endpoint/70001/sms", { source_address: 1, payload: "x" })).status;

/** Assigns the endpoint the seeded profile that enforces the SMS quota. */
const meter = async (service: PracticeService): Promise<void> => {
  const change = [{ id: 70_001, set: { service_profile: { id: 904, name: "Metered SMS" } } }];
  await service.bare("POST", "/_simulator/mutate", { change });
};

test("a quota that was set is read back, the data quota with the database's date format", async () => {
  await using service = await openPracticeService();
  const created = await service.call("POST", `${path}/data`, dataQuota);
  const read = await service.call("GET", `${path}/data`);
  expect([created.status, created.text, read.json]).toEqual([
    201,
    "",
    expect.objectContaining({
      volume: 2,
      expiry_date: "2099-12-31 23:59:59",
      status: { id: 1, description: "ACTIVE" },
      action_on_exhaustion: { id: 1, description: "Block" },
      auto_refill: 1,
      threshold_volume: 1,
    }),
  ]);
});

test("a data quota that throttles is read back with its rate", async () => {
  await using service = await openPracticeService();
  const action = { id: 2, peak_throughput: 64_000 };
  await service.call("POST", `${path}/data`, { ...dataQuota, action_on_exhaustion: action });
  expect((await service.call("GET", `${path}/data`)).json).toMatchObject({
    action_on_exhaustion: { ...action, description: "Throttle" },
  });
});

test("a deleted quota no longer exists: 204, then 404", async () => {
  await using service = await openPracticeService();
  await service.call("POST", `${path}/sms`, smsQuota);
  const statuses = [await service.call("DELETE", `${path}/sms`), await service.call("DELETE", `${path}/sms`)];
  expect([...statuses, await service.call("GET", `${path}/sms`)].map((answer) => answer.status)).toEqual([
    204, 404, 404,
  ]);
});

test.for([
  ["literal", [201, 404]],
  ["prefixed", [404, 201]],
  ["both", [201, 201]],
] as const)("with the quota path %s, the two paths respond with %j", async ([quotaPath, expected]) => {
  await using service = await openPracticeService({ accept: { quotaPath } });
  const answers = ["/endpoint", "/api/v1/endpoint"].map((root) =>
    service.call("POST", `${root}/70001/quota/sms`, smsQuota),
  );
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(expected);
});

test("a message names missing fields of a quota", async () => {
  await using service = await openPracticeService();
  const answer = await service.call("POST", `${path}/data`, { ...dataQuota, volume: "much" });
  expect([answer.status, answer.json]).toEqual([422, { message: "volume is required and must be a number." }]);
});

test("a used-up SMS quota blocks sending if the profile enforces it", async () => {
  await using service = await openPracticeService();
  await meter(service);
  await service.call("POST", `${path}/sms`, smsQuota);
  const statuses = [await send(service), await send(service), await send(service)];
  const quota = (await service.call("GET", `${path}/sms`)).json as {
    readonly volume: number;
    readonly status: unknown;
  };
  expect([statuses, quota.volume, quota.status, service.simulator.ledger().length]).toEqual([
    [201, 201, 422],
    0,
    { id: 2, description: "EXHAUSTED" },
    2,
  ]);
});

test("a missing SMS quota blocks sending only if the profile enforces it", async () => {
  await using service = await openPracticeService();
  await service.call("DELETE", `${path}/sms`);
  const before = await send(service);
  await meter(service);
  expect([before, await send(service)]).toEqual([201, 422]);
});

test("an expired SMS quota blocks sending", async () => {
  await using service = await openPracticeService();
  await meter(service);
  await service.call("POST", `${path}/sms`, { ...smsQuota, expiry_date: "2020-01-01T00:00:00.000Z" });
  expect(await send(service)).toBe(422);
});

test.for([
  ["404", 404, undefined],
  ["empty-object", 200, {}],
  ["null", 200, null],
] as const)("a missing quota can be answered as %s", async ([noQuota, status, body]) => {
  await using service = await openPracticeService({ oddities: { noQuota } });
  await service.call("DELETE", `${path}/sms`);
  const answer = await service.call("GET", `${path}/sms`);
  expect([answer.status, status === 404 ? undefined : answer.json]).toEqual([status, body]);
});

test("assigning, reaching the threshold and using up an SMS quota are events", async () => {
  await using service = await openPracticeService();
  await meter(service);
  await service.call("POST", `${path}/sms`, smsQuota);
  await send(service);
  await send(service);
  const events = await service.call("GET", "/api/v1/endpoint/70001/event?q=type:58|20|21");
  expect(
    (events.json as readonly { readonly event_type: { readonly id: number } }[]).map((event) => event.event_type.id),
  ).toEqual([58, 20, 21]);
});
