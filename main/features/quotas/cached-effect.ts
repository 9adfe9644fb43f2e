/** What a volume of 0, or no quota, would mean for one endpoint. */
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { isNothing } from "./apply-operation.ts";
import type { QuotaEffect } from "./confirmations.ts";
import { effectOf } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import { loadSubject, refreshSubject, ruleOf } from "./profile-rules.ts";
import type { ReadOptions } from "./readings.ts";

interface Of {
  readonly kind: QuotaKind;
  readonly endpoint: string;
  readonly after: QuotaState;
}

/** From cached data; touches no network. */
export async function cachedEffect(
  deps: QuotaDeps,
  connection: number,
  { kind, endpoint, after }: Of,
  signal: AbortSignal,
): Promise<QuotaEffect> {
  const action = after.state === "set" ? after.quota.onExhaustion : undefined;
  return effectOf(kind, ruleOf(await loadSubject(deps, connection, endpoint, signal), kind), action);
}

/**
 * After reading endpoint and profile from the service; undefined where some volume remains, because the profile does
 * not matter then.
 */
export async function fetchEffect(
  deps: QuotaDeps,
  connection: QuotaConnection,
  of: Of,
  options: ReadOptions,
): Promise<QuotaEffect | undefined> {
  if (of.after.state === "set" && !isNothing(of.after.quota.volume ?? 0)) return undefined;
  await refreshSubject(deps, connection, of.endpoint, options);
  return await cachedEffect(deps, connection.id, of, options.signal);
}
