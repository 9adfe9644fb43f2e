import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { decideStart, quietUntil } from "../../../../main/features/campaigns/running/schedule.ts";
import { openZone } from "#shared/rules/zone-time.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Africa/Casablanca",
  "Antarctica/Troll",
];
/** Days on which clocks of these zones change, and ordinary ones. */
const days = [
  "2031-03-09",
  "2031-03-30",
  "2031-04-06",
  "2031-10-05",
  "2031-10-26",
  "2031-11-02",
  "2031-06-15",
  "2011-12-30",
];
const minuteMs = 60_000;

const instants = fc
  .tuple(fc.constantFrom(...days), fc.integer({ min: -1440, max: 2880 }), fc.nat(59_999))
  .map(([day, minute, ms]) => Date.parse(`${day}T00:00:00Z`) + minute * minuteMs + ms);

const quiets = fc
  .tuple(fc.nat(1439), fc.nat(1439))
  .filter(([from, until]) => from !== until)
  .map(([fromMinute, untilMinute]) => ({ fromMinute, untilMinute }));

function minuteOfDay(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [hour = "0", minute = "0"] = format.format(instant).split(":");
  return Number(hour) * 60 + Number(minute);
}

function isWallClockQuiet({ quiet, zone }: Schedule, instant: number): boolean {
  if (quiet === undefined) return false;
  const minute = minuteOfDay(zone, instant);
  const { fromMinute: from, untilMinute: until } = quiet;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

const schedules = fc
  .tuple(fc.constantFrom(...zones), quiets)
  .map(([zone, quiet]): Schedule => ({ zone, quiet, missed: { rule: "ask" } }));

test("is quiet whenever the wall clock shows quiet hours", () => {
  fc.assert(
    fc.property(schedules, instants, (schedule, now) => {
      if (isWallClockQuiet(schedule, now)) expect(quietUntil(schedule, now)).toBeGreaterThan(now);
    }),
    { numRuns: 400 },
  );
});

test("ends quiet hours exactly at their end", () => {
  fc.assert(
    fc.property(
      schedules,
      instants,
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (schedule, now, share) => {
        const until = quietUntil(schedule, now);
        if (until === undefined) return;
        const between = now + Math.floor((until - now) * share);
        expect(quietUntil(schedule, between)).toBe(until);
        expect([quietUntil(schedule, until), isWallClockQuiet(schedule, until)]).toEqual([undefined, false]);
      },
    ),
    { numRuns: 400 },
  );
});

test("is quiet at other wall times only between two starts or ends that the wall clock shows twice", () => {
  fc.assert(
    fc.property(schedules, instants, (schedule, now) => {
      const until = quietUntil(schedule, now);
      if (until === undefined || isWallClockQuiet(schedule, now)) return;
      const zone = openZone(schedule.zone);
      const before = zone.wallAt(now - 4 * 3_600_000) - (now - 4 * 3_600_000);
      const after = zone.wallAt(now + 4 * 3_600_000) - (now + 4 * 3_600_000);
      expect(after).toBeLessThan(before);
    }),
    { numRuns: 400 },
  );
});

test("maps an existing wall time to its first and its last instant and back", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (name, instant) => {
      const zone = openZone(name);
      const wall = zone.wallAt(instant);
      const [first, last] = [zone.firstInstant(wall), zone.lastInstant(wall)];
      expect([zone.wallAt(first), zone.wallAt(last)]).toEqual([wall, wall]);
      expect([first, last]).toContain(instant);
      expect(first).toBeLessThanOrEqual(last);
    }),
    { numRuns: 400 },
  );
});

test("always starts automatically after a wait", () => {
  fc.assert(
    fc.property(schedules, instants, fc.integer({ min: -600, max: 600 }), (schedule, now, minute) => {
      let moment = now;
      for (let step = 0; step < 4; step += 1) {
        const decision = decideStart({ ...schedule, at: now + Math.abs(minute) * minuteMs }, moment);
        if (decision.kind === "start") return;
        expect(decision).toMatchObject({ kind: "wait" });
        if (decision.kind === "wait") moment = decision.until;
      }
      expect.fail("it waits for ever");
    }),
    { numRuns: 300 },
  );
});
