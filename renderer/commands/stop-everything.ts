import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import { fleet } from "../lib/fleet.ts";
import { count, counted } from "../lib/format.ts";
import type { State } from "../store/store.ts";
import { always, type Command } from "./command.ts";

type Told = Parameters<State["tell"]>[0];

/**
 * The panic stop, without a question. Always enabled: campaigns that wait or are scheduled send later, and the window's list of
 * running campaigns may be out of date.
 */
export const stopEverything: Command = {
  id: "stop-everything",
  title: "Stop everything",
  group: "Campaigns",
  keys: "mod+.",
  words: "panic abort sending campaign quotas",
  whileTyping: true,
  enabled: always,
  run: async ({ announce, tell }) => {
    // Neither waits for the other, and neither is kept back by the other's failure.
    const [campaigns, changes] = await Promise.allSettled([fleet.campaigns.stopAll({}), fleet.quotas.stopAll({})]);
    const { stopped, messages } = campaigns.status === "fulfilled" ? campaigns.value : { stopped: [], messages: 0 };
    const stoppedChanges = changes.status === "fulfilled" ? changes.value.stopped : [];
    for (const campaign of stopped) tell(toldOfCampaign(campaign));
    for (const change of stoppedChanges) tell(toldOfChange(change));
    if (messages > 0) tell(toldOfMessages(messages));
    const parts = [
      ...(stopped.length > 0 ? [counted(stopped.length, "campaign")] : []),
      ...(messages > 0 ? [counted(messages, "message")] : []),
      ...(stoppedChanges.length > 0 ? [counted(stoppedChanges.length, "quota change")] : []),
    ];
    const failed = [campaigns, changes].find((outcome) => outcome.status === "rejected");
    if (parts.length > 0) announce(`Stopped: ${parts.join(", ")}.`);
    if (failed !== undefined) throw failed.reason;
    if (parts.length > 0) return;
    announce(nothingSending.title);
    tell(nothingSending);
  },
};

const nothingSending: Told = {
  about: "stop-everything",
  title: "Nothing was sending.",
  text: "No campaign is running, waiting or scheduled.",
  tone: "plain",
  stays: false,
  links: [],
};

function toldOfMessages(messages: number): Told {
  return {
    about: "/messages",
    title: `${counted(messages, "message")} stopped`,
    text: "If the request had left already, the outcome is unknown: look at the conversation.",
    tone: "waiting",
    stays: true,
    links: [{ text: "Open Messages", address: "/messages" }],
  };
}

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
