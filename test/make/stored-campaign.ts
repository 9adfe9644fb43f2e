/** A stored campaign that has not been started. */
import type { StoredCampaign } from "../../main/features/campaigns/ledger/queries-state.ts";
import { makeCounts } from "./campaign-status.ts";

export function makeStoredCampaign(campaign: Partial<StoredCampaign> = {}): StoredCampaign {
  return {
    id: 1,
    kind: "bulk",
    connection: 1,
    name: "test",
    state: "planned",
    reason: undefined,
    message: undefined,
    waitingSince: undefined,
    sourceAddress: "4911",
    template: "CHK",
    options: {
      schedule: undefined,
      stopRule: { refusedShare: 0.2, minimumAttempts: 20, consecutive: 10, forbidden: 2 },
      whenNotListed: "send",
      suppressFile: undefined,
    },
    setRate: undefined,
    concurrency: 1,
    createdAt: 0,
    startedAt: undefined,
    finishedAt: undefined,
    counts: makeCounts(),
    matchedByText: 0,
    confirmedRecipients: undefined,
    openWave: 0,
    waveCount: 0,
    wavePhase: undefined,
    ...campaign,
  };
}
