import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import fc from "fast-check";
import { createGovernor, type Ceiling, type Governor, type Priority } from "../../../../main/core/api/governor.ts";
import { createRateBudget } from "../../../../main/core/api/rate-budget.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

function govern(ceiling: Ceiling): { readonly governor: Governor; readonly clock: FakeClock } {
  const clock = createFakeClock();
  return { governor: createGovernor({ ceiling, clock, log: createFakeLog() }), clock };
}

/** Acquires one permit and records when it was granted. */
async function acquireAndRecord(
  governor: Governor,
  clock: FakeClock,
  priority: Priority,
  times: [Priority, number][],
): Promise<void> {
  await governor.acquire(priority);
  times.push([priority, clock.monotonic()]);
}

test("grants a permit without a timer when there is no ceiling and no throttling", async () => {
  const { governor, clock } = govern("none");
  expect(await governor.acquireUpTo("sync", 1000)).toBe(1000);
  await governor.acquire("campaign");
  expect([clock.waiting, governor.state()]).toEqual([0, { ceiling: "none", ratePerSecond: undefined, waitingMs: 0 }]);
});

test("lets a burst use the whole window, then delays each request until an older one has left it", async () => {
  const { governor, clock } = govern({ requests: 10, seconds: 10 });
  expect(await governor.acquireUpTo("campaign", 100)).toBe(10);
  const times: [Priority, number][] = [];
  const later = acquireAndRecord(governor, clock, "campaign", times);
  await clock.advance(9_999);
  expect(times).toEqual([]);
  await clock.advance(100);
  await later;
  expect(times[0]?.[1]).toBeGreaterThanOrEqual(10_000);
});

test("describes how long the window delays requests, and the mean rate", async () => {
  const { governor, clock } = govern({ requests: 2000, seconds: 300 });
  await clock.advance(1_000);
  await governor.acquireUpTo("campaign", 2000);
  await clock.advance(258_000);
  const { reason, waitingMs, ratePerSecond } = governor.state();
  expect([reason, Math.ceil(waitingMs / 1000), ratePerSecond?.toFixed(2)]).toEqual([
    formatText(codedText("rate-limit-connection", { seconds: 43 })),
    43,
    "6.67",
  ]);
});

test("reports whether a click would be served while others wait", async () => {
  const { governor, clock } = govern({ requests: 200, seconds: 10 });
  await governor.acquireUpTo("campaign", 500);
  expect(governor.state()).toMatchObject({ limitedBy: "ceiling", reserve: true });
  await governor.acquireUpTo("click", 500);
  expect(governor.state().reserve).toBeUndefined();
  await clock.advance(10_000);
  governor.throttled(30_000);
  expect(governor.state()).toMatchObject({ limitedBy: "service" });
  expect(governor.state().reserve).toBeUndefined();
});

test("an adaptive rate without a ceiling has no reserve", async () => {
  const { governor } = govern("none");
  await governor.acquireUpTo("campaign", 10);
  governor.throttled(undefined);
  expect(governor.state().waitingMs).toBeGreaterThan(0);
  expect(governor.state().reserve).toBeUndefined();
});

test("reserves one in a hundred for clicks, and as much for delivery checks", async () => {
  const { governor } = govern({ requests: 200, seconds: 10 });
  expect(await governor.acquireUpTo("campaign", 500)).toBe(196);
  expect(await governor.acquireUpTo("delivery", 500)).toBe(2);
  expect(await governor.acquireUpTo("click", 500)).toBe(2);
});

test("limits delivery checks to a quarter during a campaign, and leaves a campaign a quarter otherwise", async () => {
  const { governor, clock } = govern({ requests: 2000, seconds: 300 });
  expect(await governor.acquireUpTo("campaign", 10)).toBe(10);
  expect(await governor.acquireUpTo("delivery", 2000)).toBe(500);
  void governor.acquireUpTo("delivery", 1);
  expect(await governor.acquireUpTo("campaign", 100)).toBe(100);
  await clock.advance(902_000);
  expect(await governor.acquireUpTo("delivery", 2000)).toBe(2000 - 20 - 500);
});

test("a waiting campaign does not block delivery checks from their reserve", async () => {
  const { governor } = govern({ requests: 2000, seconds: 300 });
  await governor.acquireUpTo("campaign", 2000);
  void governor.acquireUpTo("campaign", 1);
  expect(await governor.acquireUpTo("delivery", 100)).toBe(20);
});

test("a retry after a 401 never waits, and the others make room for it", async () => {
  const { governor, clock } = govern({ requests: 2, seconds: 10 });
  await governor.acquireUpTo("campaign", 2);
  await governor.acquire("auth");
  governor.throttled(60_000);
  await governor.acquire("auth");
  await clock.advance(61_000);
  expect(await governor.acquireUpTo("campaign", 5)).toBe(2);
});

test("serves clicks first, then campaigns, delivery checks and sync, each in order", async () => {
  const { governor, clock } = govern({ requests: 1, seconds: 1 });
  const times: [Priority, number][] = [];
  await governor.acquire("campaign");
  const priorities: readonly Priority[] = ["sync", "delivery", "campaign", "click", "campaign"];
  const all = priorities.map((priority) => acquireAndRecord(governor, clock, priority, times));
  await clock.advance(10_000);
  await Promise.all(all);
  expect(times.map(([priority]) => priority)).toEqual(["click", "campaign", "campaign", "delivery", "sync"]);
});

test("Retry-After delays all requests; without waiting requests no timer runs", async () => {
  const { governor, clock } = govern("none");
  governor.throttled(7_000);
  expect([clock.waiting, governor.state().reason]).toEqual([
    0,
    formatText(codedText("rate-limit-service", { seconds: 7 })),
  ]);
  const times: [Priority, number][] = [];
  const both = [acquireAndRecord(governor, clock, "sync", times), acquireAndRecord(governor, clock, "click", times)];
  await clock.advance(6_999);
  expect(times).toEqual([]);
  await clock.advance(1);
  await Promise.all(both);
  expect(times).toEqual([
    ["click", 7_000],
    ["sync", 7_000],
  ]);
  expect(clock.waiting).toBe(0);
});

test("a throttle without Retry-After halves the rate, which grows back while answers come", async () => {
  const { governor, clock } = govern("none");
  for (let second = 0; second < 5; second += 1) {
    await governor.acquireUpTo("campaign", 100);
    await clock.advance(1_000);
  }
  governor.throttled();
  const halved = governor.state().ratePerSecond ?? 0;
  expect(halved).toBeGreaterThan(40);
  expect(halved).toBeLessThan(55);
  expect(governor.state().reason).toBe(formatText(codedText("rate-limit-slowed", { rate: halved })));
  for (let second = 0; second < 5; second += 1) {
    await clock.advance(1_000);
    governor.succeeded();
  }
  const growing = governor.state().ratePerSecond ?? 0;
  expect(growing).toBeGreaterThan(halved * 1.4);
  for (let second = 0; second < 6; second += 1) {
    await clock.advance(1_000);
    governor.succeeded();
  }
  expect(governor.state()).toEqual({ ceiling: "none", ratePerSecond: undefined, waitingMs: 0 });
});

test("several rejections at the same time halve the rate once", async () => {
  const { governor } = govern("none");
  await governor.acquireUpTo("campaign", 64);
  governor.throttled();
  const once = governor.state().ratePerSecond;
  for (let i = 0; i < 63; i += 1) governor.throttled();
  expect(governor.state().ratePerSecond).toBe(once);
});

test("rejections alone reduce the rate to one request in five seconds at most", async () => {
  const { governor, clock } = govern("none");
  await governor.acquireUpTo("campaign", 64);
  for (let i = 0; i < 30; i += 1) {
    governor.throttled();
    await clock.advance(1_000);
  }
  expect(governor.state().ratePerSecond).toBe(0.2);
});

test("isolated rejections among many successes keep an eighth of the last working rate", async () => {
  const { governor, clock } = govern("none");
  await governor.acquireUpTo("campaign", 500);
  for (let i = 0; i < 30; i += 1) {
    for (let ok = 0; ok < 20; ok += 1) governor.succeeded();
    governor.throttled();
    await clock.advance(1_000);
  }
  expect(governor.state().ratePerSecond).toBeGreaterThanOrEqual(500 / 8);
});

test("returned permits are available at once, and wake a waiting request", async () => {
  const { governor, clock } = govern({ requests: 4, seconds: 10 });
  await governor.acquireUpTo("campaign", 4);
  const waiting = governor.acquireUpTo("campaign", 9);
  governor.release(3);
  expect(await waiting).toBe(3);
  expect(clock.waiting).toBe(0);
});

test("an aborted request is rejected at once without using a permit", async () => {
  const { governor, clock } = govern({ requests: 1, seconds: 1 });
  const controller = new AbortController();
  await governor.acquire("campaign");
  const abandoned = governor.acquire("campaign", controller.signal);
  const times: [Priority, number][] = [];
  const stays = acquireAndRecord(governor, clock, "campaign", times);
  controller.abort();
  await expect(abandoned).rejects.toMatchObject({ code: "aborted" });
  await clock.advance(1_100);
  await stays;
  expect(times).toHaveLength(1);
  await expect(governor.acquire("click", controller.signal)).rejects.toMatchObject({ code: "aborted" });
});

test("no timer runs after the last waiting request has left", async () => {
  const { governor, clock } = govern({ requests: 1, seconds: 300 });
  const [first, second] = [new AbortController(), new AbortController()];
  await governor.acquire("campaign");
  const both = [governor.acquire("click", first.signal), governor.acquire("sync", second.signal)];
  const ended = Promise.allSettled(both);
  first.abort();
  expect(clock.waiting).toBe(1);
  second.abort();
  expect(clock.waiting).toBe(0);
  expect(await ended).toMatchObject([{ reason: { code: "aborted" } }, { reason: { code: "aborted" } }]);
});

test("after closing nothing waits and no timer runs", async () => {
  const { governor, clock } = govern({ requests: 1, seconds: 300 });
  await governor.acquire("campaign");
  const waiting = governor.acquire("campaign");
  governor.close();
  await waiting;
  governor.throttled(60_000);
  expect([await governor.acquireUpTo("sync", 3), clock.waiting]).toEqual([3, 0]);
});

test("notifies its listeners when waiting begins, changes its reason and ends", async () => {
  const { governor, clock } = govern({ requests: 1, seconds: 10 });
  const reasons: (string | undefined)[] = [];
  const stop = governor.onChange(() => reasons.push(governor.state().reason?.replace(/\d+ s/, "0 s")));
  await governor.acquire("campaign");
  const waiting = governor.acquire("campaign");
  governor.throttled(30_000);
  await clock.advance(31_000);
  await waiting;
  stop();
  governor.throttled(1_000);
  const ownLimit = formatText(codedText("rate-limit-connection", { seconds: 0 }));
  expect(reasons).toEqual([ownLimit, formatText(codedText("rate-limit-service", { seconds: 0 })), ownLimit]);
});

test("no window of the ceiling's length ever exceeds the ceiling, whatever the requests", async () => {
  const step = fc.record({
    waitMs: fc.integer({ min: 0, max: 700 }),
    maxPermits: fc.integer({ min: 1, max: 12 }),
    priority: fc.constantFrom<Priority>("click", "campaign", "delivery", "sync"),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const { governor, clock } = govern({ requests: 10, seconds: 1 });
    const permitTimes: number[] = [];
    const takeUpTo = async (priority: Priority, maxPermits: number): Promise<void> => {
      const count = await governor.acquireUpTo(priority, maxPermits);
      for (let i = 0; i < count; i += 1) permitTimes.push(clock.monotonic());
    };
    const requests: Promise<void>[] = [];
    for (const { waitMs, maxPermits, priority } of steps) {
      await clock.advance(waitMs);
      requests.push(takeUpTo(priority, maxPermits));
    }
    await clock.advance(60_000);
    await Promise.all(requests);
    for (const start of permitTimes)
      expect(permitTimes.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(10);
  });
  await fc.assert(property, { numRuns: 40 });
});

test("grants every fourth permit to a delivery check while campaigns and checks both wait", async () => {
  const { governor, clock } = govern({ requests: 100, seconds: 10 });
  const times: [Priority, number][] = [];
  await governor.acquireUpTo("campaign", 100);
  const waiting = [
    ...Array.from({ length: 30 }, () => acquireAndRecord(governor, clock, "campaign", times)),
    ...Array.from({ length: 10 }, () => acquireAndRecord(governor, clock, "delivery", times)),
  ];
  await clock.advance(30_000);
  await Promise.all(waiting);
  const order = times.map(([priority]) => priority);
  // The first one uses the reserve.
  expect(order.shift()).toBe("delivery");
  for (let turn = 0; turn < 9; turn += 1) {
    expect(order.slice(turn * 4, turn * 4 + 4)).toEqual(["campaign", "campaign", "campaign", "delivery"]);
  }
});

test("assumes the same rate before, where the window of the next ceiling is longer", () => {
  const rateBudget = createRateBudget({ requests: 10, seconds: 60 });
  rateBudget.take("campaign", 0, 10);
  const longer = rateBudget.withCeiling({ requests: 50, seconds: 300 }, 0);
  expect(longer.available("click", 0)).toBe(0);
  expect(rateBudget.withCeiling({ requests: 70, seconds: 300 }, 0).available("click", 0)).toBe(20);
});

test("continues the budget of the governor that it replaces", async () => {
  const clock = createFakeClock();
  const log = createFakeLog();
  const ceiling = { requests: 10, seconds: 300 };
  const rateBudget = createRateBudget(ceiling);
  const former = createGovernor({ ceiling, clock, log, rateBudget });
  await former.acquireUpTo("campaign", 10);
  const waiting = former.acquire("sync");
  former.throttled(400_000);
  former.close();
  await waiting;
  former.release(3);
  await clock.advance(100_000);
  const same = createGovernor({ ceiling, clock, log, rateBudget: rateBudget.withCeiling({ ...ceiling }, 100_000) });
  expect(same.state()).toMatchObject({ limitedBy: "service", waitingMs: 300_000 });
  await clock.advance(190_000);
  const shorter = { requests: 10, seconds: 200 };
  const other = createGovernor({ ceiling: shorter, clock, log, rateBudget: rateBudget.withCeiling(shorter, 290_000) });
  expect(other.state()).toMatchObject({ limitedBy: "service", waitingMs: 201_000 });
  await clock.advance(115_000);
  expect([same.state().limitedBy, other.state().limitedBy]).toEqual([undefined, "ceiling"]);
  await clock.advance(90_000);
  expect(other.state().limitedBy).toBeUndefined();
});
