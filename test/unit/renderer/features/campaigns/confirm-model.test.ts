import { expect, test } from "vitest";
import { confirmWords, resumeWords } from "../../../../../renderer/features/campaigns/confirm-model.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

test("resuming names the number of messages and the connection", () => {
  const status = makeCampaignStatus({ state: "paused", counts: makeCounts({ accepted: 34, pending: 700 }) });
  expect(resumeWords(status)).toMatchObject({
    title: "Resume “Night reset”?",
    text: "700 messages not started will be sent over “Acme”, as fast as the rate limit allows.",
    yes: "Send to 700 recipients",
  });
});

test("the campaign's page asks the same before it resumes as the bar of running work", () => {
  const status = makeCampaignStatus({ state: "paused", startedAt: 1, counts: makeCounts({ pending: 700 }) });
  expect(confirmWords("start", status)).toEqual({ ...resumeWords(status), danger: false });
  const { startedAt: _never, ...planned } = status;
  expect(confirmWords("start", { ...planned, state: "planned" }).title).toBe("Start “Night reset”?");
});
