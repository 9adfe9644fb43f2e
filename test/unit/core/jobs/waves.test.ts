import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  evaluateWave,
  moveWave,
  neededOf,
  nextWavePhase,
  waveEvents,
  wavePhases,
  type WaveEvent,
  type WavePhase,
  type WaveRule,
} from "../../../../main/core/jobs/waves.ts";

const legal: Record<WavePhase, Partial<Record<WaveEvent, WavePhase>>> = {
  closed: { open: "sending" },
  sending: { drain: "waiting", release: "passed", reopen: "sending" },
  waiting: { drain: "waiting", meet: "passed", miss: "failed", release: "passed", reopen: "sending" },
  passed: { reopen: "passed" },
  failed: { drain: "failed", release: "passed", reopen: "sending" },
};

describe("the phase table of a wave", () => {
  const pairs = wavePhases.flatMap((phase) => waveEvents.map((event) => [phase, event] as const));

  it.each(pairs)("maps %s and %s to the expected phase", (phase, event) => {
    expect(nextWavePhase(phase, event)).toBe(legal[phase][event]);
  });

  it.each(pairs.filter(([phase, event]) => legal[phase][event] === undefined))(
    "rejects %s and %s with a code",
    (phase, event) => {
      expect(() => moveWave(phase, event)).toThrow(expect.objectContaining({ code: "ring-phase" }));
    },
  );

  it("never closes a wave that has passed", () => {
    expect(waveEvents.flatMap((event) => nextWavePhase("passed", event) ?? [])).toEqual(["passed"]);
  });
});

const minute = 60_000;
const gate: WaveRule = { gate: { share: 0.9, withinMs: 30 * minute }, pauseMs: 0 };

describe("the evaluation of a wave", () => {
  it("passes at exactly the needed number, and waits below it", () => {
    expect(evaluateWave(gate, { sent: 25, satisfied: 23, open: 2 }, 0, 1)).toEqual({ kind: "passed", needed: 23 });
    expect(evaluateWave(gate, { sent: 25, satisfied: 22, open: 3 }, 0, 1)).toEqual({
      kind: "wait",
      until: 30 * minute,
      needed: 23,
      gate: true,
    });
  });

  it("fails at once when the number can no longer be reached, and at the end of its time otherwise", () => {
    expect(evaluateWave(gate, { sent: 25, satisfied: 20, open: 2 }, 0, 1)).toMatchObject({
      kind: "failed",
      reason: "out-of-reach",
    });
    expect(evaluateWave(gate, { sent: 25, satisfied: 20, open: 5 }, 0, 30 * minute)).toMatchObject({
      kind: "failed",
      reason: "time-over",
    });
  });

  it("passes at the end of its time when the number was just reached", () => {
    expect(evaluateWave(gate, { sent: 25, satisfied: 23, open: 0 }, 0, 40 * minute).kind).toBe("passed");
  });

  it("fails for a wave without sent recipients", () => {
    expect(evaluateWave(gate, { sent: 0, satisfied: 0, open: 0 }, 0, 1)).toMatchObject({
      kind: "failed",
      reason: "none-sent",
    });
  });

  it("waits for its pause without a gate, and after a gate that was satisfied sooner", () => {
    const pause = { gate: undefined, pauseMs: 10 * minute };
    expect(evaluateWave(pause, { sent: 5, satisfied: 0, open: 5 }, 0, 1)).toMatchObject({
      kind: "wait",
      until: 10 * minute,
    });
    expect(evaluateWave(pause, { sent: 5, satisfied: 0, open: 5 }, 0, 10 * minute).kind).toBe("passed");
    const both = { ...gate, pauseMs: 10 * minute };
    expect(evaluateWave(both, { sent: 5, satisfied: 5, open: 0 }, 0, 1)).toMatchObject({ kind: "wait", gate: false });
  });

  it("needs a share of the sent recipients, rounded up, at least one", () => {
    expect([neededOf(0.9, 10), neededOf(0.9, 25), neededOf(0.001, 5), neededOf(1, 7)]).toEqual([9, 23, 1, 7]);
  });

  it("never passes with fewer than needed, and always ends when its time is over", () => {
    const tally = fc.record({ satisfied: fc.nat(50), open: fc.nat(50), lost: fc.nat(50) });
    const rule = fc.record({
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      withinMs: fc.integer({ min: 1, max: 9_999 }),
    });
    fc.assert(
      fc.property(tally, rule, fc.nat(9_999), fc.nat(20_000), ({ satisfied, open, lost }, set, pauseMs, now) => {
        const sent = satisfied + open + lost;
        const verdict = evaluateWave({ gate: set, pauseMs }, { sent, satisfied, open }, 0, now);
        if (verdict.kind === "passed") expect(satisfied).toBeGreaterThanOrEqual(set.share * sent - 1e-6);
        if (verdict.kind === "wait") expect(verdict.until).toBeGreaterThan(now);
        if (now >= Math.max(set.withinMs, pauseMs)) expect(verdict.kind).not.toBe("wait");
      }),
    );
  });
});
