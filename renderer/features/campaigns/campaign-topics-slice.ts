/** Refreshes the campaigns' slice on topics, throttled however fast outcomes arrive. */
import { throttle, type ThrottleOptions } from "../../lib/throttle.ts";
import { withProgress } from "../../lib/progress.ts";
import { dataOf } from "../../lib/async-state.ts";
import type { SliceTopics } from "../../lib/slice.ts";
import type { TopicPayload } from "../../lib/topics.ts";
import type { CampaignPart, CampaignsSlice } from "./campaigns-slice.ts";

type Progress = TopicPayload<"campaigns.progress">;

export const campaignsTopics: SliceTopics<CampaignsSlice> = (slice) => followCampaigns(slice, {});

/**
 * Maximum age of the data of a running campaign in ms, plus the time of a read. Without it a read that took long under load would delay the
 * next one by 20 times its duration.
 */
const oldestMs = 3000;

/** `timing`: clock and timers, replaced in tests. */
export const followCampaigns = (
  slice: () => CampaignsSlice,
  timing: Pick<ThrottleOptions, "now" | "later">,
): ReturnType<SliceTopics<CampaignsSlice>> => {
  const latest = new Map<string, Progress>();
  const renew = (parts: readonly CampaignPart[], everyMs: number): (() => void) =>
    throttle(
      async () => {
        const { campaign, refreshCampaign: renewCampaign } = slice();
        if (campaign !== undefined) await renewCampaign(campaign.campaignId, parts);
      },
      { everyMs, restAtMostMs: oldestMs, ...timing },
    );
  const status = renew(["status"], 500);
  const waves = renew(["waves"], 1000);
  const chart = renew(["points", "steps"], 2000);
  const rows = throttle(() => slice().recipientWindow.refresh(), {
    everyMs: 500,
    costMs: () => slice().recipientCost.costMs,
    ...timing,
  });
  const list = throttle(
    async () => {
      if (slice().campaigns.state !== "never") await slice().loadCampaigns();
    },
    { everyMs: 1000, ...timing },
  );
  /** Counts are part of the topic; they are painted at most four times a second. */
  const counts = throttle(
    () => {
      for (const progress of latest.values()) putProgress(slice(), progress);
      latest.clear();
    },
    { everyMs: 250, ...timing },
  );
  const about = (campaignId: string, ...refreshes: readonly (() => void)[]): void => {
    if (slice().campaign?.campaignId === campaignId) for (const refresh of refreshes) refresh();
  };
  return {
    "campaigns.changed": ({ campaignId }) => {
      about(campaignId, status, waves, chart, rows);
      list();
    },
    "campaigns.progress": (progress) => {
      latest.set(progress.campaignId, progress);
      counts();
      about(progress.campaignId, status, waves, chart, rows);
    },
    "campaigns.watched": ({ campaignId }) => {
      about(campaignId, status, waves, chart, rows);
      list();
    },
    "campaigns.recallProgress": (step) => slice().updateRecall(step),
    "drafts.changed": () => {
      if (slice().campaignDrafts.state !== "never") void slice().loadCampaignDrafts();
    },
    "shell.visibility": ({ missed }) => {
      const { campaign } = slice();
      if (!missed) return;
      list();
      if (campaign !== undefined) about(campaign.campaignId, status, waves, chart, rows);
    },
  };
};

function putProgress(
  { campaign, campaigns, updateCampaign: putCampaign }: CampaignsSlice,
  { campaignId, counts, rate }: Progress,
): void {
  const here = campaign?.campaignId === campaignId ? dataOf(campaign.status) : undefined;
  const status = here ?? dataOf(campaigns)?.find((one) => one.campaignId === campaignId);
  if (status !== undefined) putCampaign(withProgress(status, { counts, rate }));
}
