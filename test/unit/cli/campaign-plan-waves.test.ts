import { expect, test } from "vitest";
import { t } from "../../../main/cli/text.ts";
import { parseAmount, parseGate, waveInput, type WaveOptions } from "../../../main/cli/features/campaigns/plan.ts";
import { parseMinutes } from "../../../main/cli/option-values.ts";

const gate = { on: "delivered", share: 0.9, withinMinutes: 30 } as const;

test("a canary and waves become a wave plan", () => {
  const options: WaveOptions = {
    canary: { count: 25 },
    canarySampleBy: ["tags"],
    canaryGate: gate,
    wave: { share: 0.2 },
    wavePause: 10,
    expect: "^OK",
    replyWithin: 45,
    watchHours: 2,
  };
  expect(waveInput(options)).toEqual({
    rollout: {
      canary: { size: { count: 25 }, over: ["tags"], gate },
      waves: { size: { share: 0.2 }, pauseMinutes: 10 },
    },
    expect: { pattern: "^OK", withinMinutes: 45 },
    watchHours: 2,
  });
});

test("a plan without wave options has no wave plan", () => {
  expect(waveInput({})).toEqual({});
});

test.each([
  ["25", { count: 25 }],
  ["5%", { share: 0.05 }],
  ["100%", { share: 1 }],
])("parses the size %s", (text, amount) => {
  expect(parseAmount(text)).toEqual(amount);
});

test.each(["0", "-3", "0%", "101%", "half", ""])("rejects the size %j", (text) => {
  expect(() => parseAmount(text)).toThrow(t(($) => $.cli.campaigns.waves.badSize));
});

test.each([
  ["delivered:90%:30m", gate],
  ["expected-reply:80%:1h", { on: "expected-reply", share: 0.8, withinMinutes: 60 }],
])("parses the gate %s", (text, expected) => {
  expect(parseGate(text)).toEqual(expected);
});

test.each(["delivered:90%", "accepted:90%:30m", "delivered:90:30m", "delivered:90%:30", "delivered:90%:8d"])(
  "rejects the gate %s",
  (text) => {
    expect(() => parseGate(text)).toThrow(t(($) => $.cli.campaigns.waves.badGate));
  },
);

test("parses minutes, hours, days and seconds", () => {
  expect(["90s", "10m", "1.5h", "1d"].map(parseMinutes)).toEqual([1.5, 10, 90, 1440]);
});

test.each<[string, WaveOptions, string]>([
  ["a canary without a gate", { canary: { count: 5 } }, t(($) => $.cli.campaigns.waves.canaryNeedsGate)],
  ["a gate without a canary", { canaryGate: gate }, t(($) => $.cli.campaigns.waves.needsCanary)],
  ["a pause without waves", { wavePause: 5 }, t(($) => $.cli.campaigns.waves.needsWave)],
  [
    "a reply time limit without an expected reply",
    { replyWithin: 5 },
    t(($) => $.cli.messages.send.replyWithinNeedsExpect),
  ],
  [
    "a reply gate without an expected reply",
    { canary: { count: 5 }, canaryGate: { ...gate, on: "expected-reply" } },
    t(($) => $.cli.campaigns.waves.gateNeedsExpect),
  ],
])("%s is invalid usage", (_case, options, sentence) => {
  expect(() => waveInput(options)).toThrow(sentence);
});
