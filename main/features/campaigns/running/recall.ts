/**
 * Cancels messages that the service still buffers, for a campaign that is not running, with a result for every message. Messages
 * with a final delivery status are skipped: there is nothing left to cancel.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { cancelAndReadBack } from "../../../core/api/sms-cancel.ts";
import { AppError } from "#shared/failure.ts";
import type { Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";
import { isFinal } from "../watching/evaluate-watch.ts";

interface Sent {
  readonly row: number;
  readonly endpoint: string;
  readonly smsId: string | undefined;
  /** Last known delivery status. */
  readonly delivery: Delivery | undefined;
}

const finalDeliveries = ["delivered", "failed", "expired", "cancelled"] as const;

const pageRows = 200;
const parallel = 8;

export async function recallCampaign(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  signal: AbortSignal,
): Promise<RecallResult[]> {
  const connection = await deps.connections.openById(campaign.connection);
  const results: RecallResult[] = [];
  const { delivery: counts } = await deps.store.tallies(campaign.id);
  const { accepted } = await deps.store.counts(campaign.id);
  const total = accepted - finalDeliveries.reduce((sum, delivery) => sum + (counts[delivery] ?? 0), 0);
  let done = 0;
  for (let after = -1; ;) {
    const rows = await deps.store.listRecipients({
      campaign: campaign.id,
      outcome: "accepted",
      after,
      limit: pageRows,
    });
    const sent = rows.map(({ row, endpoint, smsId, delivery }) => ({
      row,
      endpoint: endpoint ?? "",
      smsId,
      // Safe cast: the column is written from the same type only.
      delivery: delivery as Delivery | undefined,
    }));
    for (let start = 0; start < sent.length; start += parallel) {
      const group = sent.slice(start, start + parallel);
      const groupResults = await named(
        deps,
        campaign,
        await Promise.all(group.map((message) => recallOne(connection, message, signal))),
      );
      const deliveries = group.map(({ row }, index) => ({ row, delivery: groupResults[index]?.delivery ?? "unknown" }));
      await deps.store.setDelivery({
        campaign: campaign.id,
        rows: deliveries.filter(({ delivery }) => delivery !== "unknown"),
        now: deps.clock.now(),
      });
      results.push(...groupResults);
      done += groupResults.filter(({ requested }) => requested).length;
      deps.publish("campaigns.recallProgress", {
        campaignId: String(campaign.id),
        done,
        total,
        results: groupResults,
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return [...results, ...(await stillUnknown(deps, campaign))];
    after = last.row;
  }
}

/** Adds the names that the cache has for the endpoints. */
async function named(
  { names }: CampaignDeps,
  campaign: StoredCampaign,
  results: readonly RecallResult[],
): Promise<RecallResult[]> {
  const namesById = await names.of(
    campaign.connection,
    results.map(({ endpoint }) => endpoint),
  );
  return results.map((result) => {
    const name = namesById.get(result.endpoint);
    return name === undefined ? result : { ...result, name };
  });
}

/** Messages whose answer was lost may be buffered too; their id is unknown, which the result says. */
async function stillUnknown(deps: CampaignDeps, campaign: StoredCampaign): Promise<RecallResult[]> {
  const results: RecallResult[] = [];
  for (let after = -1; ;) {
    const rows = await deps.store.listRecipients({ campaign: campaign.id, outcome: "unknown", after, limit: pageRows });
    const message = formatText(codedText("recall-outcome-unknown"));
    const page = rows.map(({ endpoint = "" }) => ({
      endpoint,
      smsId: "",
      requested: false,
      cancelled: false,
      delivery: "unknown",
      message,
    }));
    results.push(...(await named(deps, campaign, page)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return results;
    after = last.row;
  }
}

async function recallOne(connection: CampaignConnection, sent: Sent, signal: AbortSignal): Promise<RecallResult> {
  const { endpoint, smsId, delivery } = sent;
  if (isFinal(delivery)) {
    const cancelled = delivery === "cancelled";
    const message = formatText(codedText(`recall-already-${delivery}`));
    return { endpoint, smsId: smsId ?? "", requested: false, cancelled, delivery, message };
  }
  if (smsId === undefined) {
    const message = formatText(codedText("recall-without-id"));
    return { endpoint, smsId: "", requested: true, cancelled: false, delivery: "unknown", message };
  }
  try {
    const note = {
      operation: "recall-sms" as const,
      target: { kind: "endpoint", id: endpoint },
      before: { sms: smsId },
    };
    const options = { signal, priority: "click", note } as const;
    const { message, ...outcome } = await cancelAndReadBack(connection.api, endpoint, smsId, options);
    return { endpoint, smsId, requested: true, ...outcome, message: formatText(message) };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return { endpoint, smsId, requested: true, cancelled: false, delivery: "unknown", message: error.message };
  }
}
