/** Estimated duration of sending. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { defaultRate, endOfWork, paceOf } from "../../../../../main/features/campaigns/planning/preflight.ts";

const minuteMs = 60_000;
const ceiling = { requests: 2000, seconds: 300 };
const span = codedText("span-minutes", { count: 5 });
const facts = { recipients: 1000, setRate: undefined, concurrency: 16, ceiling, allowed: 2000 / 300 };

it("applies the rate limit of the connection without a set rate", () => {
  expect(defaultRate(ceiling)).toEqual(codedText("pace-default-limited", { requests: 2000, span }));
  expect(defaultRate("none")).toEqual(codedText("pace-default-unlimited"));
});

describe("the pace", () => {
  it("is a burst while the budget lasts", () => {
    const { durationMs, message } = paceOf(facts);
    expect([durationMs, message]).toEqual([12_500, codedText("pace-concurrency", { count: 16, milliseconds: 200 })]);
  });

  it("is that of the budget once it is used up: each further 1,980 wait for their window", () => {
    const { durationMs, perSecond, message } = paceOf({ ...facts, recipients: 10_000 });
    expect(Math.round(durationMs / minuteMs)).toBe(25);
    expect(perSecond).toBeCloseTo(6.65, 1);
    expect(message).toEqual(codedText("pace-rate-limit", { requests: 2000, span, campaigns: 1980 }));
  });

  it("is the set rate where that is slower, which its message names", () => {
    const { durationMs, perSecond, message } = paceOf({ ...facts, setRate: 2 });
    expect([durationMs, perSecond, message]).toEqual([500_000, 2, codedText("pace-set-rate", { rate: "2" })]);
  });

  it("is the governor's rate after the service requested fewer", () => {
    const { perSecond, message } = paceOf({ ...facts, allowed: 0.5 });
    expect([perSecond, message]).toEqual([0.5, codedText("pace-slowed-down", { rate: "0.5" })]);
  });

  it("takes no time without recipients", () => {
    expect(paceOf({ ...facts, recipients: 0 }).durationMs).toBe(0);
  });
});

describe("the end", () => {
  const schedule: Schedule = {
    zone: "Europe/Berlin",
    missed: { rule: "ask" },
    quiet: { fromMinute: 20 * 60, untilMinute: 8 * 60 },
  };

  it("is later by the quiet hours in between", () => {
    const start = Date.parse("2026-06-01T19:00:00+02:00");
    expect(endOfWork(undefined, start, 90 * minuteMs)).toBe(start + 90 * minuteMs);
    expect(endOfWork(schedule, start, 90 * minuteMs)).toBe(Date.parse("2026-06-02T08:30:00+02:00"));
    expect(endOfWork(schedule, start, 14 * 60 * minuteMs)).toBe(Date.parse("2026-06-03T09:00:00+02:00"));
  });

  it("is counted from the end of quiet hours that contain the start", () => {
    const start = Date.parse("2026-06-01T23:00:00+02:00");
    expect(endOfWork(schedule, start, minuteMs)).toBe(Date.parse("2026-06-02T08:01:00+02:00"));
  });
});
