/** Reads the quotas of one endpoint from the service. */
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { type InputOf, runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";

/** Identifies the reading for `useRefreshState`. */
export function quotaReading(
  endpoint: string,
  kinds: readonly QuotaKind[] = ["data", "sms"],
): InputOf<"quotas.read"> & { readonly endpoint: string } {
  return { endpoint, kinds: [...kinds] };
}

/** Refreshes from the service, then shows the cached state. Never rejects. */
export async function readQuotas(endpoint: string, kinds?: readonly QuotaKind[]): Promise<void> {
  await runRefresh("quotas.read", quotaReading(endpoint, kinds));
  await reloadQueries("quotas.get");
}
