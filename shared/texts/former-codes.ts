/** Codes and parameters of texts that were renamed. Records of earlier versions contain the former names. */

/** Former code → code. */
export const formerCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "said-created": "confirmed-created",
    "said-not-created": "confirmed-not-created",
    "proved-as-wanted": "proved-as-requested",
    "removed-in-doubt": "removed-unconfirmed",
    "asked-at-planning": "looked-up-at-planning",
    "ring-standing-sent": "wave-progress-sent",
    "ring-standing-nobody": "wave-progress-none",
    "ring-standing-delivered": "wave-progress-delivered",
    "ring-standing-delivered-known": "wave-progress-delivered-known",
    "ring-standing-expected-reply": "wave-progress-expected-reply",
    "ring-standing-expected-reply-known": "wave-progress-expected-reply-known",
    "ring-canary": "wave-canary",
    "ring-rest": "wave-rest",
    "ring-wave": "wave-number",
    "next-ring-opened": "next-wave-opened",
    "ring-passed": "wave-passed",
    "ring-waits": "wave-waits",
    "ring-pauses": "wave-pauses",
    "ring-failed-nobody": "wave-failed-none-sent",
    "ring-failed-out-of-reach": "wave-failed-out-of-reach",
    "ring-failed-time-over": "wave-failed-time-over",
    "ring-unasked": "wave-not-checked",
    "ring-not-asked": "wave-check-failed",
    "reach-exact": "endpoint-count-exact",
    "reach-at-least": "endpoint-count-at-least",
    "reach-none-partial": "endpoint-count-none-partial",
    "reach-unknown": "endpoint-count-unknown",
    "horizon-keychain-closed": "session-lifetime-keychain-closed",
    "horizon-signed-out": "session-lifetime-signed-out",
    "horizon-signed-out-reason": "session-lifetime-signed-out-reason",
    "horizon-token-renews": "session-lifetime-token-renews",
    "horizon-unknown": "session-lifetime-unknown",
    "horizon-enough": "session-lifetime-enough",
    "horizon-enough-renewed": "session-lifetime-enough-renewed",
    "horizon-needs-renewal": "session-lifetime-needs-renewal",
    "horizon-ends": "session-lifetime-ends",
    "ring-opened": "wave-opened",
  }),
);

/** Former parameter → parameter, in the texts with a former code. */
export const formerParams: ReadonlyMap<string, string> = new Map([
  ["ring", "wave"],
  ["standing", "progress"],
  ["unasked", "unchecked"],
]);
