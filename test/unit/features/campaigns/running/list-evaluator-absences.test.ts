import { describe, expect, it } from "vitest";
import { createAbsences } from "../../../../../main/features/campaigns/running/list-evaluator.ts";

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
  it("takes three readings after the grace period, spread over at least twice the grace period", () => {
    const { absences } = open();
    expect(absences.of(row).graceEnd).toBe(60_000);
    expect(absences.count(row, 5_000)).toEqual({ waitMs: 55_000 });
    expect(absences.count(row, 60_000)).toEqual({ waitMs: 60_000 });
    expect(absences.count(row, 120_000)).toEqual({ waitMs: 60_000 });
    expect(absences.count(row, 180_000)).toBe("proven");
  });

  it("does not result from any number of readings in a shorter time", () => {
    const { absences } = open();
    absences.of(row);
    for (let at = 60_000; at < 180_000; at += 1_000) expect(absences.count(row, at)).not.toBe("proven");
    expect(absences.count(row, 180_000)).toBe("proven");
  });

  it("does not result from two readings, however far apart", () => {
    const { absences } = open();
    absences.of(row);
    absences.count(row, 60_000);
    expect(absences.count(row, 900_000)).not.toBe("proven");
    expect(absences.count(row, 900_001)).toBe("proven");
  });

  it("does not count a list that was requested before the end of the grace period, whenever it arrives", () => {
    const { absences } = open();
    absences.of(row);
    for (const requestedAt of [59_000, 59_500, 59_999]) absences.count(row, requestedAt);
    expect(absences.of(row).readings).toBe(0);
  });

  it("starts over for another attempt, and after a row was resolved", () => {
    const { absences, at } = open();
    absences.of(row);
    absences.count(row, 60_000);
    at(100_000);
    expect(absences.of({ ...row, attempt: 2 })).toMatchObject({ graceEnd: 160_000, readings: 0 });
    absences.remove(row);
    expect(absences.of(row)).toMatchObject({ graceEnd: 160_000, readings: 0 });
  });

  it("stores the ids on the list", () => {
    const { absences } = open();
    absences.recordListed(row, ["1", "2"]);
    absences.recordListed(row, ["2", "3"]);
    expect([...absences.of(row).listed]).toEqual(["1", "2", "3"]);
  });

  it("counts the time between written requests, however long they waited for the rate limit", () => {
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

  it("starts over with the grace period, and for a row that was not looked up for hours", () => {
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
