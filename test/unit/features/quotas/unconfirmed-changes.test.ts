import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { UnconfirmedRow } from "../../../../main/features/quotas/queries-rows.ts";
import { blockingChanges, classifyByReading } from "../../../../main/features/quotas/unconfirmed-changes.ts";
import type { QuotaReadResult } from "../../../../main/features/quotas/queries-readings.ts";
import { makeQuotaState } from "../../../make/quota-state.ts";

const before = makeQuotaState({ volume: 100 });
const after = makeQuotaState({ volume: 150, lastAdded: 150 });
/** The grace period of one second ends. */
const provableFrom = 6_000;

/** Sent at 5,000. */
function makeRow(changes: Partial<UnconfirmedRow> = {}): UnconfirmedRow {
  return {
    change: 1,
    title: codedText("quota-add-data", { volume: 50 }),
    row: 1,
    endpoint: "1",
    state: "unknown",
    before,
    after,
    current: undefined,
    target: undefined,
    expected: undefined,
    isUnconfirmed: false,
    sentAt: 5_000,
    sentUptime: 5_000,
    code: undefined,
    overtaken: false,
    ...changes,
  };
}

function makeReading(at: number, state = before): QuotaReadResult {
  return { kind: "data", endpoint: "1", at, result: { state } };
}

describe("a reading after a change whose answer was lost", () => {
  it("is compared by the time the read started, however late its answer arrived", () => {
    expect(classifyByReading(makeRow(), makeReading(5_999), provableFrom)).toMatchObject({
      open: { resolvableFrom: 6_000 },
    });
    expect(classifyByReading(makeRow(), makeReading(6_000), provableFrom)).toEqual({
      move: expect.objectContaining({ event: "reject", code: "not-applied", resolvedAt: 6_000 }),
    });
    expect(classifyByReading(makeRow(), makeReading(5_001, after), provableFrom)).toMatchObject({
      move: { event: "set" },
    });
  });

  it("proves nothing when the read started before the change was sent", () => {
    for (const state of [before, after, makeQuotaState({ volume: 999 })]) {
      expect(classifyByReading(makeRow(), makeReading(4_999, state), provableFrom)).toMatchObject({
        open: { resolvableFrom: 6_000 },
      });
    }
  });

  it("proves nothing after another change of the quota was sent, which is recorded once", () => {
    const result = classifyByReading(makeRow({ overtaken: true }), makeReading(9_000, after), provableFrom);
    expect(result).toMatchObject({ open: { resolvableFrom: undefined }, move: { event: "lose", code: "overtaken" } });
    const again = classifyByReading(
      makeRow({ overtaken: true, code: "overtaken" }),
      makeReading(9_000, after),
      provableFrom,
    );
    expect(again.move).toBeUndefined();
  });
});

describe("holdingUp", () => {
  const open = (row: UnconfirmedRow): Parameters<typeof blockingChanges>[0] => {
    const verdict = classifyByReading(row, makeReading(5_500), provableFrom);
    return "open" in verdict ? [verdict.open] : [];
  };

  it("returns unresolved changes, and overtaken ones during their grace period", () => {
    expect(blockingChanges(open(makeRow()), 99_000)).toHaveLength(1);
    expect(blockingChanges(open(makeRow({ overtaken: true })), 5_999)).toHaveLength(1);
    expect(blockingChanges(open(makeRow({ overtaken: true })), 6_000)).toEqual([]);
    expect(blockingChanges(open(makeRow({ state: "planned", overtaken: true })), 6_000)).toHaveLength(1);
  });
});
