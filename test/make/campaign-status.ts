/** Campaign statuses as the core reports them, for tests of how the window shows them. */
import type { CampaignStatus, Counts, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";

/** Ten pending recipients by default. */
export function makeCounts(counts: Partial<Counts> = {}): Counts {
  const none = { planned: 0, excluded: 0, pending: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, cancelled: 0 };
  const merged = { ...none, ...counts };
  const { planned: _planned, ...outcomeCounts } = merged;
  const sum = Object.values(outcomeCounts).reduce((all, part) => all + part, 0);
  return sum === 0 ? { ...merged, planned: 10, pending: 10 } : { ...merged, planned: counts.planned ?? sum };
}

export function makeCampaignStatus(status: Partial<CampaignStatus> = {}): CampaignStatus {
  return {
    campaignId: "1",
    name: "Night reset",
    connection: "Acme",
    state: "running",
    counts: makeCounts(),
    matchedByText: 0,
    delivery: {},
    replies: {},
    watching: false,
    concurrency: 16,
    createdAt: 1_000,
    startedAt: 2_000,
    ...status,
  };
}

export function makeWave(wave: Partial<WaveStatus> = {}): WaveStatus {
  return {
    wave: 0,
    canary: false,
    phase: "sending",
    size: 10,
    pending: 0,
    sent: 0,
    delivered: 0,
    asExpected: 0,
    ...wave,
  };
}
