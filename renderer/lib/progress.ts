/** Applies progress topics to a campaign's status. Pure. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";

/** Counts and rate from the topic; the remaining time is computed from them. */
export function withProgress(
  status: CampaignStatus,
  { counts, rate }: Pick<CampaignStatus, "counts"> & { readonly rate?: number },
): CampaignStatus {
  const { rate: _rate, etaMs: _eta, ...rest } = status;
  if (rate === undefined) return { ...rest, counts };
  const open = counts.pending + counts.sending;
  const eta = status.state === "running" && rate > 0 && open > 0 ? { etaMs: Math.round((open / rate) * 1000) } : {};
  return { ...rest, counts, rate, ...eta };
}
