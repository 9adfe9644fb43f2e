/** What is known of what it would mean for one endpoint to be left with nothing, or without a quota. */
import type { QuotaKind, QuotaState } from "#contract/quota-schemas.ts";
import { isNothing } from "./apply-operation.ts";
import type { QuotaEffect } from "./confirmations.ts";
import { effectOf } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import { loadSubject, learnSubject, ruleOf } from "./profile-rules.ts";
import type { ReadOptions } from "./readings.ts";

interface Of {
  readonly kind: QuotaKind;
  readonly endpoint: string;
  readonly after: QuotaState;
}

/** As it is known here; touches no network. */
export async function cachedEffect(
  deps: QuotaDeps,
  connection: number,
  { kind, endpoint, after }: Of,
  signal: AbortSignal,
): Promise<QuotaEffect> {
  const action = after.state === "set" ? after.quota.onExhaustion : undefined;
  return effectOf(kind, ruleOf(await loadSubject(deps, connection, endpoint, signal), kind), action);
}

/** As the service says it now; undefined where something is left, and nothing hangs on it. */
export async function fetchEffect(
  deps: QuotaDeps,
  connection: QuotaConnection,
  of: Of,
  options: ReadOptions,
): Promise<QuotaEffect | undefined> {
  if (of.after.state === "set" && !isNothing(of.after.quota.volume ?? 0)) return undefined;
  await learnSubject(deps, connection, of.endpoint, options);
  return await cachedEffect(deps, connection.id, of, options.signal);
}
