import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { campaignMessage } from "../../../../renderer/lib/outcome-labels.ts";

const governor = { connection: "Acme", ceiling: "none" as const, waitingMs: 42_000 };
const reason = "Next request in 42 s.";
const outage = codedText("no-sms-lists");
const former = codedText("rate-limit-wait", { reason: "Next request in 50 s." });

test("a running campaign names the rate limit of its connection now, else its own message", () => {
  const message = (text: typeof outage, more: object = {}): string | undefined =>
    campaignMessage({ state: "running", message: text }, { ...governor, ...more });
  expect([message(former, { reason }), message(former), message(outage, { reason }), message(outage)]).toEqual([
    reason,
    undefined,
    reason,
    formatText(outage),
  ]);
});

test("a campaign that waits, or whose connection is not selected, has the message of its status", () => {
  expect(campaignMessage({ state: "waiting", message: outage }, { ...governor, reason })).toBe(formatText(outage));
  expect(campaignMessage({ state: "running", message: former }, undefined)).toBe(formatText(former));
  expect(campaignMessage({ state: "running" }, undefined)).toBeUndefined();
});
