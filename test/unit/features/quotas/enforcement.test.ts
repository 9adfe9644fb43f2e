import { describe, expect, it } from "vitest";
import { enforcementOf } from "../../../../main/features/quotas/enforcement.ts";
import { makeStand, noStand } from "../../../make/quota-stand.ts";

const now = Date.UTC(2031, 0, 1);
const enforcing = { name: "Meters", enforces: true };
const lenient = { name: "Meters", enforces: false };

describe("a profile that enforces quotas", () => {
  it.each([
    ["data", noStand, true, "and none is set: the endpoint is blocked from data."],
    ["sms", noStand, true, "and none is set: the endpoint is blocked from SMS."],
    ["data", makeStand({ volume: 0 }), true, "and this one is used up: the endpoint is blocked from data."],
    ["data", makeStand({ status: "exhausted" }), true, "and this one is used up: the endpoint is blocked from data."],
    ["sms", makeStand({ expiresAt: now }), true, "and this one has expired: the endpoint is blocked from SMS."],
    [
      "data",
      makeStand({ volume: 0, onExhaustion: { kind: "throttle" } }),
      false,
      "and this one is used up: the endpoint is slowed down.",
    ],
    ["data", makeStand(), false, "quotas: what is left counts."],
    ["data", undefined, false, "; whether one is set was not read."],
  ] as const)("means for %s, %j: blocked %s", (kind, stand, blocks, ending) => {
    const { enforced, blocks: blocked, sentence } = enforcementOf(kind, enforcing, stand, now);
    expect([enforced, blocked]).toEqual(["yes", blocks]);
    expect(sentence).toContain('The service profile "Meters" enforces');
    expect(sentence.endsWith(ending)).toBe(true);
  });
});

it("a profile that does not enforce them makes a quota, and none, mean nothing", () => {
  expect(enforcementOf("data", lenient, noStand, now)).toEqual({
    enforced: "no",
    blocks: false,
    sentence: 'The service profile "Meters" does not enforce data quotas: that none is set changes nothing.',
  });
  expect(enforcementOf("sms", lenient, makeStand(), now).sentence).toContain("a quota has no effect");
});

it("what nobody told is unknown, and says what it would mean", () => {
  expect(enforcementOf("data", undefined, noStand, now)).toEqual({
    enforced: "unknown",
    blocks: false,
    sentence:
      "Which service profile the endpoint has is not known, so whether data quotas are enforced is unknown; if it does, the endpoint is blocked, since none is set.",
  });
  const untold = { name: "Meters", enforces: undefined };
  expect(enforcementOf("sms", untold, makeStand(), now)).toMatchObject({ enforced: "unknown", blocks: false });
});
