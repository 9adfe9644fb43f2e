/** How long a read may take: its time limit, and its wait for a rate limit. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test, vi } from "vitest";
import { fetchPage } from "../../../../main/core/api/records.ts";
import { deleteDns, listDns } from "../../../../main/core/api/dns.ts";
import { createGovernor } from "../../../../main/core/api/governor.ts";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { httpAnswer, jsonAnswer } from "../../../fakes/odd-service.ts";
import { fastRetries, useOddClients } from "../../../make/odd-clients.ts";
import { recordsOf } from "../../../make/records-of.ts";
import { soon } from "../../../make/soon.ts";

const { start, client } = useOddClients();

test("aborts a read without a response within its time limit and does not retry it; writes have no limit", async () => {
  const answers: (() => void)[] = [];
  const service = await start(({ method }, socket) => {
    if (method === "DELETE") answers.push(() => socket.write(httpAnswer(204)));
  });
  const clock = createFakeClock();
  const api = client(service, { ...fastRetries, clock, readTimeoutMs: 5_000 });
  const read = listDns(api).catch((error: unknown) => error);
  await expect.poll(() => service.seen.length).toBe(1);
  const write = deleteDns(api, "1");
  await expect.poll(() => answers.length).toBe(1);
  await clock.advance(5_000);
  expect(await read).toMatchObject({ code: "read-timeout", text: codedText("read-timeout", { seconds: 5 }) });
  answers[0]?.();
  await write;
  expect(service.seen).toHaveLength(2);
});

test("the time limit of a read includes its retries, also after a failure of the service", async () => {
  let fail = (): void => undefined;
  const service = await start((_request, socket, index) => {
    if (index === 0) fail = () => void socket.write(httpAnswer(502));
  });
  const clock = createFakeClock();
  const read = listDns(client(service, { ...fastRetries, clock, readTimeoutMs: 10_000 })).catch(
    (error: unknown) => error,
  );
  await vi.waitUntil(() => service.seen.length === 1, soon);
  await clock.advance(9_000);
  fail();
  await vi.waitUntil(async () => {
    await clock.advance(1);
    return service.seen.length === 2;
  }, soon);
  await clock.advance(1_000);
  expect(await read).toMatchObject({ code: "read-timeout" });
});

test("a time limit longer than the transport's limits raises them", async () => {
  const service = await start((_request, socket) => {
    setTimeout(() => socket.write(jsonAnswer(200, [])), 2_000);
  });
  const timeouts = { headersMs: 200, bodyMs: 200, totalMs: 200 };
  await expect(listDns(client(service, { timeouts }))).rejects.toMatchObject({ code: "answer-timeout" });
  expect(recordsOf(await listDns(client(service, { timeouts, readTimeoutMs: 5_000 })))).toEqual([]);
});

test("a throttled read waits in the governor and continues", async () => {
  const service = await start((_request, socket, index) => {
    socket.write(index === 0 ? httpAnswer(429, { "retry-after": "0.05" }) : jsonAnswer(200, []));
  });
  const clock = createSystemClock();
  const governor = createGovernor({ ceiling: "none", clock, log: createFakeLog() });
  const before = clock.monotonic();
  expect(recordsOf(await listDns(client(service, { ...fastRetries, governor })))).toEqual([]);
  expect(clock.monotonic() - before).toBeGreaterThanOrEqual(50);
});

test("an interactive read does not wait for a long Retry-After", async () => {
  const service = await start((_request, socket) => socket.write(httpAnswer(429, { "retry-after": "300" })));
  await expect(listDns(client(service, fastRetries))).rejects.toMatchObject({
    code: "throttled",
    details: { retryAfterMs: 300_000 },
  });
});

test("a background read is throttled for 15 minutes in total, then fails without another request", async () => {
  const service = await start((_request, socket) => socket.write(httpAnswer(429, { "retry-after": "400" })));
  const clock = createFakeClock();
  const api = client(service, { ...fastRetries, clock });
  const read = (): Promise<unknown> => fetchPage(api, "imsi", { page: 1, priority: "sync" });
  const first = read().catch((error: unknown) => error);
  for (const count of [1, 2]) {
    await expect.poll(() => service.seen.length).toBe(count);
    await clock.advance(400_000);
  }
  await expect(first).resolves.toMatchObject({ code: "throttled", details: { retryAfterMs: 400_000 } });
  expect(service.seen).toHaveLength(3);
});

test("sends no further read while the service asks for a wait of an hour", async () => {
  const service = await start((_request, socket) => socket.write(httpAnswer(429, { "retry-after": "3600" })));
  const api = client(service, fastRetries);
  for (let reads = 0; reads < 2; reads += 1) {
    const read = fetchPage(api, "imsi", { page: 1, priority: "sync" });
    await expect(read).rejects.toMatchObject({
      code: "throttled",
      text: { code: expect.stringMatching(/^throttled(-all)?-until$/) },
    });
  }
  expect(service.seen).toHaveLength(1);
});
