import { formatText, t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import { fleet } from "../lib/fleet.ts";
import type { State } from "../store/store.ts";
import { always, type Command } from "./command.ts";

type Told = Parameters<State["tell"]>[0];

/**
 * The panic stop, without a question. Always enabled: campaigns that wait or are scheduled send later, and the window's list of
 * running campaigns may be out of date.
 */
export const stopEverything: Command = {
  id: "stop-everything",
  title: t(($) => $.shell.commands.stopSending.title),
  group: "campaigns",
  keys: "mod+.",
  words: t(($) => $.shell.commands.stopSending.keywords),
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
      ...(stopped.length > 0 ? [t(($) => $.shell.stopped.campaignCount, { count: stopped.length })] : []),
      ...(messages > 0 ? [t(($) => $.common.messageCount, { count: messages })] : []),
      ...(stoppedChanges.length > 0
        ? [t(($) => $.shell.stopped.quotaChangeCount, { count: stoppedChanges.length })]
        : []),
    ];
    const failed = [campaigns, changes].find((outcome) => outcome.status === "rejected");
    if (parts.length > 0) announce(t(($) => $.shell.stopped.summary, { items: parts.join(", ") }));
    if (failed !== undefined) throw failed.reason;
    if (parts.length > 0) return;
    announce(nothingSending.title);
    tell(nothingSending);
  },
};

const nothingSending: Told = {
  about: "stop-everything",
  title: t(($) => $.shell.stopped.nothingTitle),
  text: t(($) => $.shell.stopped.nothing),
  tone: "plain",
  stays: false,
  links: [],
};

function toldOfMessages(messages: number): Told {
  return {
    about: "/messages",
    title: t(($) => $.shell.stopped.messages, { count: messages }),
    text: t(($) => $.shell.stopped.messageOutcome),
    tone: "waiting",
    stays: true,
    links: [{ text: t(($) => $.shell.stopped.openMessages), address: "/messages" }],
  };
}

function toldOfCampaign({ campaignId, name, counts }: CampaignStatus): Told {
  const asked = counts.accepted + counts.unknown;
  const parts = [
    ...(counts.accepted > 0 ? [t(($) => $.shell.stopped.accepted, { count: counts.accepted })] : []),
    ...(counts.refused > 0 ? [t(($) => $.shell.stopped.rejected, { count: counts.refused })] : []),
    ...(counts.unknown > 0 ? [t(($) => $.shell.stopped.unknown, { count: counts.unknown })] : []),
    t(($) => $.shell.stopped.notStarted, { count: counts.pending }),
  ].join(", ");
  const recall = { text: t(($) => $.shell.stopped.recall), address: `/campaigns/${campaignId}?recall=ask` };
  return {
    about: `/campaigns/${campaignId}`,
    title: t(($) => $.shell.stopped.work, { name }),
    text:
      asked > 0
        ? t(($) => $.shell.stopped.campaignSent, { counts: parts })
        : t(($) => $.shell.stopped.campaignNotSent, { counts: parts }),
    tone: "waiting",
    stays: true,
    links: [
      ...(asked > 0 ? [recall] : []),
      { text: t(($) => $.shell.stopped.openCampaign), address: `/campaigns/${campaignId}` },
    ],
  };
}

function toldOfChange({ change, title, counts }: QuotaChange): Told {
  const done = counts.set + counts.unknown;
  const remaining = counts.planned + counts.waiting;
  return {
    about: `/quotas/changes/${change}`,
    title: t(($) => $.shell.stopped.work, { name: formatText(title) }),
    text:
      counts.unknown > 0
        ? t(($) => $.shell.stopped.quotaChangeUnknown, { done, unknown: counts.unknown, remaining })
        : t(($) => $.shell.stopped.quotaChange, { done, remaining }),
    tone: "waiting",
    stays: true,
    links: [{ text: t(($) => $.shell.stopped.openQuotaChange), address: `/quotas/changes/${change}` }],
  };
}
