/** Whether two readings of a quota are the same, and what a reading says of a change whose answer was lost. Pure. */
import type { Quota, QuotaState } from "#contract/quota-schemas.ts";

/** "used": only less is left than before, as by use of the device. */
export type Difference = "same" | "used" | "different";

/** What was read first, and what is there now. A field that one of them does not tell is not compared. */
export function compareQuotaStates(before: QuotaState, now: QuotaState): Difference {
  if (before.state === "none" || now.state === "none") return before.state === now.state ? "same" : "different";
  if (!sameSettings(before.quota, now.quota)) return "different";
  const [was, is] = [before.quota.volume, now.quota.volume];
  if (was === undefined || is === undefined) return was === is ? "same" : "different";
  if (isEqual(was, is)) return "same";
  return is < was && mayEqual(before.quota.lastAdded, now.quota.lastAdded) ? "used" : "different";
}

/**
 * - "set": it is as the change wanted it, or less by use · "not-set": as it was before, or less by use
 * - "moved": neither; somebody else changed it · "unclear": it could be either
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

/** Both could have been used down to it: above the lower one there is only one way; the volume last added tells where it differs. */
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

/** The service keeps whole seconds of what is sent to it. */
function wholeSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at / 1000);
}

function mayEqual<T>(a: T | undefined, b: T | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return typeof a === "number" && typeof b === "number" ? isEqual(a, b) : a === b;
}

/** Volumes are sums of fractions. */
function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6;
}
