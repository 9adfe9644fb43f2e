/** Whether a session outlasts a run. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { SessionExpiry } from "../../../../../main/features/campaigns/campaign-deps.ts";
import { checkSessionLifetime } from "../../../../../main/features/campaigns/planning/preflight.ts";

const hour = 3_600_000;
const formatHours = (at: number): string => `${at / hour} h`;
const user: SessionExpiry = {
  state: "signed-in",
  kind: "user",
  authExpiresAt: 4 * hour,
  refreshExpiresAt: (350 / 60) * hour,
};

const tokenEnd = formatHours(4 * hour);
const refreshEnd = formatHours((350 / 60) * hour);

test.each<[string, Partial<SessionExpiry>, number, string, CodedText]>([
  [
    "an application token renews the session",
    { kind: "application-token" },
    100,
    "unlimited",
    codedText("session-lifetime-token-renews"),
  ],
  [
    "a user's token that lasts needs no renewal",
    {},
    3,
    "enough",
    codedText("session-lifetime-enough", { until: refreshEnd }),
  ],
  [
    "a token that is renewed during the campaign is sufficient",
    {},
    5,
    "enough",
    codedText("session-lifetime-enough-renewed", { until: refreshEnd }),
  ],
  [
    "a run that ends after both tokens depends on renewals",
    {},
    6,
    "too-short",
    codedText("session-lifetime-needs-renewal", { until: refreshEnd }),
  ],
  [
    "without a refresh token the session ends with its token",
    { refreshExpiresAt: undefined },
    5,
    "too-short",
    codedText("session-lifetime-ends", { until: tokenEnd }),
  ],
  [
    "a rejected renewal leaves the current token",
    { reason: "signed-in-elsewhere" },
    5,
    "too-short",
    codedText("session-lifetime-ends", { until: tokenEnd }),
  ],
  [
    "a session that could not be renewed may still be renewed later",
    { reason: "unreachable" },
    5,
    "enough",
    codedText("session-lifetime-enough-renewed", { until: refreshEnd }),
  ],
  [
    "an application token that is rejected does not renew",
    { kind: "application-token", reason: "refused" },
    5,
    "too-short",
    codedText("session-lifetime-ends", { until: tokenEnd }),
  ],
  [
    "a signed-out session",
    { state: "signed-out", reason: "expired", message: codedText("session-expired") },
    1,
    "signed-out",
    codedText("session-lifetime-signed-out-reason", { reason: codedText("session-expired") }),
  ],
  [
    "a locked keychain leaves the session unknown",
    { state: "signed-out", reason: "keychain-closed" },
    1,
    "unknown",
    codedText("session-lifetime-keychain-closed"),
  ],
  [
    "a service that reports no expiry leaves the session unknown",
    { authExpiresAt: undefined, refreshExpiresAt: undefined },
    1,
    "unknown",
    codedText("session-lifetime-unknown"),
  ],
])("%s", (_case, change, hours, verdict, message) => {
  expect(checkSessionLifetime({ ...user, ...change }, hours * hour, formatHours)).toMatchObject({ verdict, message });
});
