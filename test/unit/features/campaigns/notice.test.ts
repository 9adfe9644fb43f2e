import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import { pauseReasonSchema } from "#contract/campaign-words.ts";
import { noticeOf } from "../../../../main/features/campaigns/notice.ts";

const campaign = { id: 4, name: "reboot north" };
const counts = {
  planned: 5_010,
  excluded: 5,
  pending: 0,
  sending: 0,
  accepted: 5_000,
  refused: 5,
  unknown: 0,
  cancelled: 0,
};

it("a campaign that has finished is told with what came of it", () => {
  expect(noticeOf(campaign, { what: "finished", counts })).toEqual({
    campaignId: "4",
    kind: "finished",
    title: "Campaign “reboot north” has finished",
    text: "5,000 accepted, 5 refused.",
  });
});

it("a gate that failed asks for a decision, with its own words", () => {
  const message = codedText("gate-not-met");
  expect(noticeOf(campaign, { what: "gate-failed", message })).toEqual({
    campaignId: "4",
    kind: "decision",
    title: "Campaign “reboot north” needs a decision",
    text: `The gate was not met. Open the next ring, or cancel the campaign.`,
  });
});

it("only pauses that a person should know of are told, each in whole sentences", () => {
  const told = pauseReasonSchema.options.flatMap((reason) => {
    const notice = noticeOf(campaign, { what: "paused", reason, message: undefined });
    return notice === undefined ? [] : [[reason, notice.kind, /^[A-Z].*\.$/.test(notice.text)]];
  });
  expect(told).toEqual([
    ["errors", "paused", true],
    ["needs-sign-in", "paused", true],
    ["offline", "paused", true],
    ["canary-gate", "decision", true],
    ["rate-limited", "paused", true],
    ["missed-window", "decision", true],
    ["expired", "paused", true],
    ["unknown-recipients", "decision", true],
    ["budget", "decision", true],
    ["unverified-copy", "decision", true],
    ["data-dir-gone", "paused", true],
  ]);
});

it("a campaign that its schedule ended says who was left out", () => {
  const dropped = { what: "dropped", code: "expired", message: codedText("expiry-reached") } as const;
  expect(noticeOf(campaign, dropped)?.text).toBe("The campaign reached its expiry. Who was not sent to is cancelled.");
});
