/** Has the counts of a running campaign written down now and then, for the picture of its progress. */
import type { Clock, Log } from "../../../hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";

/** Asked for at most so often; the store leaves out more as a campaign gets older. */
const everyMs = 2_000;

export interface PointRecorder {
  /** Something has moved. */
  look(): void;
}

export function createPointRecorder(options: {
  readonly campaign: { readonly id: number; readonly kind: "bulk" | "single" };
  readonly store: CampaignStore;
  readonly clock: Clock;
  readonly log: Log;
}): PointRecorder {
  const { campaign, store, clock, log } = options;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    look() {
      const now = clock.monotonic();
      if (campaign.kind === "single" || now - lastAt < everyMs) return;
      lastAt = now;
      // A picture that lacks a point is no reason to stop sending.
      store
        .recordPoint({ campaign: campaign.id, now: clock.now() })
        .catch((cause: unknown) =>
          log.warn("campaign.point-not-kept", { campaign: campaign.id, cause: String(cause) }),
        );
    },
  };
}
