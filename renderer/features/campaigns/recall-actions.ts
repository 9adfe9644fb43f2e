/** The recall of a campaign: its buffered messages are cancelled, with a result for each. */
import { t, formatText } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type AppAction, onOpen } from "../../app/actions/action.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { activeReason, type CampaignAction, latest, openCampaign, reloadCampaign } from "./campaign-actions.ts";
import { recallable } from "./campaign-counts.ts";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import { tableText } from "../../lib/table-text.ts";
import { deliveryLabel } from "../../lib/outcome-labels.ts";

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
    setRecall({ campaignId, done: 0, total: 0, processed: 0, results: [] });
    navigate({ path: ["campaigns", campaignId], query: {} });
    try {
      const { requested, cancelled, results } = await fleet.campaigns.recall({ campaignId });
      setRecall({ campaignId, done: requested, total: requested, processed: results.length, results });
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

// Texts of its results, and a table for the clipboard.

/** Counts of requested, cancelled and skipped messages; without all results, the number of missing ones. */
export function recallSummary(results: readonly RecallResult[], processed: number): string {
  if (results.length < processed) return t(($) => $.campaigns.recall.missing, { count: processed - results.length });
  const requested = results.filter((result) => result.requested);
  const cancelled = requested.filter((result) => result.cancelled).length;
  const skipped = results.length - requested.length;
  const unnamed = results.filter((result) => !result.requested && result.smsId === "").length;
  const first = t(($) => $.campaigns.recall.cancelledOf, { cancelled, count: requested.length });
  const reasons = [
    ...(skipped > unnamed ? [t(($) => $.campaigns.recall.alreadyFinal, { value: skipped - unnamed })] : []),
    ...(unnamed > 0 ? [t(($) => $.campaigns.recall.withoutId, { value: unnamed })] : []),
  ];
  if (skipped === 0) return first;
  return `${first} ${t(($) => $.campaigns.recall.skipped, { count: skipped, reasons: reasons.join(", ") })}`;
}

/** Requested messages first, and of these the ones that were not cancelled. */
export function recallOrder(results: readonly RecallResult[]): readonly RecallResult[] {
  const place = ({ requested, cancelled }: RecallResult): number => (requested ? Number(cancelled) : 2);
  return results.toSorted((a, b) => place(a) - place(b));
}

/** The service accepted the cancellation, but the message could not be read back. */
function isUnconfirmed({ requested, delivery }: RecallResult): boolean {
  return requested && delivery === "unknown";
}

export function recallLabel(result: RecallResult): string {
  const { requested, cancelled, delivery } = result;
  if (cancelled) return t(($) => $.campaigns.recall.cancelled);
  if (isUnconfirmed(result)) return t(($) => $.campaigns.recall.notConfirmed);
  const status = deliveryLabel(delivery).text;
  return requested
    ? t(($) => $.campaigns.recall.notCancelledStatus, { status })
    : t(($) => $.campaigns.recall.skippedStatus, { status });
}

/** Tab-separated with a header; line breaks and tabs inside a text are replaced. */
export function recallTable(results: readonly RecallResult[]): string {
  const rows = recallOrder(results).map((result) => {
    const { endpoint, name = "", smsId, cancelled, delivery, message } = result;
    const outcome =
      cancelled || isUnconfirmed(result) ? recallLabel(result) : t(($) => $.campaigns.recall.notCancelled);
    return [endpoint, name, smsId, outcome, delivery, formatText(message)];
  });
  const head = [
    t(($) => $.common.endpoint),
    t(($) => $.common.name),
    t(($) => $.campaigns.recall.smsId),
    t(($) => $.campaigns.recall.result),
    t(($) => $.campaigns.recall.deliveryStatus),
    t(($) => $.campaigns.recall.response),
  ];
  return tableText("text", head, rows, []);
}
