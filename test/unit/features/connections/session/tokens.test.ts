import { expect, test } from "vitest";
import {
  applicationTokens,
  fingerprint,
  refreshDueAt,
  tokensSchema,
  userTokens,
} from "../../../../../main/features/connections/session/tokens.ts";

const now = Date.UTC(2031, 0, 1);
const minute = 60_000;

test("without a statement of the service, tokens live 240 and 350 minutes", () => {
  expect(userTokens({ authToken: "a", refreshToken: "r" }, now)).toEqual({
    kind: "user",
    authToken: "a",
    authIssuedAt: now,
    authExpiresAt: now + 240 * minute,
    refreshToken: "r",
    refreshExpiresAt: now + 350 * minute,
  });
});

test("a sign-in without a refresh token is stored as such", () => {
  expect(userTokens({ authToken: "a", refreshToken: undefined }, now)).not.toHaveProperty("refreshToken");
});

test("tokens are unchanged after saving and loading", () => {
  for (const tokens of [
    userTokens({ authToken: "a", refreshToken: "r" }, now),
    applicationTokens("app", { authToken: "a", refreshToken: undefined }, now),
  ]) {
    expect(tokensSchema.parse(JSON.parse(JSON.stringify(tokens)))).toEqual(tokens);
  }
});

test("the refresh is due at 80 % of the lifetime or ten minutes before its end, whichever is later", () => {
  const due = (lifeMinutes: number): number => {
    const tokens = {
      kind: "user",
      authToken: "a",
      authIssuedAt: now,
      authExpiresAt: now + lifeMinutes * minute,
    } as const;
    return (refreshDueAt(tokens) - now) / minute;
  };
  expect([due(240), due(50), due(20), due(1)]).toEqual([230, 40, 16, 0.8]);
});

test("a fingerprint distinguishes tokens without revealing them", () => {
  expect([fingerprint("a") === fingerprint("b"), fingerprint("a")]).toEqual([
    false,
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ]);
});
