/**
 * What a quota, or its absence, means for an endpoint: its service profile determines whether quotas are enforced
 * (docs/service-facts.md#quotas: enforced without a quota means blocked; not enforced, a quota has no effect). Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Enforcement, Quota, QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";

export interface ProfileRule {
  readonly name: string | undefined;
  /** Undefined: not reported by the service, or not read. */
  readonly enforces: boolean | undefined;
}

/** `rule` is undefined where the profile of the endpoint is unknown, `quotaState` where the quota was not read. */
export function enforcementOf(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  quotaState: QuotaState | undefined,
  now: number,
): Enforcement {
  const params = { kind: kindText(kind), profile: profileText(rule) };
  const none = quotaState?.state === "none";
  if (rule === undefined) {
    const code = none ? "quota-enforcement-no-profile-none" : "quota-enforcement-no-profile";
    return { enforced: "unknown", sentence: codedText(code, { kind: params.kind }), blocks: false };
  }
  if (rule.enforces === undefined) {
    const code = none ? "quota-enforcement-unknown-none" : "quota-enforcement-unknown";
    return { enforced: "unknown", sentence: codedText(code, params), blocks: false };
  }
  if (!rule.enforces) {
    const code = none ? "quota-not-enforced-none" : "quota-not-enforced";
    return { enforced: "no", sentence: codedText(code, params), blocks: false };
  }
  const { code, blocks } = enforced(kind, quotaState, now);
  return { enforced: "yes", sentence: codedText(code, params), blocks };
}

/** What a volume of 0, or no quota, would mean for an endpoint, as far as its profile is known. */
export function effectOf(
  kind: QuotaKind,
  rule: ProfileRule | undefined,
  action?: Quota["onExhaustion"],
): Pick<Enforcement, "enforced" | "sentence"> {
  const params = { kind: kindText(kind), profile: profileText(rule) };
  const throttles = action?.kind === "throttle";
  if (rule === undefined) {
    const code = throttles ? "quota-effect-no-profile-throttle" : "quota-effect-no-profile";
    return { enforced: "unknown", sentence: codedText(code, { kind: params.kind }) };
  }
  if (rule.enforces === undefined) {
    const code = throttles ? "quota-effect-unknown-throttle" : "quota-effect-unknown";
    return { enforced: "unknown", sentence: codedText(code, params) };
  }
  if (!rule.enforces) return { enforced: "no", sentence: codedText("quota-effect-not-enforced", params) };
  const code = throttles ? "quota-effect-enforced-throttle" : "quota-effect-enforced";
  return { enforced: "yes", sentence: codedText(code, params) };
}

/** Used up or expired, by the reported status or by the reported values. */
export function isSpent({ volume, status, expiresAt }: Quota, now: number): boolean {
  if (status === "exhausted" || status === "expired") return true;
  return (volume !== undefined && volume <= 0) || (expiresAt !== undefined && expiresAt <= now);
}

type EnforcedCode =
  | "quota-enforced-unread"
  | "quota-enforced-none"
  | "quota-enforced-active"
  | "quota-enforced-expired"
  | "quota-enforced-exhausted"
  | "quota-enforced-throttled";

function enforced(
  kind: QuotaKind,
  quotaState: QuotaState | undefined,
  now: number,
): { readonly code: EnforcedCode; readonly blocks: boolean } {
  if (quotaState === undefined) return { code: "quota-enforced-unread", blocks: false };
  if (quotaState.state === "none") return { code: "quota-enforced-none", blocks: true };
  const { quota } = quotaState;
  if (!isSpent(quota, now)) return { code: "quota-enforced-active", blocks: false };
  const isExpired = quota.status === "expired" || (quota.expiresAt !== undefined && quota.expiresAt <= now);
  if (isExpired) return { code: "quota-enforced-expired", blocks: true };
  return kind === "data" && quota.onExhaustion?.kind === "throttle"
    ? { code: "quota-enforced-throttled", blocks: false }
    : { code: "quota-enforced-exhausted", blocks: true };
}

function kindText(kind: QuotaKind): CodedText {
  return codedText(kind === "data" ? "quota-kind-data" : "quota-kind-sms");
}

function profileText(rule: ProfileRule | undefined): CodedText {
  return rule?.name === undefined
    ? codedText("quota-profile-unnamed")
    : codedText("quota-profile", { name: rule.name });
}
