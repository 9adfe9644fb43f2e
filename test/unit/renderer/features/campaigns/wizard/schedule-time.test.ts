import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { setTimeDisplay } from "#shared/time-display.ts";
import {
  formatMoment,
  inZone,
  missedRule,
  momentOf,
  formatSchedule,
  wallClock,
} from "../../../../../../renderer/features/campaigns/wizard/schedule-time.ts";

const berlin = "Europe/Berlin";

test("converts local times of a zone to moments", () => {
  expect(momentOf("2027-01-10T22:00", berlin)).toEqual({ at: Date.UTC(2027, 0, 10, 21) });
  expect(momentOf("2027-07-10T22:00", berlin)).toEqual({ at: Date.UTC(2027, 6, 10, 20) });
  expect(momentOf("2027-07", berlin)).toBeUndefined();
});

test("notes a skipped hour and uses the moment of the change", () => {
  const moment = momentOf("2027-03-28T02:30", berlin);
  expect(moment?.note).toBe(t(($) => $.planning.schedule.timeSkipped, { time: "02:30", used: "03:00" }));
  expect(wallClock(moment?.at ?? 0, berlin)).toBe("2027-03-28T03:00");
});

test("notes a repeated hour and uses the first one", () => {
  const moment = momentOf("2027-10-31T02:30", berlin);
  expect(moment).toEqual({ at: Date.UTC(2027, 9, 31, 0, 30), note: t(($) => $.planning.schedule.timeTwice) });
});

test("round-trips every minute except skipped ones", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 }),
      fc.constantFrom(berlin, "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"),
      (minutes, zone) => {
        const text = wallClock(minutes * 60_000, zone);
        const moment = momentOf(text, zone);
        expect(wallClock(moment?.at ?? 0, zone)).toBe(text);
      },
    ),
  );
});

test("keeps the local time when the zone changes", () => {
  const at = Date.UTC(2027, 0, 10, 21);
  expect(inZone(at, berlin, "Asia/Kolkata")).toBe(Date.UTC(2027, 0, 10, 16, 30));
  expect(inZone(undefined, berlin, "UTC")).toBeUndefined();
});

test("names the zone of a moment, and the displayed one where its time differs", () => {
  onTestFinished(() => setTimeDisplay());
  const at = Date.UTC(2027, 0, 10, 21);
  const time = "10 Jan 2027, 22:00";
  setTimeDisplay({ clock: "24h", zone: "Europe/Paris" });
  expect(formatMoment(at, berlin)).toBe(t(($) => $.planning.schedule.moment, { time, zone: berlin }));
  setTimeDisplay({ clock: "24h", zone: "UTC" });
  expect(formatMoment(at, berlin)).toBe(
    t(($) => $.planning.schedule.momentInBoth, { time, zone: berlin, displayTime: "21:00", displayZone: "UTC" }),
  );
});

test("formats a schedule as one line, and its rule for a missed start", () => {
  expect(formatSchedule(undefined)).toBe(
    [t(($) => $.planning.schedule.manual), t(($) => $.planning.schedule.noQuietHours)].join(" · "),
  );
  const schedule = {
    at: Date.UTC(2027, 0, 10, 21),
    zone: berlin,
    missed: { rule: "run" as const, lateMinutes: 15 },
    quiet: { fromMinute: 1200, untilMinute: 420 },
  };
  expect(formatSchedule(schedule)).toBe(
    [
      t(($) => $.planning.schedule.startsAt, { time: "10 Jan 2027, 22:00" }),
      t(($) => $.planning.schedule.quietHours, { from: "20:00", until: "07:00" }),
      berlin,
    ].join(" · "),
  );
  expect(missedRule(schedule)).toBe(t(($) => $.planning.schedule.missedRun, { minutes: 15 }));
  expect(missedRule({ zone: berlin, missed: { rule: "ask" } })).toBeUndefined();
});
