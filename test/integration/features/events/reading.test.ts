/** Reading lists of events into the cache, from a service with oddities: which time is covered, and which is not. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { startFakeEventService, type FakeEvent, type FakeEventService } from "../../../fakes/fake-event-service.ts";
import { openEventsCore } from "../../../make/events-core.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = Date.UTC(2031, 0, 31);
const all = { scope: { of: "all" as const } };

/** One every ten minutes, the newest a minute ago; ids ascend with time. */
function fill({ events }: FakeEventService, count: number): void {
  for (let index = 0; index < count; index += 1) {
    events.push(event(1000 + index, now - minuteMs - (count - 1 - index) * 10 * minuteMs));
  }
}

function event(id: number | string, at: number, more: object = {}): FakeEvent {
  return {
    id,
    timestamp: new Date(at).toISOString(),
    event_type: { id: 1, description: "Update location" },
    event_severity: { id: 0, description: "Info" },
    endpoint: { id: 70_001, name: "van" },
    ...more,
  };
}

test("covers the time from the oldest event to the time of the read, and no more", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  const { read, complete, reason, coverage } = await core.events.load({ ...all, limit: 10 });
  expect([read, complete, reason]).toEqual([10, false, codedText("more-events-available")]);
  // Other events with the time of the oldest one may be on the next page.
  const from = now - minuteMs - 90 * minuteMs + 1;
  expect(coverage.spans).toEqual([{ from, until: now, oldest: now, newest: now }]);
  expect(coverage.gaps).toEqual([{ from: now - 30 * dayMs, until: from }]);
});

test("a complete list covers the 30 days that the service stores, and never more", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  await core.events.load(all);
  const { coverage } = await core.events.list({ ...all, from: now - 40 * dayMs, until: now });
  expect(coverage.gaps).toEqual([{ from: now - 40 * dayMs, until: now - 30 * dayMs }]);
});

test("a period is requested in whole seconds, and covered completely if nothing is missing", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  const span = { from: now - 100 * minuteMs + 500, until: now - 50 * minuteMs + 500 };
  const { read, complete, coverage } = await core.events.load({ ...all, ...span });
  expect(service.queries).toEqual([
    "/api/v1/event?page=1&per_page=1000&q=from:2031-01-30T22:20:00Z,until:2031-01-30T23:10:01Z&sort=-timestamp",
  ]);
  expect([read, complete, coverage.whole]).toEqual([5, true, true]);
  expect((await core.events.list({ ...all, ...span })).items.map(({ id }) => id)).toEqual([
    "1024",
    "1023",
    "1022",
    "1021",
    "1020",
  ]);
});

test("a filtered read caches its events and covers nothing", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 3);
  const { read, complete, coverage } = await core.events.load({ ...all, filter: "severity:0" });
  expect([read, complete, coverage.spans]).toEqual([3, true, []]);
});

test("an event is cached once, whichever lists contain it, and is in all of them", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 5);
  const endpoint = { scope: { of: "endpoint" as const, id: "70001" } };
  expect((await core.events.load(endpoint)).added).toBe(5);
  expect((await core.events.load(all)).added).toBe(0);
  expect((await core.events.load({ scope: { of: "sim", id: "9" } })).added).toBe(0);
  expect((await core.events.facets(all)).total).toBe(5);
  // Read from the list of the SIM, although no record names it.
  expect((await core.events.facets({ scope: { of: "sim", id: "9" } })).total).toBe(5);
});

test("an event that is recorded late, with an earlier time, is missing until that time is read again", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 5);
  await core.events.load(all);
  service.events.push(event(5000, now - 25 * minuteMs));
  await core.clock.advance(10 * minuteMs);
  await core.events.load({ ...all, from: now, until: now + 10 * minuteMs });
  expect((await core.events.list(all)).items.map(({ id }) => id)).not.toContain("5000");
  const before = (await core.events.list(all)).coverage;
  expect(before.spans.map(({ oldest, newest }) => [oldest, newest])).toEqual([[now, now + 10 * minuteMs]]);
  const { added } = await core.events.load({ ...all, from: now - 30 * minuteMs, until: now });
  expect(added).toBe(1);
  const { items } = await core.events.list({ ...all, limit: 4 });
  expect(items.map(({ id }) => id)).toEqual(["1004", "1003", "1002", "5000"]);
});

test("events of the same time are ordered by id, page by page in both orders, without duplicates or gaps", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  const ids = ["7", "40", "300", "9007199254740993", "9007199254740995", "12345678901234567890", "abc"];
  for (const id of ids) service.events.push(event(id, now - minuteMs));
  await core.events.load(all);
  for (const order of ["oldest", "newest"] as const) {
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await core.events.list({ ...all, order, limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(order === "oldest" ? ids : ids.toReversed());
  }
});

test("events that arrive during the read of a list do not reduce its coverage", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  service.odd.mostPerPage = 10;
  service.odd.onPage = (page) => {
    if (page < 3) for (let more = 0; more < 3; more += 1) service.events.push(event(6000 + page * 10 + more, now));
  };
  const { complete, read, coverage } = await core.events.load(all);
  expect([complete, coverage.whole]).toEqual([true, true]);
  expect(read).toBeGreaterThanOrEqual(30);
  expect((await core.events.list({ ...all, until: now, limit: 100 })).items).toHaveLength(30);
});

test("reads a service that does not sort by time in the order of ids, and covers time only when all is read", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  service.odd.rejectsSort = true;
  service.odd.mostPerPage = 10;
  expect(await core.events.load(all)).toMatchObject({ complete: true, coverage: { whole: true } });
  service.odd.onPage = (page) => {
    if (page === 1) service.events.splice(0, 1);
  };
  await core.clock.advance(2 * dayMs);
  const again = await core.events.load(all);
  // The gaps that the walk over a list reports.
  expect([again.complete, again.reason?.code]).toEqual([false, "walk-list-changed"]);
  expect(again.coverage.gaps.at(-1)).toEqual({ from: now, until: now + 2 * dayMs });
});

test("reads a service that ignores the range down to its beginning, and no further", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 100);
  service.odd.ignoresRange = true;
  service.odd.mostPerPage = 10;
  const { complete, coverage } = await core.events.load({ ...all, from: now - 120 * minuteMs, until: now });
  expect([complete, coverage.whole, service.queries.length]).toEqual([true, true, 2]);
});

test("reads a service without totals to its end", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 25);
  service.odd.isSilent = true;
  service.odd.mostPerPage = 10;
  expect(await core.events.load(all)).toMatchObject({ read: 25, complete: true, coverage: { whole: true } });
});

test("events that were read before a failure remain, with the time they cover", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 30);
  service.odd.mostPerPage = 10;
  service.odd.onPage = (page) => {
    if (page === 2) service.odd.statuses.push(429);
  };
  await expect(core.events.load(all)).rejects.toMatchObject({ code: "throttled" });
  const { items, coverage } = await core.events.list(all);
  expect([items.length, coverage.spans[0]?.from]).toEqual([20, now - minuteMs - 190 * minuteMs + 1]);
});

test("a missing list is not offered, which is neither empty nor unknown; it may be offered later", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  service.odd.absent.push("/api/v1/event");
  await expect(core.events.load(all)).rejects.toMatchObject({ code: "not-offered" });
  await expect(core.events.livePage(all)).rejects.toMatchObject({ code: "not-offered" });
  expect((await core.events.list(all)).coverage).toMatchObject({ spans: [], notOfferedAt: now });
  for (const of of ["endpoint", "sim", "organisation", "user"] as const) {
    const { coverage } = await core.events.list({ scope: { of, id: "70001" } });
    expect([coverage.spans, coverage.notOfferedAt]).toEqual([[], undefined]);
  }
  service.odd.absent.length = 0;
  expect((await core.events.load(all)).coverage.notOfferedAt).toBeUndefined();
});

test("caches odd records and reports them unchanged", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  service.events.push(
    event(1, now - minuteMs, { event_severity: { id: 7, description: "Fatal" } }),
    event(2, now - minuteMs, { event_severity: "CRITICAL", event_type: "Solar flare", endpoint: null }),
    event(3, now - minuteMs, { event_severity: { id: "1", name: "WARN" }, event_type: { id: 66 }, keen: { id: "x" } }),
    { id: 4, timestamp: "soon", description: "no time" },
    { timestamp: new Date(now - 2 * minuteMs).toISOString(), description: "no id" },
  );
  const { read, complete } = await core.events.load(all);
  expect([read, complete]).toEqual([5, true]);
  expect((await core.events.load(all)).added).toBe(0);
  const { severities, types } = await core.events.facets(all);
  expect(Object.fromEntries(severities.map(({ severity, count }) => [severity, count]))).toEqual({
    unknown: 3,
    critical: 1,
    warning: 1,
  });
  expect(types.map(({ key, label }) => [key, label])).toEqual([
    ["1", "Update location"],
    ["66", "66"],
    ["solar flare", "Solar flare"],
  ]);
  const timeless = await core.events.get({ key: "4" });
  expect(timeless).toMatchObject({ at: now, timed: false, record: { timestamp: "soon" } });
});

test("filters events by the label of their type as well as by its number", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  service.events.push(
    event(1, now - minuteMs),
    event(2, now - minuteMs, { event_type: { id: 11, description: "Endpoint blocked" } }),
    event(3, now - minuteMs, { event_type: "Solar flare" }),
  );
  await core.events.load(all);
  const idsOf = async (...type: string[]): Promise<unknown> =>
    new Set((await core.events.list({ ...all, type })).items.map(({ id }) => id));
  expect(await idsOf("update location", "11")).toEqual(new Set(["1", "2"]));
  expect(await idsOf("Solar_Flare")).toEqual(new Set(["3"]));
  await expect(idsOf("Update")).rejects.toMatchObject({
    code: "filter-invalid",
    text: {
      code: "event-type-unknown",
      params: { types: expect.stringContaining("Endpoint blocked, Solar flare") as string },
    },
  });
});

test("a changed record replaces the previous one, at its new position", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  service.events.push(event(1, now - minuteMs));
  await core.events.load(all);
  service.events[0] = event(1, now - 5 * minuteMs, { event_severity: { id: 2, description: "Critical" } });
  expect((await core.events.load(all)).added).toBe(0);
  const { items } = await core.events.list({ ...all, severity: ["critical"] });
  expect(items.map(({ id, at }) => [id, at])).toEqual([["1", now - 5 * minuteMs]]);
  expect((await core.events.facets(all)).severities).toEqual([{ severity: "critical", count: 1 }]);
});

test("a reading removes events older than the retention period, with their coverage", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 5);
  await core.events.load(all);
  await core.clock.advance(100 * dayMs);
  service.events.push(event(9000, now + 100 * dayMs - minuteMs));
  await core.events.load({ ...all, from: now + 99 * dayMs, until: now + 100 * dayMs });
  const { items, coverage } = await core.events.list({ ...all, from: now - 30 * dayMs, until: now + 100 * dayMs });
  expect(items.map(({ id }) => id)).toEqual(["9000"]);
  expect(coverage.spans.map(({ from, until }) => [from, until])).toEqual([[now + 99 * dayMs, now + 100 * dayMs]]);
});

test("returns new events in order of arrival, after a cursor, whatever their time", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, now);
  fill(service, 3);
  await core.events.load(all);
  const { mark, items } = await core.events.arrivals(all);
  expect(items).toEqual([]);
  service.events.push(event(9, now - 9 * dayMs), event(10, now - minuteMs), event(11, now - 8 * dayMs));
  await core.events.load(all);
  const first = await core.events.arrivals({ ...all, after: mark, limit: 2 });
  const second = await core.events.arrivals({ ...all, after: first.mark, limit: 2 });
  expect([first.more, second.more]).toEqual([true, false]);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(["9", "11", "10"]);
  expect((await core.events.arrivals({ ...all, after: second.mark })).items).toEqual([]);
});

test("a part of a list in another order proves nothing, whether the order is rejected or accepted and ignored", async () => {
  await using service = await startFakeEventService();
  service.events.push(event(1, now - minuteMs), event(2, now - 2 * minuteMs), event(3, now - minuteMs));
  service.odd.mostPerPage = 1;
  for (const odd of [{ rejectsSort: true }, { rejectsSort: false, ignoresSort: true }]) {
    Object.assign(service.odd, odd);
    await using core = await openEventsCore(service.baseUrl, now);
    const { complete, coverage } = await core.events.load({ ...all, limit: 2 });
    expect([complete, coverage.spans]).toEqual([false, []]);
    expect(await core.events.load(all)).toMatchObject({ complete: true, coverage: { whole: true } });
  }
});
