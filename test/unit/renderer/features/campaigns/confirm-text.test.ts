import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { confirmTextOf, resumeText } from "../../../../../renderer/features/campaigns/confirm-text.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

test("states the number of messages and the connection before resuming", () => {
  const status = makeCampaignStatus({ state: "paused", counts: makeCounts({ accepted: 34, pending: 700 }) });
  expect(resumeText(status)).toMatchObject({
    title: t(($) => $.campaigns.confirm.resumeTitle, { name: "Night reset" }),
    summary: t(($) => $.campaigns.confirm.resumeText, { count: 700, connection: "Acme" }),
    confirmLabel: t(($) => $.campaigns.confirm.resumeYes, { count: 700 }),
  });
});

test("uses the same confirmation on the campaign page and in the bar of running work", () => {
  const status = makeCampaignStatus({ state: "paused", startedAt: 1, counts: makeCounts({ pending: 700 }) });
  expect(confirmTextOf("start", status)).toEqual(resumeText(status));
  const { startedAt: _startedAt, ...planned } = status;
  expect(confirmTextOf("start", { ...planned, state: "planned" }).title).toBe(
    t(($) => $.campaigns.confirm.startTitle, { name: "Night reset" }),
  );
});
