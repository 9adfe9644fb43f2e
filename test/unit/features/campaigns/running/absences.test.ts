import { describe, expect, it } from "vitest";
import { createAbsences } from "../../../../../main/features/campaigns/running/absences.ts";

const row = { campaign: 1, row: 7, attempt: 1, graceMs: 60_000 };

function open(): { readonly at: (ms: number) => void; readonly absences: ReturnType<typeof createAbsences> } {
  let now = 0;
  return {
    at: (ms) => {
      now = ms;
    },
    absences: createAbsences(() => now),
  };
}

describe("proof that a message was not sent", () => {
  it("takes three readings after the grace, spread over twice the grace", () => {
    const { absences } = open();
    expect(absences.of(row).graceEnd).toBe(60_000);
    expect(absences.count(row, 5_000)).toEqual({ waitMs: 55_000 });
    expect(absences.count(row, 60_000)).toEqual({ waitMs: 60_000 });
    expect(absences.count(row, 120_000)).toEqual({ waitMs: 60_000 });
    expect(absences.count(row, 180_000)).toBe("proven");
  });

  it("is not made by any number of readings in a shorter time", () => {
    const { absences } = open();
    absences.of(row);
    for (let at = 60_000; at < 180_000; at += 1_000) expect(absences.count(row, at)).not.toBe("proven");
    expect(absences.count(row, 180_000)).toBe("proven");
  });

  it("is not made by two readings, however far apart", () => {
    const { absences } = open();
    absences.of(row);
    absences.count(row, 60_000);
    expect(absences.count(row, 900_000)).not.toBe("proven");
    expect(absences.count(row, 900_001)).toBe("proven");
  });

  it("does not count a list that was requested before the grace had ended, whenever it arrived", () => {
    const { absences } = open();
    absences.of(row);
    for (const requestedAt of [59_000, 59_500, 59_999]) absences.count(row, requestedAt);
    expect(absences.of(row).readings).toBe(0);
  });

  it("begins anew for another attempt, and after a row was resolved", () => {
    const { absences, at } = open();
    absences.of(row);
    absences.count(row, 60_000);
    at(100_000);
    expect(absences.of({ ...row, attempt: 2 })).toMatchObject({ graceEnd: 160_000, readings: 0 });
    absences.drop(row);
    expect(absences.of(row)).toMatchObject({ graceEnd: 160_000, readings: 0 });
  });

  it("remembers what the list held", () => {
    const { absences } = open();
    absences.saw(row, ["1", "2"]);
    absences.saw(row, ["2", "3"]);
    expect([...absences.of(row).listed]).toEqual(["1", "2", "3"]);
  });

  it("counts the time between requests that were written, however long they had waited for the rate limit", () => {
    const { absences, at } = open();
    absences.of(row);
    // Queued at 60 s, written and answered 100 s later.
    at(160_000);
    expect(absences.count(row, 60_000)).toEqual({ waitMs: 160_000 });
    at(220_000);
    expect(absences.count(row, 220_000)).toEqual({ waitMs: 60_000 });
    at(250_000);
    expect(absences.count(row, 250_000)).toEqual({ waitMs: 60_000 });
    at(280_000);
    expect(absences.count(row, 280_000)).toBe("proven");
  });

  it("begins anew where the grace does, and for a row that was not looked up for hours", () => {
    const { absences, at } = open();
    for (const requestedAt of [60_000, 120_000]) {
      at(requestedAt);
      absences.count({ ...row, graceFrom: 0 }, requestedAt);
    }
    expect(absences.of({ ...row, graceFrom: 100_000 })).toMatchObject({ graceEnd: 160_000, readings: 0 });
    absences.count(row, 200_000);
    at(24 * 3_600_000);
    absences.of({ ...row, row: 8 });
    expect(absences.of(row)).toMatchObject({ readings: 0 });
  });
});
