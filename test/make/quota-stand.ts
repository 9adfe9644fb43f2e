/** Quotas for tests. */
import type { Quota, QuotaStand } from "#contract/quota-words.ts";

export const farAway = Date.UTC(2040, 0, 1);

/** A data quota of 10 of 50 MB that blocks when it is used up. */
export function makeStand(changes: Partial<Quota> = {}): Extract<QuotaStand, { state: "set" }> {
  const quota: Quota = {
    volume: 10,
    expiresAt: farAway,
    status: "active",
    onExhaustion: { kind: "block" },
    autoRefill: false,
    thresholdPercent: 20,
    lastAdded: 50,
    percent: 20,
    ...changes,
  };
  return { state: "set", quota };
}

export const noStand: QuotaStand = { state: "none" };
