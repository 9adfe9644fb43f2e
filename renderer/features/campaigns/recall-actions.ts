/** The recall of a campaign: its buffered messages are cancelled, with a result for each. */
import { t } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type AppAction, onOpen } from "../../app/actions/action.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { activeReason, type CampaignAction, latest, openCampaign, reloadCampaign } from "./campaign-actions.ts";
import { recallable } from "./campaign-counts.ts";

/** Its progress and results are shown on the page of the campaign. */
export const recallMessages: CampaignAction = {
  id: "recall-messages",
  changesService: true,
  background: true,
  title: (status) => t(($) => $.campaigns.actions.recall, { count: recallable(status) }),
  // Another scope than the other actions, which stay available during a long recall.
  scope: ({ campaignId }) => recallScope(campaignId),
  connection: ({ connection }) => connection,
  disabledReason: (status) =>
    activeReason(status) ??
    (status.counts.accepted + status.counts.unknown === 0 ? t(($) => $.campaigns.unavailable.noneAccepted) : undefined),
  confirm: (status) => recallConfirmation(latest(status)),
  run: async ({ campaignId }, { navigate, setRecall, failRecall, announce }) => {
    setRecall({ campaignId, done: 0, total: 0, results: [] });
    navigate({ path: ["campaigns", campaignId], query: {} });
    try {
      const { requested, cancelled, results } = await fleet.campaigns.recall({ campaignId });
      setRecall({ campaignId, done: requested, total: requested, results });
      announce(t(($) => $.campaigns.recall.finished, { cancelled, requested }));
    } catch (error) {
      failRecall(campaignId, failureOf(error));
      throw error;
    } finally {
      await reloadCampaign();
    }
  },
};

export function recallScope(campaignId: string): string {
  return `recall ${campaignId}`;
}

function recallConfirmation(status: CampaignStatus): Confirmation {
  const { counts } = status;
  const count = recallable(status);
  return {
    title: t(($) => $.campaigns.recall.confirmTitle, { count }),
    summary: [
      t(($) => $.campaigns.recall.help, { count }),
      ...(counts.unknown === 0 ? [] : [t(($) => $.campaigns.recall.helpUnknown, { count: counts.unknown })]),
      t(($) => $.campaigns.recall.helpFinal),
    ],
    confirmLabel: t(($) => $.campaigns.recall.start, { count }),
    danger: true,
  };
}

export const recallCampaign: AppAction = onOpen(
  recallMessages,
  openCampaign,
  t(($) => $.shell.unavailable.noCampaign),
  {
    id: "recall-campaign",
    title: t(($) => $.campaigns.recall.command),
    group: "campaigns",
    keywords: t(($) => $.campaigns.recall.keywords),
  },
);
