import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { setTimeDisplay } from "#shared/time-display.ts";
import { dayAxis, logScale, timeAxis, valueScale } from "../../../../../renderer/ui/chart/axis.ts";

test("an axis of counts has three to five round values without fractions", () => {
  expect([7, 93, 467, 12_345].map((max) => valueScale(max, 100).ticks)).toEqual([
    [0, 2, 4, 6, 8],
    [0, 20, 40, 60, 80, 100],
    [0, 100, 200, 300, 400, 500],
    [0, 5000, 10_000, 15_000],
  ]);
});

test("no value is above the top of the axis", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.boolean(), (max, isCount) => {
      const { scale, ticks } = valueScale(max, 100, { isCount });
      expect(scale(max)).toBeGreaterThanOrEqual(-1e-6);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }),
  );
});

test("a logarithmic axis has 0 and powers of ten, and room for the smallest and the largest value", () => {
  expect([[0, 3, 4200], [0.02, 12], [], [1, 1e6, 2]].map((values) => logScale(values, 100).ticks)).toEqual([
    [0, 1, 100, 10_000],
    [0, 1, 10, 100],
    [0, 1, 10],
    [0, 1, 100, 10_000, 1_000_000],
  ]);
  expect(logScale([0.02, 12], 100, { isCount: false }).ticks).toEqual([0, 0.01, 1, 100]);
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 5 }),
      fc.boolean(),
      (values, isCount) => {
        const { scale, ticks } = logScale(values, 100, { isCount });
        for (const value of values) expect(scale(value)).toBeGreaterThanOrEqual(-1e-6);
        expect(scale(0)).toBe(100);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(5);
      },
    ),
  );
});

test("times are round, with seconds only where the axis is short, and the date at midnight", () => {
  const at = (text: string): number => new Date(text).getTime();
  const texts = (from: string, until: string): string[] => timeAxis(at(from), at(until), 5).map(({ text }) => text);
  expect(texts("2031-04-02T09:15:03", "2031-04-02T10:02:00")).toEqual(["09:30", "09:45", "10:00"]);
  expect(texts("2031-04-02T09:15:03", "2031-04-02T09:16:10")).toEqual(["09:15:15", "09:15:30", "09:15:45", "09:16"]);
  expect(texts("2031-04-02T09:15:03", "2031-04-04T03:00:00")).toEqual([
    "12:00",
    "18:00",
    "3 Apr",
    "06:00",
    "12:00",
    "18:00",
    "4 Apr",
  ]);
});

test("times are round in the time zone of the settings, and a skipped hour has none", () => {
  onTestFinished(() => setTimeDisplay());
  const texts = (from: number, until: number): string[] => timeAxis(from, until, 5).map(({ text }) => text);
  setTimeDisplay({ clock: "24h", zone: "Asia/Kolkata" });
  expect(texts(Date.UTC(2031, 3, 2, 9, 5), Date.UTC(2031, 3, 2, 11, 35))).toEqual([
    "15:00",
    "15:30",
    "16:00",
    "16:30",
    "17:00",
  ]);
  setTimeDisplay({ clock: "24h", zone: "Europe/Berlin" });
  expect(texts(Date.UTC(2031, 2, 29, 23), Date.UTC(2031, 2, 30, 4))).toEqual([
    "30 Mar",
    "01:00",
    "03:00",
    "04:00",
    "05:00",
    "06:00",
  ]);
});

test("days of UTC begin at their own midnight, in every time zone of the settings", () => {
  onTestFinished(() => setTimeDisplay());
  const [from, until] = [Date.UTC(2031, 2, 29), Date.UTC(2031, 3, 1)];
  const ticks = [0, 1, 2, 3].map((days) => ({
    at: Date.UTC(2031, 2, 29 + days),
    text: ["29 Mar", "30 Mar", "31 Mar", "1 Apr"][days],
  }));
  for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
    setTimeDisplay({ clock: "24h", zone });
    expect(dayAxis(from, until, 4)).toEqual(ticks);
    expect(dayAxis(from, until, 8)).toEqual(ticks);
  }
});
