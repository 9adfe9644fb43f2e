import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  checkSchedule,
  decideContinue,
  decideStart,
  quietUntil,
} from "../../../../../main/features/campaigns/running/schedule.ts";

const at = Date.parse;
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function schedule(zone: string, quiet?: readonly [string, string], more: Partial<Schedule> = {}): Schedule {
  const hours = quiet && { quiet: { fromMinute: minutes(quiet[0]), untilMinute: minutes(quiet[1]) } };
  return { zone, missed: { rule: "run", lateMinutes: 15 }, ...hours, ...more };
}

describe("quiet hours", () => {
  test.each([
    ["span midnight", "Europe/Berlin", "20:00", "07:00", "2031-01-10T22:00:00Z", "2031-01-11T06:00:00Z"],
    ["hold after midnight", "Europe/Berlin", "20:00", "07:00", "2031-01-11T02:00:00Z", "2031-01-11T06:00:00Z"],
    ["begin on their minute", "Europe/Berlin", "20:00", "07:00", "2031-01-10T19:00:00Z", "2031-01-11T06:00:00Z"],
    ["lie within a day", "America/New_York", "12:00", "13:30", "2031-07-01T16:30:00Z", "2031-07-01T17:30:00Z"],
    [
      "use zones with an offset of minutes",
      "Asia/Kathmandu",
      "22:00",
      "06:00",
      "2031-01-10T16:20:00Z",
      "2031-01-11T00:15:00Z",
    ],
    ["shrink in spring", "Europe/Berlin", "20:00", "07:00", "2031-03-29T23:30:00Z", "2031-03-30T05:00:00Z"],
    ["grow in autumn", "Europe/Berlin", "20:00", "07:00", "2031-10-25T20:00:00Z", "2031-10-26T06:00:00Z"],
    [
      "end when their end is skipped",
      "Europe/Berlin",
      "20:00",
      "02:30",
      "2031-03-29T23:00:00Z",
      "2031-03-30T01:00:00Z",
    ],
    [
      "begin when their beginning is skipped",
      "Europe/Berlin",
      "02:30",
      "06:00",
      "2031-03-30T01:00:00Z",
      "2031-03-30T04:00:00Z",
    ],
    [
      "end with the second of two ends",
      "Europe/Berlin",
      "20:00",
      "02:30",
      "2031-10-26T00:45:00Z",
      "2031-10-26T01:30:00Z",
    ],
    [
      "begin with the first of two beginnings",
      "America/New_York",
      "01:30",
      "05:00",
      "2031-11-02T05:45:00Z",
      "2031-11-02T10:00:00Z",
    ],
    [
      "use a daylight saving of half an hour",
      "Australia/Lord_Howe",
      "20:00",
      "01:45",
      "2031-04-05T14:50:00Z",
      "2031-04-05T15:15:00Z",
    ],
    [
      "end correctly on a day that a zone skipped",
      "Pacific/Apia",
      "20:00",
      "07:00",
      "2011-12-30T08:00:00Z",
      "2011-12-30T17:00:00Z",
    ],
  ])("%s (%s, %s–%s)", (_, zone, from, until, now, end) => {
    const quietEnd = quietUntil(schedule(zone, [from, until]), at(now));
    expect(quietEnd === undefined ? undefined : new Date(quietEnd).toISOString()).toBe(new Date(end).toISOString());
  });

  test.each([
    ["at their end", "Europe/Berlin", "20:00", "07:00", "2031-01-11T06:00:00Z"],
    ["just before they begin", "Europe/Berlin", "20:00", "07:00", "2031-01-10T18:59:59Z"],
    ["when both ends are in the skipped hour", "Europe/Berlin", "02:15", "02:45", "2031-03-30T01:00:00Z"],
  ])("are over %s", (_, zone, from, until, now) => {
    expect(quietUntil(schedule(zone, [from, until]), at(now))).toBeUndefined();
  });

  test("are contiguous where the clock is set back across them", () => {
    const whole = schedule("Europe/Berlin", ["02:30", "02:15"]);
    expect(quietUntil(whole, at("2031-10-26T00:20:00Z"))).toBe(at("2031-10-27T01:15:00Z"));
  });

  test("do not exist unless they are set", () => {
    expect(quietUntil(schedule("UTC"), 0)).toBeUndefined();
  });
});

describe("a campaign that has not started", () => {
  const moment = at("2031-05-05T10:00:00Z");
  const planned = (more: Partial<Schedule>, quiet?: readonly [string, string]): Schedule =>
    schedule("UTC", quiet, { at: moment, ...more });

  test("starts at once without a start time", () => {
    expect(decideStart(schedule("UTC"), moment)).toEqual({ kind: "start" });
  });

  test("waits for its start time", () => {
    expect(decideStart(planned({}), moment - 5)).toEqual({ kind: "wait", until: moment, reason: "scheduled" });
  });

  test.each([
    [{ rule: "run", lateMinutes: 15 }, 15 * 60_000, { kind: "start" }],
    [{ rule: "run", lateMinutes: 15 }, 15 * 60_000 + 1, { kind: "missed", rule: "run", lateMs: 15 * 60_000 + 1 }],
    [{ rule: "ask" }, 60_000, { kind: "start" }],
    [{ rule: "ask" }, 60_001, { kind: "missed", rule: "ask", lateMs: 60_001 }],
    [{ rule: "skip" }, 3_600_000, { kind: "missed", rule: "skip", lateMs: 3_600_000 }],
  ] as const)("under the rule %j and late by %i ms", (missed, lateMs, decision) => {
    expect(decideStart(planned({ missed }), moment + lateMs)).toEqual(decision);
  });

  test("is late only after quiet hours that contain its start time", () => {
    const quiet = planned({ missed: { rule: "skip" } }, ["09:00", "12:00"]);
    const end = at("2031-05-05T12:00:00Z");
    expect([decideStart(quiet, moment - 1), decideStart(quiet, moment + 1), decideStart(quiet, end + 1)]).toEqual([
      { kind: "wait", until: end, reason: "quiet-hours" },
      { kind: "wait", until: end, reason: "quiet-hours" },
      { kind: "start" },
    ]);
  });

  test("waits for the end of quiet hours when it is late within them", () => {
    const quiet = planned({ missed: { rule: "run", lateMinutes: 30 } }, ["10:10", "11:00"]);
    expect(decideStart(quiet, moment + 15 * 60_000)).toEqual({
      kind: "wait",
      until: at("2031-05-05T11:00:00Z"),
      reason: "quiet-hours",
    });
  });

  test("expires, also when quiet hours outlast its expiry", () => {
    const expiresAt = moment + 3_600_000;
    expect([
      decideStart(planned({ expiresAt }), expiresAt),
      decideStart(planned({ expiresAt }, ["09:00", "12:00"]), moment - 1),
    ]).toEqual([{ kind: "expired" }, { kind: "expired" }]);
  });
});

describe("a campaign that has started", () => {
  const running = schedule("UTC", ["20:00", "07:00"], { at: 0, expiresAt: at("2031-05-06T09:00:00Z") });

  test("is never late", () => {
    expect(decideContinue(running, at("2031-05-05T10:00:00Z"))).toEqual({ kind: "start" });
  });

  test("waits through quiet hours, and ends at its expiry", () => {
    expect([
      decideContinue(running, at("2031-05-05T21:00:00Z")),
      decideContinue(running, at("2031-05-06T09:00:00Z")),
    ]).toEqual([{ kind: "wait", until: at("2031-05-06T07:00:00Z"), reason: "quiet-hours" }, { kind: "expired" }]);
  });
});

describe("validation", () => {
  const now = at("2031-05-05T10:00:00Z");

  test("accepts a valid schedule", () => {
    const good = schedule("America/Argentina/Buenos_Aires", ["22:00", "06:00"], {
      at: now + 1,
      expiresAt: now + 86_400_000,
    });
    expect(() => checkSchedule(good, now)).not.toThrow();
  });

  test("accepts a start time that passed while the plan was reviewed", () => {
    expect(() => checkSchedule(schedule("UTC", undefined, { at: now - 300_000 }), now)).not.toThrow();
  });

  test.each(["Europe/Atlantis", "+02:00"])("rejects the zone %s", (zone) => {
    expect(() => checkSchedule(schedule(zone), now)).toThrow(expect.objectContaining({ code: "schedule-invalid" }));
  });

  test.each([
    ["quiet hours without an end", schedule("UTC", ["08:00", "08:00"]), codedText("quiet-hours-empty")],
    [
      "a start in the past",
      schedule("Europe/Berlin", undefined, { at: now - 3_600_000 }),
      codedText("start-in-past", { at: { at: now - 3_600_000, zone: "Europe/Berlin" } }),
    ],
    [
      "an expiry in the past",
      schedule("UTC", undefined, { expiresAt: now }),
      codedText("expiry-in-past", { at: { at: now, zone: "UTC" } }),
    ],
    [
      "an expiry before the start",
      schedule("Europe/Berlin", undefined, { at: now + 7_200_000, expiresAt: now + 3_600_000 }),
      codedText("expiry-before-start", {
        expiry: { at: now + 3_600_000, zone: "Europe/Berlin" },
        start: { at: now + 7_200_000, zone: "Europe/Berlin" },
      }),
    ],
    [
      "an expiry within the quiet hours of the start",
      schedule("UTC", ["09:00", "12:00"], { expiresAt: now + 3_600_000 }),
      codedText("expiry-before-start", {
        expiry: { at: now + 3_600_000, zone: "UTC" },
        start: { at: now + 7_200_000, zone: "UTC" },
      }),
    ],
  ])("rejects %s", (_, bad, text) => {
    expect(() => checkSchedule(bad, now)).toThrow(expect.objectContaining({ code: "schedule-invalid", text }));
  });
});
