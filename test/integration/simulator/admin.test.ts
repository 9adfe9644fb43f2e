import { expect, test } from "vitest";
import { openPracticeService, type PracticeService } from "../../make/practice-service.ts";
import { holdMs } from "../../make/service-client.ts";

const send = (service: PracticeService, endpoint: number, payload: string): Promise<unknown> =>
  service.call("POST", `/api/v1/endpoint/${endpoint}/sms`, { source_address: "4911", payload });

test("the ledger contains every accepted SMS in order, for all endpoints or for one", async () => {
  await using service = await openPracticeService();
  await send(service, 70_001, "one");
  await send(service, 70_002, "two");
  await send(service, 70_001, "three");
  const all = (await service.bare("GET", "/_simulator/ledger")).json;
  const one = (await service.bare("GET", "/_simulator/ledger?endpoint=70001")).json;
  const [first, , third] = service.simulator.ledger();
  expect([all, one, first]).toEqual([
    { count: 3, entries: service.simulator.ledger() },
    { count: 2, entries: [first, third] },
    {
      sequence: 1,
      smsId: expect.any(Number) as number,
      endpointId: 70_001,
      payload: "one",
      sourceAddress: "4911",
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
    },
  ]);
});

test("the summary names endpoints with the same text more than once", async () => {
  await using service = await openPracticeService();
  for (const [endpoint, text] of [
    [70_001, "a"],
    [70_002, "a"],
    [70_002, "b"],
    [70_001, "a"],
  ] as const)
    await send(service, endpoint, text);
  const { json } = await service.bare("GET", "/_simulator/ledger?summary=1");
  expect(json).toEqual({ count: 4, endpoints: 2, duplicates: [70_001] });
});

test("the ledger reports the number of SMS per endpoint", async () => {
  await using service = await openPracticeService();
  for (const id of [70_002, 70_001, 70_002])
    await service.call("POST", `/api/v1/endpoint/${id}/sms`, { source_address: 1, payload: "x" });
  const { json } = await service.bare("GET", "/_simulator/ledger?counts=1");
  expect(json).toEqual({ counts: { "70001": 1, "70002": 2 } });
});

test("a long ledger arrives completely", async () => {
  await using service = await openPracticeService({ endpoints: 50 });
  const count = 4100;
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => send(service, 70_001 + index, `text ${sent}`)));
  }
  const { json } = await service.bare("GET", "/_simulator/ledger");
  const { entries } = json as { readonly entries: readonly { readonly sequence: number }[] };
  expect(entries.map((entry) => entry.sequence)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test("the clock can be moved forward by a client, and the Date header follows it", async () => {
  await using service = await openPracticeService();
  const before = Date.parse((await service.call("GET", "/api/v1/dns")).headers.get("Date") ?? "");
  await service.bare("POST", "/_simulator/clock", { advanceMs: 3_600_000 });
  const after = Date.parse((await service.call("GET", "/api/v1/dns")).headers.get("Date") ?? "");
  expect(after - before).toBe(3_600_000);
});

test("the clock cannot be moved back", async () => {
  await using service = await openPracticeService();
  expect((await service.bare("POST", "/_simulator/clock", { advanceMs: -1 })).status).toBe(400);
});

test("counts requests by operation and status, with the highest concurrency", async () => {
  await using service = await openPracticeService({
    faults: { rules: [{ kind: "slow", rate: 1, delayMs: holdMs, on: "dns.list" }] },
  });
  const lists = Promise.all(Array.from({ length: 4 }, () => service.call("GET", "/api/v1/dns")));
  await expect
    .poll(async () => (await service.bare("GET", "/_simulator/requests")).json)
    .toMatchObject({ operations: { "dns.list": 4 } });
  service.simulator.advance(holdMs);
  await lists;
  await service.call("GET", "/api/v1/endpoint/5");
  expect((await service.bare("GET", "/_simulator/requests")).json).toMatchObject({
    total: 6,
    maxConcurrent: 4,
    operations: { authenticate: 1, "dns.list": 4, "endpoint.get": 1 },
    statuses: { "200": 5, "404": 1 },
  });
});

test("endpoints can be changed, deleted and added, and every list shows it", async () => {
  await using service = await openPracticeService({ endpoints: 5 });
  const mutation = {
    change: [{ id: 70_002, set: { name: "renamed", sim: { iccid: "8900000000000000001" } }, unset: ["tags"] }],
    delete: [70_003],
    add: [{ name: "brand new" }],
  };
  const result = (await service.bare("POST", "/_simulator/mutate", mutation)).json;
  const names = async (query: string): Promise<readonly string[]> =>
    ((await service.call("GET", `/api/v1/endpoint${query}`)).json as readonly { readonly name: string }[]).map(
      (row) => row.name,
    );
  const changed = (await service.call("GET", "/api/v1/endpoint/70002")).json as Readonly<Record<string, unknown>>;
  expect([
    result,
    (await names("")).length,
    await names("?q=name:renamed"),
    await names("?q=iccid:89000"),
    await names("?q=id:70003"),
    (await names("?sort=name"))[0],
    changed["tags"],
    changed["sim"],
  ]).toEqual([
    { changed: 1, deleted: 1, added: [70_006] },
    5,
    ["renamed"],
    ["renamed"],
    [],
    (await names("")).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))[0],
    undefined,
    expect.objectContaining({ id: 5_000_002, iccid: "8900000000000000001" }),
  ]);
});

test("rejects a page of another origin and a foreign host name", async () => {
  await using service = await openPracticeService();
  const response = await fetch(`${service.simulator.baseUrl}/_simulator/ledger`, {
    headers: { Origin: "https://elsewhere.example.com" },
  });
  expect(response.status).toBe(403);
});

test("a million endpoints are available immediately, up to the last page", async () => {
  await using service = await openPracticeService({ endpoints: 1_000_000 });
  const answer = await service.call("GET", "/api/v1/endpoint?page=1000");
  const records = answer.json as readonly { readonly id: number }[];
  expect([answer.headers.get("X-Total-Count"), records.length, records.at(-1)?.id]).toEqual([
    "1000000",
    1000,
    1_070_000,
  ]);
});

test("reports a port that is in use with a message", async () => {
  await using service = await openPracticeService();
  const port = Number(new URL(service.simulator.baseUrl).port);
  await expect(openPracticeService({ port })).rejects.toThrow(`The port ${port} is already in use.`);
});
