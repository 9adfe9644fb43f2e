import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idle, ready } from "../../../../../../renderer/lib/async-state.ts";
import { inSentence } from "../../../../../../renderer/lib/records.ts";
import {
  clockOf,
  exclusionPlace,
  minuteOf,
  moveStep,
  formatRollout,
  formatSource,
  formatSpeed,
  joinFacts,
  openVariable,
  suppressionText,
} from "../../../../../../renderer/features/campaigns/wizard/plan-text.ts";

const names = {
  views: new Map([[1, "North"]]),
  audiences: new Map<number, string>(),
  lists: new Map([[4, "may.csv"]]),
  campaigns: new Map([["9", "April"]]),
};
const gate = { on: "expected-reply" as const, share: 0.9, withinMinutes: 30 };

test.each([
  [{ filter: "" }, t(($) => $.planning.sources.allEndpoints)],
  [{ filter: "status:0" }, t(($) => $.planning.sources.filter, { filter: "status:0" })],
  [{ view: 1 }, t(($) => $.planning.sources.view, { name: "North" })],
  [{ audience: 3 }, t(($) => $.planning.sources.audience, { name: "#3" })],
  [{ list: { id: 4, by: "SIM no" } }, t(($) => $.planning.sources.listByColumn, { name: "may.csv", column: "SIM no" })],
  [{ ids: ["1", "2"] }, t(($) => $.planning.sources.selected, { count: 2 })],
  [
    { campaign: { campaignId: "9", part: "silent" as const } },
    t(($) => $.planning.sources.campaign, { name: "April", part: t(($) => $.planning.selections.silent) }),
  ],
])("formats a source %#", (source, label) => {
  expect(formatSource(source, names)).toBe(label);
});

test("moves a step to a position and keeps the order of the others", () => {
  const audience = ["a", "b", "c", "d"].map((filter) => ({ op: "add" as const, source: { filter } }));
  const order = (from: number, to: number): string =>
    moveStep(audience, from, to)
      .map(({ source }) => ("filter" in source ? source.filter : ""))
      .join("");
  expect([order(0, 2), order(3, 0), order(1, 2), order(0, -1), order(3, 4)]).toEqual([
    "bcad",
    "dabc",
    "acbd",
    "abcd",
    "abcd",
  ]);
});

test("formats canary and waves as one line", () => {
  expect(formatRollout(undefined)).toBe(t(($) => $.planning.rollout.allAtOnce));
  const canary = { size: { count: 20 }, over: ["tags" as const], gate };
  const waves = { size: { share: 0.1 }, pauseMinutes: 10 };
  const gateText = t(($) => $.planning.rollout.gateReply, { share: "90%", minutes: "30" });
  const strata = inSentence(t(($) => $.planning.rollout.tags));
  const canaryText = t(($) => $.planning.rollout.canarySampled, { size: "20", strata, gate: gateText });
  const wavesText = t(($) => $.planning.rollout.waves, { size: "10%", minutes: "10" });
  expect(formatRollout({ canary, waves })).toBe([canaryText, wavesText].join(" · "));
  expect(formatRollout({ canary })).toBe([canaryText, t(($) => $.planning.rollout.rest)].join(" · "));
  expect(formatRollout({ canary: { ...canary, over: [] } })).toContain(
    t(($) => $.planning.rollout.canary, { size: "20", gate: gateText }),
  );
  expect(formatRollout({ waves: { ...waves, gate } })).toBe(
    t(($) => $.planning.rollout.wavesGate, { size: "10%", minutes: "10", gate: gateText }),
  );
});

test("formats a row with its step if there are several", () => {
  expect(exclusionPlace({ source: 0, sourceRow: 12 }, false)).toBe("12");
  expect(exclusionPlace({ source: 1, sourceRow: 3 }, true)).toBe(
    t(($) => $.planning.excluded.rowOfStep, { row: 3, step: 2 }),
  );
});

test("formats a speed with separators", () => {
  const requests = t(($) => $.planning.speed.requests, { count: 6 });
  expect([formatSpeed(40, 6), formatSpeed(0.05, 6), formatSpeed(undefined, 6)]).toEqual([
    joinFacts([t(($) => $.planning.speed.perMinute, { rate: "2,400" }), requests]),
    joinFacts([t(($) => $.planning.speed.perMinute, { rate: "3" }), requests]),
    joinFacts([t(($) => $.planning.speed.maximum), requests]),
  ]);
});

test("round-trips minutes of the day", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => minuteOf(clockOf(minute)) === minute));
  expect([minuteOf("24:00"), minuteOf("7"), minuteOf("")]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["SET {{pi", 8, "pi"],
  ["SET {{", 6, ""],
  ["SET {{pin}} x", 13, undefined],
  ["SET {{pin}}", 8, "pi"],
  ["SET {{pin\n", 10, undefined],
  ["{{a}} {{b", 9, "b"],
])("the name that is being typed in %j at %d is %j", (text, cursor, name) => {
  expect(openVariable(text, cursor)).toBe(name);
});

test("states the size of the suppression list once it is loaded", () => {
  expect([idle, ready({ entries: [] })].map(suppressionText)).toEqual([
    undefined,
    t(($) => $.planning.suppression.entries, { count: 0 }),
  ]);
});
