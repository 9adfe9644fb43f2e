import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareStands, judgeCurrent } from "../../../../main/features/quotas/compare-stands.ts";
import { settleRow } from "../../../../main/features/quotas/settle-row.ts";
import { farAway, makeStand, noStand } from "../../../make/quota-stand.ts";

describe("two readings of a quota", () => {
  it("are the same when all that both tell is the same", () => {
    expect(compareStands(makeStand(), makeStand({ status: "unknown", percent: 3 }))).toBe("same");
    expect(compareStands(noStand, noStand)).toBe("same");
    expect(compareStands(makeStand({ volume: 0.1 + 0.2 }), makeStand({ volume: 0.3 }))).toBe("same");
    expect(compareStands(makeStand({ expiresAt: farAway + 700 }), makeStand())).toBe("same");
  });

  it("differ by use alone when only less is left", () => {
    expect(compareStands(makeStand(), makeStand({ volume: 9.5 }))).toBe("used");
  });

  it.each([
    ["more is left", { volume: 11 }],
    ["it ends at another time", { expiresAt: farAway + 86_400_000 }],
    ["it is refilled", { autoRefill: true }],
    ["the threshold is another", { thresholdPercent: 10 }],
    ["it throttles", { onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } }],
    ["less is left of another volume", { volume: 9, lastAdded: 9 }],
  ] as const)("are different when %s", (_, changes) => {
    expect(compareStands(makeStand(), makeStand(changes))).toBe("different");
  });

  it("are different when a quota came or went", () => {
    expect([compareStands(noStand, makeStand()), compareStands(makeStand(), noStand)]).toEqual([
      "different",
      "different",
    ]);
  });
});

describe("a reading behind a lost answer", () => {
  const before = makeStand({ volume: 10, lastAdded: 50 });
  // What was sent says nothing of the volume last added.
  const wanted = (volume: number): ReturnType<typeof makeStand> => makeStand({ volume, lastAdded: undefined });
  const after = wanted(60);

  it("shows the change, also where some of it has been used", () => {
    expect(judgeCurrent(before, after, makeStand({ volume: 60, lastAdded: 60 }))).toBe("set");
    expect(judgeCurrent(before, after, makeStand({ volume: 55, lastAdded: 60 }))).toBe("set");
    expect(judgeCurrent(before, noStand, noStand)).toBe("set");
    expect(judgeCurrent(noStand, after, after)).toBe("set");
  });

  it("shows what there was before", () => {
    expect(judgeCurrent(before, after, makeStand({ volume: 9.8 }))).toBe("not-set");
    expect(judgeCurrent(noStand, after, noStand)).toBe("not-set");
  });

  it("shows that somebody else was there", () => {
    expect(judgeCurrent(before, after, makeStand({ volume: 100, lastAdded: 100 }))).toBe("moved");
    expect(judgeCurrent(before, after, noStand)).toBe("moved");
  });

  it("decides nothing when it fits both", () => {
    const less = wanted(8);
    expect(judgeCurrent(before, less, makeStand({ volume: 3, lastAdded: undefined }))).toBe("unclear");
    expect(judgeCurrent(before, less, makeStand({ volume: 3, lastAdded: 8 }))).toBe("set");
    expect(judgeCurrent(before, less, makeStand({ volume: 3, lastAdded: 50 }))).toBe("not-set");
  });

  it("is never taken for the one when it is exactly the other", () => {
    const volume = fc.double({ min: 0, max: 1000, noNaN: true });
    const percent = fc.constantFrom(10, 20, undefined);
    const stand = fc.record({ volume, thresholdPercent: percent }).map((changes) => makeStand(changes));
    const any = fc.oneof(stand, fc.constant(noStand));
    fc.assert(
      fc.property(any, any, (was, wanted) => {
        if (compareStands(was, wanted) === "same") return;
        expect(judgeCurrent(was, wanted, wanted)).not.toBe("not-set");
        expect(judgeCurrent(was, wanted, was)).not.toBe("set");
      }),
    );
  });
});

describe("settling a row", () => {
  const row = { row: 3, before: makeStand(), after: makeStand({ volume: 60 }), sentAt: 1_000 };

  it("waits as long as the service may still be working on it", () => {
    expect(settleRow(row, makeStand(), { now: 1_500, graceMs: 1_000 })).toEqual({ kind: "wait", until: 2_000 });
    expect(settleRow(row, makeStand(), { now: 2_000, graceMs: 1_000 })).toMatchObject({
      kind: "settled",
      move: { row: 3, event: "refuse", code: "not-applied" },
    });
  });

  it("needs no wait where the change is there, and waits where somebody else's is: it may still be taken over that", () => {
    expect(settleRow(row, row.after, { now: 1_001, graceMs: 1_000 })).toMatchObject({ move: { event: "set" } });
    expect(settleRow(row, noStand, { now: 1_001, graceMs: 1_000 })).toEqual({ kind: "wait", until: 2_000 });
    expect(settleRow(row, noStand, { now: 2_000, graceMs: 1_000 })).toMatchObject({
      move: { event: "move", current: noStand },
    });
  });
});
