import { describe, expect, it } from "vitest";
import { createOutageDetector, type OutageInput } from "../../../../main/core/jobs/outage.ts";

/** Runs one attempt after the other; returns the numbers, from 1, of those at which an outage was detected. */
function outagesOf(outcomes: readonly OutageInput["outcome"][], also: Partial<OutageInput> = {}): number[] {
  const detector = createOutageDetector();
  return outcomes.flatMap((outcome, at) =>
    detector.add({ outcome, beganAt: at * 10, endedAt: at * 10 + 5, ...also }) ? [at + 1] : [],
  );
}

const lost = (count: number): "unknown"[] => Array.from({ length: count }, () => "unknown");
const accepted = (count: number): "accepted"[] => Array.from({ length: count }, () => "accepted");

describe("an outage", () => {
  it("is detected after ten lost answers in a row", () => {
    expect(outagesOf(lost(9))).toEqual([]);
    expect(outagesOf([...accepted(5), ...lost(10)])).toEqual([15]);
    expect(outagesOf([...lost(9), "refused", ...lost(9)])).toEqual([]);
  });

  it("is detected at a fifth of the last hundred attempts", () => {
    const fifth = Array.from({ length: 20 }, () => [...accepted(4), ...lost(1)]).flat();
    expect(outagesOf(fifth)).toEqual([100]);
    const sixth = Array.from({ length: 60 }, () => [...accepted(5), ...lost(1)]).flat();
    expect(outagesOf(sixth)).toEqual([]);
  });

  it("is detected again by the next lost answer, unless another answer arrived before", () => {
    expect(outagesOf([...lost(10), "unknown"])).toEqual([10, 11]);
    expect(outagesOf([...lost(10), "accepted", ...lost(9)])).toEqual([10]);
  });

  it("is not one cut connection that loses everything in flight", () => {
    expect(outagesOf(lost(64), { cut: true, beganAt: 0, endedAt: 100 })).toEqual([]);
  });

  it("is detected for connections that close repeatedly, and for answers that time out together", () => {
    const closing = (at: number): OutageInput => ({ outcome: "unknown", cut: true, beganAt: 0, endedAt: at * 1_500 });
    const detector = createOutageDetector();
    expect(Array.from({ length: 12 }, (_, at) => detector.add(closing(at))).indexOf(true)).toBe(9);
  });

  it.each([
    [0.3, 3_000],
    [1, 10],
  ])("is detected at a share of %d time-outs, with 64 concurrent requests", (share, within) => {
    const detector = createOutageDetector();
    const freeAt = Array.from({ length: 64 }, (_, worker) => worker);
    const attempts = Array.from({ length: 5_000 }, (_, at): OutageInput => {
      const worker = freeAt.indexOf(Math.min(...freeAt));
      const beganAt = freeAt[worker] ?? 0;
      const isLost = ((at * 7) % 10) / 10 < share;
      const endedAt = beganAt + (isLost ? 30_000 : 100);
      freeAt[worker] = endedAt;
      return { outcome: isLost ? "unknown" : "accepted", beganAt, endedAt };
    });
    const lostFirst = attempts
      .toSorted((a, b) => a.endedAt - b.endedAt)
      .map((attempt) => detector.add(attempt))
      .indexOf(true);
    expect(lostFirst).toBeGreaterThan(0);
    expect(lostFirst).toBeLessThan(within);
  });

  it("is detected for successive cuts, and for separate time-outs that were in flight together", () => {
    expect(outagesOf(lost(10), { cut: true })).toEqual([10]);
    expect(outagesOf(lost(10), { beganAt: 0, endedAt: 100 })).toEqual([10]);
  });
});
