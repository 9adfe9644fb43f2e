/**
 * What a quota, or none, means for an endpoint: its service profile says whether quotas are enforced (field facts, section 14:
 * enforced and none set is blocked; not enforced, a quota has no effect). Pure.
 */
import type { Enforcement, Quota, QuotaKind, QuotaStand } from "#contract/quota-words.ts";

export interface ProfileRule {
  readonly name: string | undefined;
  /** Undefined: not told, or not asked. */
  readonly enforces: boolean | undefined;
}

/** `rule` is missing where nobody knows which profile the endpoint has; `stand` where the quota was not read. */
export function enforcementOf(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  stand: QuotaStand | undefined,
  now: number,
): Enforcement {
  const what = kind === "data" ? "data" : "SMS";
  if (rule === undefined) return unknown(what, "Which service profile the endpoint has is not known", stand);
  const profile = rule.name === undefined ? "The service profile" : `The service profile "${rule.name}"`;
  if (rule.enforces === undefined) return unknown(what, `${profile} was not asked, or does not say`, stand);
  if (!rule.enforces) {
    const effect = stand?.state === "none" ? "that none is set changes nothing" : "a quota has no effect";
    return { enforced: "no", sentence: `${profile} does not enforce ${what} quotas: ${effect}.`, blocks: false };
  }
  const means = meaning(kind, stand, now);
  return { enforced: "yes", sentence: `${profile} enforces ${what} quotas${means.words}.`, blocks: means.blocks };
}

/** What to be left with nothing, or without a quota, would mean for an endpoint, as far as its profile is known. */
export function effectOf(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  action?: Quota["onExhaustion"],
): Pick<Enforcement, "enforced" | "sentence"> {
  const { enforced, sentence } = enforcementOf(kind, rule, undefined, 0);
  const what = kind === "data" ? "data" : "SMS";
  const then = action?.kind === "throttle" ? "slowed down" : `blocked from ${what}`;
  if (enforced === "unknown") {
    return { enforced, sentence: `${sentence.slice(0, -1)}; if they are, the endpoint is ${then} at once.` };
  }
  const profile = rule?.name === undefined ? "The service profile" : `The service profile "${rule.name}"`;
  const means = enforced === "yes" ? `enforces ${what} quotas: the endpoint is ${then} at once.` : undefined;
  return { enforced, sentence: `${profile} ${means ?? `does not enforce ${what} quotas: nothing is blocked by it.`}` };
}

/** Used up or over, as the service says or as can be reckoned. */
export function isSpent({ volume, status, expiresAt }: Quota, now: number): boolean {
  if (status === "exhausted" || status === "expired") return true;
  return (volume !== undefined && volume <= 0) || (expiresAt !== undefined && expiresAt <= now);
}

function unknown(what: string, why: string, stand: QuotaStand | undefined): Enforcement {
  const then = stand?.state === "none" ? `; if it does, the endpoint is blocked, since none is set` : "";
  return {
    enforced: "unknown",
    sentence: `${why}, so whether ${what} quotas are enforced is unknown${then}.`,
    blocks: false,
  };
}

function meaning(
  kind: QuotaKind,
  stand: QuotaStand | undefined,
  now: number,
): { readonly words: string; readonly blocks: boolean } {
  const blocked = kind === "data" ? "blocked from data" : "blocked from SMS";
  if (stand === undefined) return { words: "; whether one is set was not read", blocks: false };
  if (stand.state === "none") return { words: ` and none is set: the endpoint is ${blocked}`, blocks: true };
  const { quota } = stand;
  if (!isSpent(quota, now)) return { words: ": what is left counts", blocks: false };
  const over = quota.status === "expired" || (quota.expiresAt !== undefined && quota.expiresAt <= now);
  const why = over ? "this one has expired" : "this one is used up";
  if (kind === "data" && !over && quota.onExhaustion?.kind === "throttle") {
    return { words: ` and ${why}: the endpoint is slowed down`, blocks: false };
  }
  return { words: ` and ${why}: the endpoint is ${blocked}`, blocks: true };
}
