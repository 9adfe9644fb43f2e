import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { applyOperation, leavesNothing, checkOperation } from "../../../../main/features/quotas/operations.ts";
import { warningsOf } from "../../../../main/features/quotas/confirmations.ts";
import { distantExpiry, makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

const now = Date.UTC(2031, 0, 1);
const set = (volume: number, more: object = {}): QuotaOperation => ({ op: "set", volume, ...more });
const add = (volume: number, more: object = {}): QuotaOperation => ({ op: "add", volume, whereNone: "skip", ...more });

it("reports every invalid field at once, each with its own text", () => {
  const wrong = { ...set(-1), expiresAt: -5, thresholdPercent: 120 } as QuotaOperation;
  expect(() => checkOperation("data", wrong)).toThrow(
    expect.objectContaining({
      details: {
        field: "volume",
        fields: [
          { field: "volume", text: codedText("quota-volume-negative") },
          { field: "expiresAt", text: codedText("quota-expiry-range") },
          { field: "thresholdPercent", text: codedText("quota-threshold-range") },
        ],
      },
    }),
  );
});

describe("set", () => {
  it("keeps the values of unnamed fields", () => {
    expect(applyOperation("data", set(60), makeQuotaState({ autoRefill: true }), { now })).toEqual({
      kind: "becomes",
      after: {
        state: "set",
        quota: {
          volume: 60,
          expiresAt: distantExpiry,
          status: "active",
          onExhaustion: { kind: "block" },
          autoRefill: true,
          thresholdPercent: 20,
        },
      },
    });
  });

  it("requires an expiry where no quota is set, and a threshold for SMS", () => {
    expect(applyOperation("data", set(60), noQuotaState, { now })).toMatchObject({ field: "expiresAt" });
    expect(applyOperation("sms", set(60, { expiresAt: distantExpiry }), noQuotaState, { now })).toMatchObject({
      field: "thresholdPercent",
    });
    expect(applyOperation("data", set(60, { expiresAt: distantExpiry }), noQuotaState, { now })).toMatchObject({
      kind: "becomes",
      after: { quota: { onExhaustion: { kind: "block" }, autoRefill: false } },
    });
  });

  it("sends nothing when the quota is already equal, but sends values the service does not report", () => {
    expect(applyOperation("data", set(10), makeQuotaState(), { now })).toEqual({ kind: "same" });
    const unreported = makeQuotaState({ thresholdPercent: undefined });
    expect(applyOperation("data", set(10, { thresholdPercent: 20 }), unreported, { now }).kind).toBe("becomes");
  });

  it("does not send back an unknown action", () => {
    const odd = makeQuotaState({ onExhaustion: { kind: "unknown", words: "Divert" } });
    expect(applyOperation("data", set(60), odd, { now })).toMatchObject({ field: "onExhaustion" });
    const operation = set(60, { onExhaustion: { kind: "block" } });
    expect(applyOperation("data", operation, odd, { now }).kind).toBe("becomes");
  });
});

describe("add", () => {
  it("adds to the remaining volume without binary rounding errors", () => {
    const applied = applyOperation("data", add(0.2), makeQuotaState({ volume: 0.1 }), { now });
    expect(applied).toMatchObject({ after: { quota: { volume: 0.3 } } });
    expect(applyOperation("data", add(5), makeQuotaState({ volume: -0.4 }), { now })).toMatchObject({
      after: { quota: { volume: 4.6 } },
    });
  });

  it("skips endpoints without a quota, or sets one", () => {
    expect(applyOperation("data", add(5), noQuotaState, { now })).toMatchObject({
      kind: "impossible",
      code: "no-quota",
    });
    const anyway = add(5, { whereNone: "set", expiresAt: distantExpiry });
    expect(applyOperation("data", anyway, noQuotaState, { now })).toMatchObject({ after: { quota: { volume: 5 } } });
  });

  it("cannot add to a volume the service does not report", () => {
    expect(applyOperation("data", add(5), makeQuotaState({ volume: undefined }), { now })).toMatchObject({
      code: "volume-unknown",
    });
  });
});

describe("delete, change and undo", () => {
  it("deletes an existing quota", () => {
    expect(applyOperation("data", { op: "delete" }, makeQuotaState(), { now })).toEqual({
      kind: "becomes",
      after: noQuotaState,
    });
    expect(applyOperation("data", { op: "delete" }, noQuotaState, { now })).toEqual({ kind: "same" });
  });

  it("changes only the other fields", () => {
    const threshold: QuotaOperation = { op: "change", thresholdPercent: 5 };
    expect(applyOperation("data", threshold, makeQuotaState(), { now })).toMatchObject({
      after: { quota: { volume: 10, thresholdPercent: 5 } },
    });
    expect(applyOperation("data", threshold, noQuotaState, { now })).toMatchObject({ code: "no-quota" });
  });

  it("restores the earlier quota as far as it is known", () => {
    const undo: QuotaOperation = { op: "undo", of: 1, overwriteMoved: false };
    const current = makeQuotaState({ volume: 60 });
    const target = makeQuotaState({ volume: -0.2, autoRefill: true });
    expect(applyOperation("data", undo, current, { now, target })).toMatchObject({
      after: { quota: { volume: 0, autoRefill: true, thresholdPercent: 20 } },
    });
    expect(applyOperation("data", undo, current, { now, target: noQuotaState })).toEqual({
      kind: "becomes",
      after: noQuotaState,
    });
    const unreported = makeQuotaState({ expiresAt: undefined });
    expect(applyOperation("data", undo, current, { now, target: unreported })).toMatchObject({
      code: "not-restorable",
    });
    const throttled = makeQuotaState({ onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } });
    expect(applyOperation("data", undo, current, { now, target: throttled })).toMatchObject({
      after: { quota: { onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } } },
    });
  });

  it("restores exactly the earlier quota after any possible change", () => {
    const volume = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(volume, volume, fc.integer({ min: 0, max: 100 }), (left, newVolume, thresholdPercent) => {
        const before = makeQuotaState({ volume: left });
        const done = applyOperation("data", set(newVolume, { thresholdPercent }), before, { now });
        if (done.kind !== "becomes") return;
        const undo: QuotaOperation = { op: "undo", of: 1, overwriteMoved: false };
        const undone = applyOperation("data", undo, done.after, { now, target: before });
        const { expiresAt, onExhaustion, autoRefill } = before.quota;
        expect(undone).toMatchObject({
          after: { quota: { volume: left, expiresAt, onExhaustion, autoRefill, thresholdPercent: 20 } },
        });
      }),
    );
  });
});

describe("leavesNothing", () => {
  it("is true for a volume of 0 where more was left", () => {
    expect(leavesNothing(makeQuotaState(), makeQuotaState({ volume: 0 }))).toBe(true);
    expect(leavesNothing(noQuotaState, makeQuotaState({ volume: 0 }))).toBe(true);
    expect(leavesNothing(makeQuotaState({ volume: -1 }), makeQuotaState({ volume: 0 }))).toBe(false);
    expect(leavesNothing(makeQuotaState(), noQuotaState)).toBe(false);
  });
});

describe("an invalid field", () => {
  it.each([
    ["data", set(-1), "volume"],
    ["data", set(Number.NaN), "volume"],
    ["data", set(1e13), "volume"],
    ["sms", set(1.5), "volume"],
    ["data", add(0), "volume"],
    ["data", set(1, { expiresAt: Number.NaN }), "expiresAt"],
    ["data", set(1, { expiresAt: Date.UTC(9999, 11, 31) + 1 }), "expiresAt"],
    ["data", set(1, { thresholdPercent: 101 }), "thresholdPercent"],
    ["data", set(1, { thresholdPercent: Number.NaN }), "thresholdPercent"],
    ["sms", set(1, { onExhaustion: { kind: "block" } }), "onExhaustion"],
    ["data", set(1, { onExhaustion: { kind: "throttle", bitsPerSecond: 1 } }), "onExhaustion"],
    ["data", { op: "change" } as const, "op"],
    ["data", { op: "undo", of: 1, overwriteMoved: false } as const, "op"],
  ] as const)("is named: %s %j → %s", (kind, operation, field) => {
    expect(() => checkOperation(kind, operation)).toThrow(
      expect.objectContaining({ code: "invalid-input", details: { field } }),
    );
  });
});

describe("warnings", () => {
  it("cover an expiry that has passed or passes soon", () => {
    const warnings = (expiresAt: number): CodedText[] => warningsOf("data", set(5, { expiresAt }), undefined, now);
    expect(warnings(now)).toEqual([codedText("quota-warning-expired")]);
    expect(warnings(now + 3_600_000)).toEqual([codedText("quota-warning-expires-soon")]);
    expect(warnings(distantExpiry)).toEqual([]);
  });

  it("cover throttling, a remaining volume of 0, and adding to a volume in use", () => {
    const throttle = { onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 }, expiresAt: distantExpiry } as const;
    expect(warningsOf("data", set(5, throttle), undefined, now)).toEqual([codedText("quota-warning-throttle")]);
    expect(warningsOf("sms", set(0), undefined, now)).toEqual([codedText("quota-warning-zero-sms")]);
    expect(warningsOf("data", add(5), undefined, now)).toEqual([codedText("quota-warning-add")]);
  });
});
