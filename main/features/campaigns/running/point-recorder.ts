/** Records the counts of a running campaign at intervals, for its progress chart. */
import type { Clock, Log } from "../../../core/hosts.ts";
import type { CampaignStore } from "../ledger/sqlite-ledger.ts";

/** Minimum interval between calls; the store skips more points as a campaign gets older. */
const everyMs = 2_000;

export interface PointRecorder {
  /** Call it whenever counts have changed. */
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
      // A missing point in the chart must not stop sending.
      store
        .recordPoint({ campaign: campaign.id, now: clock.now() })
        .catch((cause: unknown) =>
          log.warn("campaign.point-not-saved", { campaign: campaign.id, cause: String(cause) }),
        );
    },
  };
}
