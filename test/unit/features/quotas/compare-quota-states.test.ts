import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareQuotaStates, classifyCurrent } from "../../../../main/features/quotas/compare-quota-states.ts";
import { resolveRow } from "../../../../main/features/quotas/resolve-row.ts";
import { farAway, makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

describe("two readings of a quota", () => {
  it("are the same when all that both tell is the same", () => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState({ status: "unknown", percent: 3 }))).toBe("same");
    expect(compareQuotaStates(noQuotaState, noQuotaState)).toBe("same");
    expect(compareQuotaStates(makeQuotaState({ volume: 0.1 + 0.2 }), makeQuotaState({ volume: 0.3 }))).toBe("same");
    expect(compareQuotaStates(makeQuotaState({ expiresAt: farAway + 700 }), makeQuotaState())).toBe("same");
  });

  it("differ by use alone when only less is left", () => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState({ volume: 9.5 }))).toBe("used");
  });

  it.each([
    ["more is left", { volume: 11 }],
    ["it ends at another time", { expiresAt: farAway + 86_400_000 }],
    ["it is refilled", { autoRefill: true }],
    ["the threshold is another", { thresholdPercent: 10 }],
    ["it throttles", { onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } }],
    ["less is left of another volume", { volume: 9, lastAdded: 9 }],
  ] as const)("are different when %s", (_, changes) => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState(changes))).toBe("different");
  });

  it("are different when a quota came or went", () => {
    expect([
      compareQuotaStates(noQuotaState, makeQuotaState()),
      compareQuotaStates(makeQuotaState(), noQuotaState),
    ]).toEqual(["different", "different"]);
  });
});

describe("a reading behind a lost answer", () => {
  const before = makeQuotaState({ volume: 10, lastAdded: 50 });
  // What was sent says nothing of the volume last added.
  const targetState = (volume: number): ReturnType<typeof makeQuotaState> =>
    makeQuotaState({ volume, lastAdded: undefined });
  const after = targetState(60);

  it("shows the change, also where some of it has been used", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 60, lastAdded: 60 }))).toBe("set");
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 55, lastAdded: 60 }))).toBe("set");
    expect(classifyCurrent(before, noQuotaState, noQuotaState)).toBe("set");
    expect(classifyCurrent(noQuotaState, after, after)).toBe("set");
  });

  it("shows what there was before", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 9.8 }))).toBe("not-set");
    expect(classifyCurrent(noQuotaState, after, noQuotaState)).toBe("not-set");
  });

  it("shows that somebody else was there", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 100, lastAdded: 100 }))).toBe("moved");
    expect(classifyCurrent(before, after, noQuotaState)).toBe("moved");
  });

  it("decides nothing when it fits both", () => {
    const less = targetState(8);
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: undefined }))).toBe("unclear");
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: 8 }))).toBe("set");
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: 50 }))).toBe("not-set");
  });

  it("is never taken for the one when it is exactly the other", () => {
    const volume = fc.double({ min: 0, max: 1000, noNaN: true });
    const percent = fc.constantFrom(10, 20, undefined);
    const state = fc.record({ volume, thresholdPercent: percent }).map((changes) => makeQuotaState(changes));
    const any = fc.oneof(state, fc.constant(noQuotaState));
    fc.assert(
      fc.property(any, any, (was, target) => {
        if (compareQuotaStates(was, target) === "same") return;
        expect(classifyCurrent(was, target, target)).not.toBe("not-set");
        expect(classifyCurrent(was, target, was)).not.toBe("set");
      }),
    );
  });
});

describe("settling a row", () => {
  const row = { row: 3, before: makeQuotaState(), after: makeQuotaState({ volume: 60 }), sentAt: 1_000 };

  it("waits as long as the service may still be working on it", () => {
    expect(resolveRow(row, makeQuotaState(), { now: 1_500, graceMs: 1_000 })).toEqual({ kind: "wait", until: 2_000 });
    expect(resolveRow(row, makeQuotaState(), { now: 2_000, graceMs: 1_000 })).toMatchObject({
      kind: "settled",
      move: { row: 3, event: "reject", code: "not-applied" },
    });
  });

  it("needs no wait where the change is there, and waits where somebody else's is: it may still be taken over that", () => {
    expect(resolveRow(row, row.after, { now: 1_001, graceMs: 1_000 })).toMatchObject({ move: { event: "set" } });
    expect(resolveRow(row, noQuotaState, { now: 1_001, graceMs: 1_000 })).toEqual({ kind: "wait", until: 2_000 });
    expect(resolveRow(row, noQuotaState, { now: 2_000, graceMs: 1_000 })).toMatchObject({
      move: { event: "move", current: noQuotaState },
    });
  });
});
