/** Whether a session outlasts a run. */
import { expect, test } from "vitest";
import { horizonOf, type SessionFacts } from "../../../../../main/features/campaigns/planning/horizon.ts";

const hour = 3_600_000;
const say = (at: number): string => `${at / hour} h`;
const user: SessionFacts = {
  state: "signed-in",
  kind: "user",
  authExpiresAt: 4 * hour,
  refreshExpiresAt: (350 / 60) * hour,
};

test.each<[string, Partial<SessionFacts>, number, string, RegExp]>([
  ["an application token renews by itself", { kind: "application-token" }, 100, "unlimited", /by itself/],
  ["a user's token that lasts needs no renewal", {}, 3, "enough", /^The session lasts until 5\.8\d* h\.$/],
  ["one that is renewed on the way is enough", {}, 5, "enough", /renewed once on the way/],
  ["what ends after both tokens depends on renewals", {}, 6, "too-short", /as long as it runs.*waits for a sign-in/],
  [
    "without a refresh token the first end is the end",
    { refreshExpiresAt: undefined },
    5,
    "too-short",
    /cannot be renewed/,
  ],
  [
    "a renewal that was refused leaves the token in hand",
    { reason: "signed-in-elsewhere" },
    5,
    "too-short",
    /ends at 4 h/,
  ],
  ["a service out of reach may still renew it", { reason: "unreachable" }, 5, "enough", /renewed once/],
  [
    "an application token that is refused does not renew",
    { kind: "application-token", reason: "refused" },
    5,
    "too-short",
    /4 h/,
  ],
  [
    "nobody is signed in",
    { state: "signed-out", reason: "expired", message: "It ended." },
    1,
    "signed-out",
    /^It ended\. Sign in/,
  ],
  [
    "a closed keychain says nothing of the session",
    { state: "signed-out", reason: "keychain-closed" },
    1,
    "unknown",
    /keychain/,
  ],
  [
    "a service that does not say leaves it unknown",
    { authExpiresAt: undefined, refreshExpiresAt: undefined },
    1,
    "unknown",
    /did not say/,
  ],
])("%s", (_case, change, hours, verdict, message) => {
  const found = horizonOf({ ...user, ...change }, hours * hour, say);
  expect(found.verdict).toBe(verdict);
  expect(found.message).toMatch(message);
});
