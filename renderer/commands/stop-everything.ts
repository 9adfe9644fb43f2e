import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import { fleet } from "../lib/fleet.ts";
import { count, counted } from "../lib/format.ts";
import type { State } from "../store/store.ts";
import type { Command } from "./command.ts";

type Told = Parameters<State["tell"]>[0];

/** The panic stop: no question is asked, since stopping is never the mistake. */
export const stopEverything: Command = {
  id: "stop-everything",
  title: "Stop everything",
  group: "Campaigns",
  keys: "mod+.",
  words: "panic abort sending campaign quotas",
  whileTyping: true,
  enabled: ({ running, quotaWork }) =>
    running.some(({ state }) => state === "running") || quotaWork.some(({ work }) => work !== "refresh"),
  run: async ({ announce, tell }) => {
    // Neither waits for the other, and neither is kept back by the other's failure.
    const [campaigns, changes] = await Promise.allSettled([fleet.campaigns.stopAll({}), fleet.quotas.stopAll({})]);
    const stoppedCampaigns = campaigns.status === "fulfilled" ? campaigns.value.stopped : [];
    const stoppedChanges = changes.status === "fulfilled" ? changes.value.stopped : [];
    for (const campaign of stoppedCampaigns) tell(toldOfCampaign(campaign));
    for (const change of stoppedChanges) tell(toldOfChange(change));
    const parts = [
      counted(stoppedCampaigns.length, "campaign"),
      ...(stoppedChanges.length === 0 ? [] : [counted(stoppedChanges.length, "change of quotas", "changes of quotas")]),
    ];
    const one = stoppedCampaigns.length + stoppedChanges.length === 1 && parts.length === 1;
    announce(`${parts.join(" and ")} ${one ? "was" : "were"} stopped.`);
    for (const outcome of [campaigns, changes]) if (outcome.status === "rejected") throw outcome.reason;
  },
};

function toldOfCampaign({ campaignId, name, counts }: CampaignStatus): Told {
  const asked = counts.accepted + counts.unknown;
  const parts = [
    ...(counts.accepted > 0 ? [`${count(counts.accepted)} accepted`] : []),
    ...(counts.refused > 0 ? [`${count(counts.refused)} refused`] : []),
    ...(counts.unknown > 0 ? [`${count(counts.unknown)} unknown`] : []),
    `${count(counts.pending)} not started`,
  ].join(", ");
  const recall = { text: "Recall what is still buffered…", address: `/campaigns/${campaignId}?recall=ask` };
  return {
    about: `/campaigns/${campaignId}`,
    title: `“${name}” was stopped`,
    text: `${parts}. ${asked > 0 ? "What the service still buffers can be cancelled." : "Nothing of it was sent."}`,
    tone: "waiting",
    stays: true,
    links: [...(asked > 0 ? [recall] : []), { text: "Open the campaign", address: `/campaigns/${campaignId}` }],
  };
}

function toldOfChange({ change, title, counts }: QuotaChange): Told {
  const done = counts.set + counts.unknown;
  return {
    about: `/quotas/changes/${change}`,
    title: `“${title}” was stopped`,
    text: `${count(done)} sent${counts.unknown > 0 ? `, ${count(counts.unknown)} of them unknown` : ""}, ${count(counts.planned + counts.waiting)} not. It can be resumed, or undone.`,
    tone: "waiting",
    stays: true,
    links: [{ text: "Open the change", address: `/quotas/changes/${change}` }],
  };
}
