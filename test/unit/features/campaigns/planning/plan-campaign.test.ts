import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  allocate,
  createWaveAssigner,
  namePrefix,
  sizeOf,
} from "../../../../../main/features/campaigns/planning/plan-campaign.ts";

const gate = { on: "delivered", share: 0.9, withinMinutes: 30 } as const;

interface Row {
  readonly row: number;
  readonly name?: string;
  readonly tags?: string;
  readonly service_profile?: unknown;
}

function assign(wavePlan: WavePlan, rows: readonly Row[], seed = 7): number[][] | undefined {
  const assigner = createWaveAssigner(wavePlan, seed);
  for (const { row, ...record } of rows) assigner.add(row, { id: String(row), record });
  return assigner.assign()?.map((wave) => [...wave]);
}

const plain = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ row: index + 2 }));

describe("a canary", () => {
  it("is followed by the remaining rows, both in row order", () => {
    const waves = assign({ canary: { size: { count: 3 }, over: [], gate } }, plain(10).toReversed());
    expect(waves?.map((wave) => wave.length)).toEqual([3, 7]);
    for (const wave of waves ?? []) expect(wave).toEqual(wave.toSorted((a, b) => a - b));
  });

  it("represents each kind by its share", () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      row: index,
      name: index < 70 ? `tracker-${index}` : `Meter_${index}`,
      service_profile: { id: 1, name: index % 2 === 0 ? "IoT" : "Test" },
    }));
    const over = ["name-prefix", "service-profile"] as const;
    const [canary = []] = assign({ canary: { size: { count: 20 }, over: [...over], gate } }, rows) ?? [];
    const kinds = canary.map((row) => `${row < 70 ? "tracker" : "meter"} ${row % 2}`);
    const counts = Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    );
    expect(counts).toEqual({ "tracker 0": 7, "tracker 1": 7, "meter 0": 3, "meter 1": 3 });
  });

  it("treats tags in any order as the same kind", () => {
    const rows = [
      { row: 1, tags: "north, spare" },
      { row: 2, tags: "spare,north" },
      { row: 3, tags: "south" },
      { row: 4, tags: "south" },
    ];
    const [canary = []] = assign({ canary: { size: { count: 2 }, over: ["tags"], gate } }, rows) ?? [];
    expect(canary.map((row) => (row < 3 ? "north" : "south"))).toEqual(["north", "south"]);
  });

  it("is deterministic, and different for another campaign", () => {
    const wavePlan: WavePlan = { canary: { size: { share: 0.05 }, over: [], gate } };
    expect(assign(wavePlan, plain(1000), 3)).toEqual(assign(wavePlan, plain(1000), 3));
    expect(assign(wavePlan, plain(1000), 3)?.[0]).not.toEqual(assign(wavePlan, plain(1000), 4)?.[0]);
  });

  it("results in a single wave only when it contains all recipients", () => {
    expect(assign({ canary: { size: { count: 25 }, over: [], gate } }, plain(20))).toBeUndefined();
    expect(assign({ canary: { size: { count: 25 }, over: [], gate } }, [])).toBeUndefined();
  });
});

describe("waves", () => {
  it("divide the rows after the canary in row order", () => {
    const waves = assign(
      { canary: { size: { count: 2 }, over: [], gate }, waves: { size: { share: 0.25 }, pauseMinutes: 0 } },
      plain(12),
    );
    expect(waves?.map((wave) => wave.length)).toEqual([2, 3, 3, 3, 1]);
  });

  it("work without a canary", () => {
    expect(assign({ waves: { size: { count: 4 }, pauseMinutes: 10 } }, plain(10))).toEqual([
      [2, 3, 4, 5],
      [6, 7, 8, 9],
      [10, 11],
    ]);
  });
});

describe("the assignment", () => {
  it("contains every row once, a canary of the requested size, and no more of a kind than its share plus one", () => {
    const rows = fc.uniqueArray(fc.record({ row: fc.nat(100_000), kind: fc.nat(6) }), {
      selector: ({ row }) => row,
      minLength: 2,
      maxLength: 200,
    });
    const size = fc.oneof(
      fc.record({ count: fc.integer({ min: 1, max: 250 }) }),
      fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(
        rows,
        size,
        fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        (inputs, requestedSize, wave) => {
          const wavePlan: WavePlan = {
            canary: { size: requestedSize, over: ["tags"], gate },
            waves: wave === undefined ? undefined : { size: { count: wave }, pauseMinutes: 0 },
          };
          const waves = assign(
            wavePlan,
            inputs.map(({ row, kind }) => ({ row, tags: `k${kind}` })),
          );
          const canarySize = sizeOf(requestedSize, inputs.length);
          if (canarySize === inputs.length) {
            expect(waves).toBeUndefined();
            return;
          }
          expect(waves?.flat().toSorted((a, b) => a - b)).toEqual(
            inputs.map(({ row }) => row).toSorted((a, b) => a - b),
          );
          const canary = new Set(waves?.[0]);
          expect(canary.size).toBe(canarySize);
          for (let kind = 0; kind <= 6; kind += 1) {
            const all = inputs.filter((one) => one.kind === kind);
            const share = (all.length * canarySize) / inputs.length;
            const selectedCount = all.filter(({ row }) => canary.has(row)).length;
            expect(Math.abs(selectedCount - share)).toBeLessThan(1);
          }
        },
      ),
    );
  });

  it("uses the largest remainder", () => {
    expect(allocate([50, 30, 20], 3)).toEqual([1, 1, 1]);
    expect(allocate([97, 2, 1], 10)).toEqual([10, 0, 0]);
    expect(allocate([1, 1, 1], 2)).toEqual([1, 1, 0]);
    expect(allocate([0, 5], 5)).toEqual([0, 5]);
  });
});

it.each([
  ["Tracker-0042", "tracker"],
  ["DE_BER_12", "de_ber"],
  ["gateway", "gateway"],
  ["8812", ""],
  ["", ""],
])("the prefix of the name %j is %j", (name, prefix) => {
  expect(namePrefix(name)).toBe(prefix);
});
