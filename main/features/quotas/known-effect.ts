/** What is known of what it would mean for one endpoint to be left with nothing, or without a quota. */
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import { isNothing } from "./apply-operation.ts";
import type { KnownEffect } from "./confirmations.ts";
import { effectOf } from "./enforcement.ts";
import type { QuotaConnection, QuotaParts } from "./parts.ts";
import { knownSubject, learnSubject, ruleOf } from "./profile-rules.ts";
import type { Asking } from "./readings.ts";

interface Of {
  readonly kind: QuotaKind;
  readonly endpoint: string;
  readonly after: QuotaStand;
}

/** As it is known here; touches no network. */
export async function knownEffect(
  parts: QuotaParts,
  connection: number,
  { kind, endpoint, after }: Of,
  signal: AbortSignal,
): Promise<KnownEffect> {
  const action = after.state === "set" ? after.quota.onExhaustion : undefined;
  return effectOf(kind, ruleOf(await knownSubject(parts, connection, endpoint, signal), kind), action);
}

/** As the service says it now; undefined where something is left, and nothing hangs on it. */
export async function askEffect(
  parts: QuotaParts,
  connection: QuotaConnection,
  of: Of,
  options: Asking,
): Promise<KnownEffect | undefined> {
  if (of.after.state === "set" && !isNothing(of.after.quota.volume ?? 0)) return undefined;
  await learnSubject(parts, connection, of.endpoint, options);
  return await knownEffect(parts, connection.id, of, options.signal);
}
