import { expect, test } from "vitest";
import { followCampaigns } from "../../../../../renderer/features/campaigns/campaign-topics-slice.ts";
import { createCampaignsSlice } from "../../../../../renderer/features/campaigns/campaigns-slice.ts";
import { handClock } from "../../hand-clock.ts";
import { openSlice } from "../../open-slice.ts";

const counts = {
  planned: 447,
  excluded: 0,
  pending: 0,
  sending: 0,
  accepted: 447,
  refused: 0,
  unknown: 0,
  cancelled: 0,
};

test("refreshes a wave soon even after a read that took long under load", async () => {
  const clock = handClock();
  let sent = 40;
  const slice = openSlice(createCampaignsSlice, (address) => {
    if (address !== "campaigns.waves") return new Promise(() => undefined);
    const value = { waves: [{ wave: 0, canary: false, size: 447, sent, phase: "sending" }] };
    clock.spend(700);
    return Promise.resolve({ ok: true, value });
  });
  void slice().openCampaign("7");
  const topics = followCampaigns(slice, clock);
  const visibleSent = (): number | undefined => slice().campaign?.waves[0]?.sent;
  topics["campaigns.progress"]?.({ campaignId: "7", counts, rate: 1 });
  await clock.until(1000);
  expect(visibleSent()).toBe(40);
  sent = 55;
  topics["campaigns.progress"]?.({ campaignId: "7", counts, rate: 1 });
  await clock.until(6000);
  expect(visibleSent()).toBe(55);
});
