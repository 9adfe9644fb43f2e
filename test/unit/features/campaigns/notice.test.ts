import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { expect, it } from "vitest";
import { pauseReasonSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
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

it("reports a finished campaign with its outcomes", () => {
  expect(noticeOf(campaign, { kind: "finished", counts })).toEqual({
    campaignId: "4",
    kind: "finished",
    title: t(($) => $.campaigns.notice.finishedTitle, { name: "reboot north" }),
    text: t(($) => $.campaigns.counts.sentence, {
      counts: [
        t(($) => $.campaigns.counts.accepted, { value: 5_000 }),
        t(($) => $.campaigns.counts.refused, { value: 5 }),
      ].join(", "),
    }),
  });
});

it("requires a decision when a gate failed, with the gate's message", () => {
  const message = codedText("gate-not-met");
  expect(noticeOf(campaign, { kind: "gate-failed", message })).toEqual({
    campaignId: "4",
    kind: "decision",
    title: t(($) => $.campaigns.notice.decisionTitle, { name: "reboot north" }),
    text: t(($) => $.campaigns.notice.gateFailed, { reason: formatText(message) }),
  });
});

it("reports only pauses that need an operator, in complete sentences", () => {
  const notices = pauseReasonSchema.options.flatMap((reason) => {
    const notice = noticeOf(campaign, { kind: "paused", reason, message: undefined });
    return notice === undefined ? [] : [[reason, notice.kind, /^[A-Z].*\.$/.test(notice.text)]];
  });
  expect(notices).toEqual([
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

it("reports the reason when its schedule ended a campaign", () => {
  const dropped = { kind: "dropped", code: "expired", message: codedText("expiry-reached") } as const;
  expect(noticeOf(campaign, dropped)?.text).toBe(
    t(($) => $.campaigns.notice.dropped, { reason: formatText(codedText("expiry-reached")) }),
  );
});
