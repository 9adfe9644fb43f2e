import { expect, test } from "vitest";
import { expiryOf, readClaims } from "../../../../../main/features/connections/session/tokens.ts";

const jwt = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const now = Date.UTC(2031, 0, 1);
const fallbackMs = 240 * 60_000;

test("reads organisation and lifetime, whether the claim is flat or nested, number or text", () => {
  expect([
    readClaims(jwt({ "esc.org": 7, "esc.orgName": "Acme", iat: 100, exp: 160 })),
    readClaims(jwt({ esc: { org: "7", orgName: "Acme" }, iat: "100", exp: "160" })),
  ]).toEqual(
    Array.from({ length: 2 }, () => ({
      lifeMs: 60_000,
      expiresAt: 160_000,
      organisationId: "7",
      organisationName: "Acme",
    })),
  );
});

test("a token that is not a JWT is handled like one without claims", () => {
  const nothing = { lifeMs: undefined, expiresAt: undefined, organisationId: undefined, organisationName: undefined };
  for (const token of ["", "opaque", "a.b.c", `a.${Buffer.from("null").toString("base64url")}.c`, jwt(7), jwt([])]) {
    expect([token, readClaims(token)]).toEqual([token, nothing]);
  }
});

test("a lifetime counts from the arrival, regardless of the service's clock", () => {
  const issuedLongAgo = jwt({ iat: 1_000, exp: 1_000 + 14_400 });
  expect(expiryOf(issuedLongAgo, now, fallbackMs)).toBe(now + 14_400_000);
});

test("accepts seven days, as in a recording", () => {
  expect(expiryOf(jwt({ iat: now / 1000, exp: now / 1000 + 604_800 }), now, fallbackMs)).toBe(now + 604_800_000);
});

test("accepts an expiry without a start if it is in the future", () => {
  expect(expiryOf(jwt({ exp: now / 1000 + 60 }), now, fallbackMs)).toBe(now + 60_000);
});

test("a fresh token that is expired by its claims, or has none, gets the specification's lifetime", () => {
  expect(
    [jwt({ exp: now / 1000 - 60 }), jwt({ iat: 5, exp: 5 }), "opaque"].map((token) => expiryOf(token, now, fallbackMs)),
  ).toEqual(Array.from({ length: 3 }, () => now + fallbackMs));
});
