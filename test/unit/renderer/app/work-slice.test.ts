import { expect, test } from "vitest";
import { createWorkSlice, workTopics } from "../../../../renderer/app/work-slice.ts";
import { makeCampaignStatus } from "../../../make/campaign-status.ts";
import { createWaitingBridge, nextTask, openSlice } from "../open-slice.ts";

test("lists a campaign until its delivery checks have ended", async () => {
  const { call, requests } = createWaitingBridge();
  const slice = openSlice(createWorkSlice, call);
  const answer = async (watching: boolean): Promise<void> => {
    requests.at(-1)?.answer(makeCampaignStatus({ campaignId: "7", state: "finished", watching }));
    await nextTask();
  };
  void slice().loadCampaign("7");
  await answer(true);
  expect([slice().running, slice().watched]).toEqual([[], ["7"]]);
  workTopics(slice)["campaigns.watched"]?.({ campaignId: "7" });
  await expect.poll(() => requests.length).toBe(2);
  await answer(false);
  expect(slice().watched).toEqual([]);
});

test("leaves a campaign that cannot be read while Fleetdesk is closing, without an unhandled rejection", async () => {
  const { call, requests } = createWaitingBridge();
  const slice = openSlice(createWorkSlice, call);
  const first = slice().loadCampaign("7");
  requests[0]?.answer(makeCampaignStatus({ campaignId: "7" }));
  await first;
  const second = slice().loadCampaign("7");
  requests[1]?.fail("not-ready");
  await expect(second).resolves.toBeUndefined();
  expect(slice().running.map(({ campaignId }) => campaignId)).toEqual(["7"]);
  const third = slice().loadCampaign("7");
  requests[2]?.fail("campaign-unknown");
  await third;
  expect(slice().running).toEqual([]);
});
