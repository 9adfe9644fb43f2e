import { expect, test } from "vitest";
import { campaignStateSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { isActiveCampaign, isFinalDelivery } from "#shared/rules/campaign-status.ts";

test("a campaign is active from its start or schedule to its end", () => {
  const active = campaignStateSchema.options.filter((state) => isActiveCampaign({ state }));
  expect(active.toSorted()).toEqual(["paused", "running", "scheduled", "waiting"]);
});

test("a delivery status that this version does not define is not final", () => {
  expect(["delivered", "buffered", "unknown", "unheard-of", undefined].map(isFinalDelivery)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
