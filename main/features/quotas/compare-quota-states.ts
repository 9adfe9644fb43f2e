/** Compares two readings of a quota, and classifies a reading after a lost answer. Pure. */
import type { Quota, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";

/** "used": only the remaining volume is lower, as after use by the device. */
export type Difference = "same" | "used" | "different";

/** Compares an earlier reading with the current one. Fields missing from either are not compared. */
export function compareQuotaStates(before: QuotaState, now: QuotaState): Difference {
  if (before.state === "none" || now.state === "none") return before.state === now.state ? "same" : "different";
  if (!sameSettings(before.quota, now.quota)) return "different";
  const [was, is] = [before.quota.volume, now.quota.volume];
  if (was === undefined || is === undefined) return was === is ? "same" : "different";
  if (isEqual(was, is)) return "same";
  return is < was && mayEqual(before.quota.lastAdded, now.quota.lastAdded) ? "used" : "different";
}

/**
 * - "set": the requested quota, or less by use
 * - "not-set": the quota before the change, or less by use
 * - "moved": neither, because the quota changed elsewhere
 * - "unclear": matches both
 */
export type Verdict = "set" | "not-set" | "moved" | "unclear";

/** `current` was read after the answer to a change from `before` to `after` was lost. */
export function classifyCurrent(before: QuotaState, after: QuotaState, current: QuotaState): Verdict {
  const fromBefore = compareQuotaStates(before, current);
  const fromAfter = compareQuotaStates(after, current);
  if (fromAfter === "same" && fromBefore !== "same") return "set";
  if (fromBefore === "same" && fromAfter !== "same") return "not-set";
  if (fromAfter === "different" && fromBefore === "different") return "moved";
  if (fromAfter === "different") return "not-set";
  if (fromBefore === "different") return "set";
  return volumeDecides(before, after, current);
}

/**
 * Both volumes could have been used down to `current`. Above the lower one only one of them is possible; otherwise the
 * volume last added decides, where it differs.
 */
function volumeDecides(before: QuotaState, after: QuotaState, current: QuotaState): Verdict {
  if (before.state === "none" || after.state === "none" || current.state === "none") return "unclear";
  const { lastAdded } = current.quota;
  const [was, requested] = [before.quota.lastAdded, after.quota.volume];
  if (lastAdded === undefined || was === undefined || requested === undefined || isEqual(was, requested))
    return "unclear";
  if (isEqual(lastAdded, requested)) return "set";
  return isEqual(lastAdded, was) ? "not-set" : "unclear";
}

function sameSettings(a: Quota, b: Quota): boolean {
  return (
    mayEqual(wholeSeconds(a.expiresAt), wholeSeconds(b.expiresAt)) &&
    mayEqual(a.autoRefill, b.autoRefill) &&
    mayEqual(a.thresholdPercent, b.thresholdPercent) &&
    sameAction(a.onExhaustion, b.onExhaustion)
  );
}

function sameAction(a: Quota["onExhaustion"], b: Quota["onExhaustion"]): boolean {
  if (a === undefined || b === undefined) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === "throttle" && b.kind === "throttle") return mayEqual(a.bitsPerSecond, b.bitsPerSecond);
  return a.kind !== "unknown" || b.kind !== "unknown" || a.words === b.words;
}

/** The service truncates times to whole seconds. */
function wholeSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at / 1000);
}

function mayEqual<T>(a: T | undefined, b: T | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return typeof a === "number" && typeof b === "number" ? isEqual(a, b) : a === b;
}

/** Volumes are sums of fractions, so the comparison has a tolerance. */
function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6;
}
