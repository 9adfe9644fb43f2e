import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { gateWords, phaseWord, ringName, ringsShown } from "../../../../../renderer/features/campaigns/rings-model.ts";
import { makeRing } from "../../../../make/campaign-status.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();
const gate = { on: "delivered", share: 0.9, withinMinutes: 30 } as const;

test("waves are counted from one, and a canary is the first of them", () => {
  expect([makeRing({ canary: true }), makeRing({ ring: 1 }), makeRing()].map(ringName)).toEqual([
    t(($) => $.campaigns.waves.canary),
    t(($) => $.campaigns.waves.wave, { wave: 2 }),
    t(($) => $.campaigns.waves.wave, { wave: 1 }),
  ]);
});

test("a gate says what it asks for before it is known of how many, and then how far it is", () => {
  const waits = makeRing({ phase: "waiting", gate, needed: 18, delivered: 12, until: now + 60_000 });
  expect([
    gateWords(makeRing({ phase: "closed", gate }), now),
    gateWords(waits, now),
    gateWords(makeRing({ phase: "waiting", until: now + 60_000 }), now),
  ]).toEqual([
    t(($) => $.campaigns.gate.delivered.share, { percent: 90, minutes: 30 }),
    t(($) => $.campaigns.gate.delivered.until, { met: 12, needed: 18, time: "17:01" }),
    t(($) => $.campaigns.waves.pauseUntil, { time: "17:01" }),
  ]);
});

test("of many rings those around the open one are shown, and the rest is counted", () => {
  const rings = Array.from({ length: 40 }, (_, ring) => makeRing({ ring }));
  const { shown, left } = ringsShown(rings, 10);
  expect([shown[0]?.ring, shown.length, left]).toEqual([9, 5, 26]);
  expect(ringsShown(rings, 39).shown.at(-1)?.ring).toBe(39);
  expect(ringsShown(rings.slice(0, 3), 0)).toEqual({ shown: rings.slice(0, 3), left: 0 });
});

test("a gate that a person skipped has not passed, and a decided one keeps the figures of its decision", () => {
  const decided = { phase: "passed", gate, needed: 18, delivered: 20 } as const;
  const passed = makeRing({ ...decided, message: "Canary passed: 18 of 20 delivered, 18 needed." });
  const skipped = makeRing({ ...decided, openedByPerson: true, message: "Opened by Ann." });
  expect([passed, skipped].map((ring) => phaseWord(ring).text)).toEqual([
    t(($) => $.campaigns.waves.passed),
    t(($) => $.campaigns.waves.gateSkipped),
  ]);
  expect(gateWords(passed, now)).toBe(t(($) => $.campaigns.gate.delivered.share, { percent: 90, minutes: 30 }));
});
