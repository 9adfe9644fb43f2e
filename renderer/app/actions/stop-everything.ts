import { formatText, t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import type { AppNotification } from "../notifications-slice.ts";
import type { AppAction } from "./action.ts";

/**
 * The emergency stop, without confirmation. Always enabled: campaigns that wait or are scheduled send later, and the window's list
 * of running campaigns may be out of date.
 */
export const stopEverything: AppAction = {
  id: "stop-everything",
  changesNothing: true,
  title: t(($) => $.shell.commands.stopSending.title),
  group: "campaigns",
  keys: "mod+.",
  keywords: t(($) => $.shell.commands.stopSending.keywords),
  whileTyping: true,
  run: async ({ announce, notify }) => {
    // Run concurrently, so that a failure of one does not prevent the other.
    const [campaigns, changes] = await Promise.allSettled([fleet.campaigns.stopAll({}), fleet.quotas.stopAll({})]);
    const { stopped, messages } = campaigns.status === "fulfilled" ? campaigns.value : { stopped: [], messages: 0 };
    const stoppedChanges = changes.status === "fulfilled" ? changes.value.stopped : [];
    for (const campaign of stopped) notify(campaignNotification(campaign));
    for (const change of stoppedChanges) notify(changeNotification(change));
    if (messages > 0) notify(messagesNotification(messages));
    const items = [
      ...(stopped.length > 0 ? [t(($) => $.shell.stopped.campaignCount, { count: stopped.length })] : []),
      ...(messages > 0 ? [t(($) => $.common.messageCount, { count: messages })] : []),
      ...(stoppedChanges.length > 0
        ? [t(($) => $.shell.stopped.quotaChangeCount, { count: stoppedChanges.length })]
        : []),
    ];
    const failed = [campaigns, changes].find((outcome) => outcome.status === "rejected");
    if (items.length > 0) announce(t(($) => $.shell.stopped.summary, { items: items.join(", ") }));
    if (failed !== undefined) throw failed.reason;
    if (items.length > 0) return;
    announce(nothingSending.title);
    notify(nothingSending);
  },
};

const nothingSending: AppNotification = {
  about: "stop-everything",
  title: t(($) => $.shell.stopped.nothingTitle),
  text: t(($) => $.shell.stopped.nothing),
  tone: "plain",
  hint: true,
  links: [],
};

function messagesNotification(messages: number): AppNotification {
  return {
    about: "/messages",
    title: t(($) => $.shell.stopped.messages, { count: messages }),
    text: t(($) => $.shell.stopped.messageOutcome),
    tone: "waiting",
    links: [{ text: t(($) => $.shell.stopped.openMessages), address: "/messages" }],
  };
}

function campaignNotification({ campaignId, name, counts, connection }: CampaignStatus): AppNotification {
  const requestedCount = counts.accepted + counts.unknown;
  const details = [
    ...(counts.accepted > 0 ? [t(($) => $.shell.stopped.accepted, { count: counts.accepted })] : []),
    ...(counts.refused > 0 ? [t(($) => $.shell.stopped.rejected, { count: counts.refused })] : []),
    ...(counts.unknown > 0 ? [t(($) => $.shell.stopped.unknown, { count: counts.unknown })] : []),
    t(($) => $.shell.stopped.notStarted, { count: counts.pending }),
  ].join(", ");
  const recall = { text: t(($) => $.shell.stopped.recall), address: `/campaigns/${campaignId}?recall=confirm` };
  return {
    about: `/campaigns/${campaignId}`,
    title: t(($) => $.shell.stopped.work, { name }),
    text:
      requestedCount > 0
        ? t(($) => $.shell.stopped.campaignSent, { counts: details })
        : t(($) => $.shell.stopped.campaignNotSent, { counts: details }),
    tone: "waiting",
    connection,
    links: [
      ...(requestedCount > 0 ? [recall] : []),
      { text: t(($) => $.shell.stopped.openCampaign), address: `/campaigns/${campaignId}` },
    ],
  };
}

function changeNotification({ change, title, counts, connection }: QuotaChange): AppNotification {
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
    connection,
    links: [{ text: t(($) => $.shell.stopped.openQuotaChange), address: `/quotas/changes/${change}` }],
  };
}
