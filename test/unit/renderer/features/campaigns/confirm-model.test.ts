import { expect, test } from "vitest";
import { resumeWords } from "../../../../../renderer/features/campaigns/confirm-model.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

test("resuming names the number of messages and the connection", () => {
  const status = makeCampaignStatus({ state: "paused", counts: makeCounts({ accepted: 34, pending: 700 }) });
  expect(resumeWords(status)).toMatchObject({
    title: "Resume “Night reset”?",
    text: "700 messages not started will be sent over “Acme”, as fast as the rate limit allows.",
    yes: "Send to 700 recipients",
  });
});
