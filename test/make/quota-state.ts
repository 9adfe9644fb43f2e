/** Quotas for tests. */
import type { Quota, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";

export const distantExpiry = Date.UTC(2040, 0, 1);

/** A data quota with 10 of 50 MB left that blocks when it is used up. */
export function makeQuotaState(changes: Partial<Quota> = {}): Extract<QuotaState, { state: "set" }> {
  const quota: Quota = {
    volume: 10,
    expiresAt: distantExpiry,
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

export const noQuotaState: QuotaState = { state: "none" };
