import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  formatGateProgress,
  phaseLabel,
  waveName,
  visibleWaves,
} from "../../../../../renderer/features/campaigns/wave-text.ts";
import { makeWave } from "../../../../make/campaign-status.ts";

const now = new Date(2026, 4, 12, 17, 0).getTime();
const gate = { on: "delivered", share: 0.9, withinMinutes: 30 } as const;

test("counts waves from one, and names the first one canary", () => {
  expect([makeWave({ canary: true }), makeWave({ wave: 1 }), makeWave()].map(waveName)).toEqual([
    t(($) => $.campaigns.waves.canary),
    t(($) => $.campaigns.waves.wave, { wave: 2 }),
    t(($) => $.campaigns.waves.wave, { wave: 1 }),
  ]);
});

test("states the condition of a gate before its size is known, and its progress afterwards", () => {
  const waits = makeWave({ phase: "waiting", gate, needed: 18, delivered: 12, until: now + 60_000 });
  expect([
    formatGateProgress(makeWave({ phase: "closed", gate }), now),
    formatGateProgress(waits, now),
    formatGateProgress(makeWave({ phase: "waiting", until: now + 60_000 }), now),
  ]).toEqual([
    t(($) => $.campaigns.gate.delivered.share, { percent: 90, minutes: 30 }),
    t(($) => $.campaigns.gate.delivered.until, { met: 12, needed: 18, time: "17:01" }),
    t(($) => $.campaigns.waves.pauseUntil, { time: "17:01" }),
  ]);
});

test("shows the waves around the open one and counts the rest", () => {
  const waves = Array.from({ length: 40 }, (_, wave) => makeWave({ wave }));
  const { visible, left } = visibleWaves(waves, 10);
  expect([visible[0]?.wave, visible.length, left]).toEqual([9, 5, 26]);
  expect(visibleWaves(waves, 39).visible.at(-1)?.wave).toBe(39);
  expect(visibleWaves(waves.slice(0, 3), 0)).toEqual({ visible: waves.slice(0, 3), left: 0 });
});

test("does not show a skipped gate as passed, and shows a decided one without later counts", () => {
  const decided = { phase: "passed", gate, needed: 18, delivered: 20 } as const;
  const passed = makeWave({
    ...decided,
    message: codedText("gate-since-delivered", { verdict: "", met: 18, sent: 20 }),
  });
  const skipped = makeWave({ ...decided, openedByPerson: true, message: codedText("opened-by-person") });
  expect([passed, skipped].map((wave) => phaseLabel(wave).text)).toEqual([
    t(($) => $.campaigns.waves.passed),
    t(($) => $.campaigns.waves.gateSkipped),
  ]);
  expect(formatGateProgress(passed, now)).toBe(
    t(($) => $.campaigns.gate.delivered.share, { percent: 90, minutes: 30 }),
  );
});
