import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { describeEffect, enforcementOf } from "../../../../main/features/quotas/enforcement.ts";
import { makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

const now = Date.UTC(2031, 0, 1);
const enforcing = { name: "Meters", enforces: true };
const lenient = { name: "Meters", enforces: false };

const profile = codedText("quota-profile", { name: "Meters" });
const data = { kind: codedText("quota-kind-data"), profile };
const sms = { kind: codedText("quota-kind-sms"), profile };

describe("a profile that enforces quotas", () => {
  it.each([
    ["data", noQuotaState, true, codedText("quota-enforced-none", data)],
    ["sms", noQuotaState, true, codedText("quota-enforced-none", sms)],
    ["data", makeQuotaState({ volume: 0 }), true, codedText("quota-enforced-exhausted", data)],
    ["data", makeQuotaState({ status: "exhausted" }), true, codedText("quota-enforced-exhausted", data)],
    ["sms", makeQuotaState({ expiresAt: now }), true, codedText("quota-enforced-expired", sms)],
    [
      "data",
      makeQuotaState({ volume: 0, onExhaustion: { kind: "throttle" } }),
      false,
      codedText("quota-enforced-throttled", data),
    ],
    ["data", makeQuotaState(), false, codedText("quota-enforced-active", data)],
    ["data", undefined, false, codedText("quota-enforced-unread", data)],
  ] as const)("gives for %s, %j: blocked %s", (kind, state, blocks, sentence) => {
    expect(enforcementOf(kind, enforcing, state, now)).toEqual({ enforced: "yes", blocks, sentence });
  });
});

it("ignores quotas when the profile does not enforce them", () => {
  expect(enforcementOf("data", lenient, noQuotaState, now)).toEqual({
    enforced: "no",
    blocks: false,
    sentence: codedText("quota-not-enforced-none", data),
  });
  expect(enforcementOf("sms", lenient, makeQuotaState(), now).sentence).toEqual(codedText("quota-not-enforced", sms));
});

it("reports unreported enforcement as unknown, with its possible effect", () => {
  expect(enforcementOf("data", undefined, noQuotaState, now)).toEqual({
    enforced: "unknown",
    blocks: false,
    sentence: codedText("quota-enforcement-no-profile-none", { kind: data.kind }),
  });
  const unreported = { name: "Meters", enforces: undefined };
  expect(enforcementOf("sms", unreported, makeQuotaState(), now)).toMatchObject({ enforced: "unknown", blocks: false });
});

it.each([
  ["yes", enforcing, "quota-effect-enforced", "quota-effect-enforced-throttle"],
  ["no", lenient, "quota-effect-not-enforced", "quota-effect-not-enforced"],
  ["unknown", { name: "Meters", enforces: undefined }, "quota-effect-unknown", "quota-effect-unknown-throttle"],
  ["unknown", undefined, "quota-effect-no-profile", "quota-effect-no-profile-throttle"],
] as const)("gives the effect of no remaining quota: enforced %s, %j", (enforced, rule, blocked, throttled) => {
  expect(describeEffect("data", rule)).toMatchObject({ enforced, sentence: { code: blocked } });
  expect(describeEffect("data", rule, { kind: "throttle" })).toMatchObject({ enforced, sentence: { code: throttled } });
});
