/** The cache's guarantee, against any service: a period marked as read contains every event that existed when it was read. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { startFakeEventService, type FakeEventService } from "../../../fakes/fake-event-service.ts";
import { openEventsCore, type EventsCore } from "../../../make/events-core.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = Date.UTC(2031, 0, 31);
const all = { scope: { of: "all" as const } };

type Step =
  | { readonly do: "note"; readonly minutesAgo: readonly number[] }
  | { readonly do: "pass"; readonly minutes: number }
  | { readonly do: "newest"; readonly limit: number }
  | { readonly do: "span"; readonly minutesAgo: number; readonly minutes: number }
  | {
      readonly do: "odd";
      readonly mostPerPage: number;
      readonly rejectsSort: boolean;
      readonly ignoresSort: boolean;
      readonly ignoresRange: boolean;
    };

const age = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("note" as const), minutesAgo: fc.array(age, { minLength: 1, maxLength: 8 }) }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ do: fc.constant("newest" as const), limit: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("span" as const), minutesAgo: age, minutes: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    do: fc.constant("odd" as const),
    mostPerPage: fc.integer({ min: 1, max: 5 }),
    rejectsSort: fc.boolean(),
    ignoresSort: fc.boolean(),
    ignoresRange: fc.boolean(),
  }),
);

interface Noted {
  readonly id: string;
  readonly at: number;
  /** The time from which the service lists the event. */
  readonly since: number;
}

async function take(service: FakeEventService, core: EventsCore, noted: Noted[], one: Step): Promise<void> {
  const now = core.clock.now();
  switch (one.do) {
    case "note":
      for (const minutes of one.minutesAgo) {
        const event = { id: String(noted.length + 1), at: now - minutes * minuteMs, since: now };
        noted.push(event);
        service.events.push({ id: Number(event.id), timestamp: new Date(event.at).toISOString() });
      }
      // No event is recorded at the very time of a read.
      return core.clock.advance(1);
    case "pass":
      return core.clock.advance(one.minutes * minuteMs);
    case "newest":
      await core.events.load({ ...all, limit: one.limit });
      return core.clock.advance(1);
    case "span": {
      const from = now - one.minutesAgo * minuteMs;
      await core.events.load({ ...all, from, until: from + one.minutes * minuteMs });
      return core.clock.advance(1);
    }
    case "odd":
      Object.assign(service.odd, one);
  }
}

test("the cache contains every event that existed when a period was read, in any order and with any oddity", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      await using service = await startFakeEventService();
      await using core = await openEventsCore(service.baseUrl, start);
      const noted: Noted[] = [];
      for (const one of steps) await take(service, core, noted, one);
      const query = { ...all, from: start - dayMs, until: core.clock.now() + dayMs };
      const { items, coverage } = await core.events.list({ ...query, limit: 1000 });
      const cachedIds = new Set(items.map(({ id }) => id));
      const required = noted.filter(({ at, since }) =>
        coverage.spans.some(({ from, until, oldest }) => from <= at && at < until && since < oldest),
      );
      expect(required.filter(({ id }) => !cachedIds.has(id))).toEqual([]);
      // Nothing is covered beyond the time of the read.
      expect(coverage.spans.every(({ until, newest }) => until <= newest)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("an empty response covers no time", async () => {
  await using service = await startFakeEventService();
  await using core = await openEventsCore(service.baseUrl, start);
  service.odd.statuses = [204];
  await expect(core.events.load(all)).rejects.toMatchObject({ code: "unexpected-answer" });
  const { coverage } = await core.events.list(all);
  expect([coverage.spans, coverage.whole]).toEqual([[], false]);
});
