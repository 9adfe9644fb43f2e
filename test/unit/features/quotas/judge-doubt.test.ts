import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { DoubtfulRow } from "../../../../main/features/quotas/changes/queries-doubts.ts";
import { holdingUp, judgeByReading } from "../../../../main/features/quotas/judge-doubt.ts";
import type { AskedReading } from "../../../../main/features/quotas/queries-readings.ts";
import { makeStand } from "../../../make/quota-stand.ts";

const before = makeStand({ volume: 100 });
const after = makeStand({ volume: 150, lastAdded: 150 });
const graceMs = 1_000;

/** Sent at 5,000. */
function makeRow(changes: Partial<DoubtfulRow> = {}): DoubtfulRow {
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
    doubt: false,
    sentAt: 5_000,
    code: undefined,
    overtaken: false,
    ...changes,
  };
}

function makeReading(at: number, stand = before): AskedReading {
  return { kind: "data", endpoint: "1", at, found: { stand } };
}

describe("what a reading says of a change whose answer was lost", () => {
  it("is judged by the moment of the question, however late its answer came", () => {
    expect(judgeByReading(makeRow(), makeReading(5_999), graceMs)).toMatchObject({ open: { toldFrom: 6_000 } });
    expect(judgeByReading(makeRow(), makeReading(6_000), graceMs)).toEqual({
      move: expect.objectContaining({ event: "refuse", code: "not-applied", settledAt: 6_000 }),
    });
    expect(judgeByReading(makeRow(), makeReading(5_001, after), graceMs)).toMatchObject({ move: { event: "set" } });
  });

  it("is nothing where it was asked before the change was sent", () => {
    for (const stand of [before, after, makeStand({ volume: 999 })]) {
      expect(judgeByReading(makeRow(), makeReading(4_999, stand), graceMs)).toMatchObject({
        open: { toldFrom: 6_000 },
      });
    }
  });

  it("is nothing any more after another change of the quota was sent, which is said once", () => {
    const said = judgeByReading(makeRow({ overtaken: true }), makeReading(9_000, after), graceMs);
    expect(said).toMatchObject({ open: { toldFrom: undefined }, move: { event: "lose", code: "overtaken" } });
    const again = judgeByReading(makeRow({ overtaken: true, code: "overtaken" }), makeReading(9_000, after), graceMs);
    expect(again).not.toHaveProperty("move");
  });
});

describe("who holds up the next change", () => {
  const open = (row: DoubtfulRow): Parameters<typeof holdingUp>[0] => {
    const judged = judgeByReading(row, makeReading(5_500), graceMs);
    return "open" in judged ? [judged.open] : [];
  };

  it("is whoever is not told, and one that was overtaken for as long as it may still be taken", () => {
    expect(holdingUp(open(makeRow()), 99_000, graceMs)).toHaveLength(1);
    expect(holdingUp(open(makeRow({ overtaken: true })), 5_999, graceMs)).toHaveLength(1);
    expect(holdingUp(open(makeRow({ overtaken: true })), 6_000, graceMs)).toEqual([]);
    expect(holdingUp(open(makeRow({ state: "planned", overtaken: true })), 6_000, graceMs)).toHaveLength(1);
  });
});
