import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareQuotaStates, classifyCurrent } from "../../../../main/features/quotas/operations.ts";
import { resolveRow } from "../../../../main/features/quotas/unconfirmed-changes.ts";
import { distantExpiry, makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

describe("two readings of a quota", () => {
  it("are the same when all fields reported by both are equal", () => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState({ status: "unknown", percent: 3 }))).toBe("same");
    expect(compareQuotaStates(noQuotaState, noQuotaState)).toBe("same");
    expect(compareQuotaStates(makeQuotaState({ volume: 0.1 + 0.2 }), makeQuotaState({ volume: 0.3 }))).toBe("same");
    expect(compareQuotaStates(makeQuotaState({ expiresAt: distantExpiry + 700 }), makeQuotaState())).toBe("same");
  });

  it("differ by use when only the remaining volume is lower", () => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState({ volume: 9.5 }))).toBe("used");
  });

  it.each([
    ["more is left", { volume: 11 }],
    ["the expiry differs", { expiresAt: distantExpiry + 86_400_000 }],
    ["auto-refill differs", { autoRefill: true }],
    ["the threshold differs", { thresholdPercent: 10 }],
    ["the action differs", { onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } }],
    ["less is left of a different volume", { volume: 9, lastAdded: 9 }],
  ] as const)("are different when %s", (_, changes) => {
    expect(compareQuotaStates(makeQuotaState(), makeQuotaState(changes))).toBe("different");
  });

  it("are different when a quota was added or removed", () => {
    expect([
      compareQuotaStates(noQuotaState, makeQuotaState()),
      compareQuotaStates(makeQuotaState(), noQuotaState),
    ]).toEqual(["different", "different"]);
  });
});

describe("a reading after a lost answer", () => {
  const before = makeQuotaState({ volume: 10, lastAdded: 50 });
  // The request does not contain the volume last added.
  const targetState = (volume: number): ReturnType<typeof makeQuotaState> =>
    makeQuotaState({ volume, lastAdded: undefined });
  const after = targetState(60);

  it("shows the change, also after some use", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 60, lastAdded: 60 }))).toBe("set");
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 55, lastAdded: 60 }))).toBe("set");
    expect(classifyCurrent(before, noQuotaState, noQuotaState)).toBe("set");
    expect(classifyCurrent(noQuotaState, after, after)).toBe("set");
  });

  it("shows the quota before the change", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 9.8 }))).toBe("not-set");
    expect(classifyCurrent(noQuotaState, after, noQuotaState)).toBe("not-set");
  });

  it("does not show the quota before the change where the device used up both", () => {
    const empty = makeQuotaState({ volume: 0, lastAdded: 50 });
    expect(classifyCurrent(empty, targetState(5), makeQuotaState({ volume: 0, lastAdded: 5 }))).toBe("set");
    expect(classifyCurrent(empty, targetState(5), empty)).toBe("not-set");
    expect(classifyCurrent(empty, targetState(50), empty)).toBe("unclear");
    expect(classifyCurrent(before, targetState(15), makeQuotaState({ volume: 10, lastAdded: 15 }))).toBe("set");
  });

  it("shows a change made elsewhere", () => {
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 100, lastAdded: 100 }))).toBe("moved");
    expect(classifyCurrent(before, after, makeQuotaState({ volume: 30, lastAdded: 30 }))).toBe("moved");
    expect(classifyCurrent(before, after, noQuotaState)).toBe("moved");
  });

  it("is unclear when it matches both", () => {
    const less = targetState(8);
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: undefined }))).toBe("unclear");
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: 8 }))).toBe("set");
    expect(classifyCurrent(before, less, makeQuotaState({ volume: 3, lastAdded: 50 }))).toBe("not-set");
  });

  it("is never classified as one when it equals the other exactly", () => {
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

describe("resolveRow", () => {
  const row = { row: 3, before: makeQuotaState(), after: makeQuotaState({ volume: 60 }) };

  it("waits while the service may still be processing the request", () => {
    expect(resolveRow(row, makeQuotaState(), { now: 1_500, provableFrom: 2_000 })).toEqual({ until: 2_000 });
    expect(resolveRow(row, makeQuotaState(), { now: 2_000, provableFrom: 2_000 })).toMatchObject({
      move: { row: 3, event: "reject", code: "not-applied" },
    });
  });

  it("resolves a visible change at once, and waits while the change may still be applied over a value set elsewhere", () => {
    expect(resolveRow(row, row.after, { now: 1_001, provableFrom: 2_000 })).toMatchObject({ move: { event: "set" } });
    expect(resolveRow(row, noQuotaState, { now: 1_001, provableFrom: 2_000 })).toEqual({ until: 2_000 });
    expect(resolveRow(row, noQuotaState, { now: 2_000, provableFrom: 2_000 })).toMatchObject({
      move: { event: "move", current: noQuotaState },
    });
  });
});
