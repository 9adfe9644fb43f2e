import { expect, test } from "vitest";
import { expiryOf, readClaims } from "../../../../main/features/session/token-claims.ts";

const jwt = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const now = Date.UTC(2031, 0, 1);
const fallbackMs = 240 * 60_000;

test("organisation and life are read, whether the claim is one name or an object, number or text", () => {
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

test("a token that is not a JWT is as good as one that says nothing", () => {
  const nothing = { lifeMs: undefined, expiresAt: undefined, organisationId: undefined, organisationName: undefined };
  for (const token of ["", "opaque", "a.b.c", `a.${Buffer.from("null").toString("base64url")}.c`, jwt(7), jwt([])]) {
    expect([token, readClaims(token)]).toEqual([token, nothing]);
  }
});

test("a life counts from the arrival, whatever the service's clock says", () => {
  const issuedLongAgo = jwt({ iat: 1_000, exp: 1_000 + 14_400 });
  expect(expiryOf(issuedLongAgo, now, fallbackMs)).toBe(now + 14_400_000);
});

test("seven days are believed, as one recording shows them", () => {
  expect(expiryOf(jwt({ iat: now / 1000, exp: now / 1000 + 604_800 }), now, fallbackMs)).toBe(now + 604_800_000);
});

test("an expiry alone is believed when it lies ahead", () => {
  expect(expiryOf(jwt({ exp: now / 1000 + 60 }), now, fallbackMs)).toBe(now + 60_000);
});

test("a fresh token that claims to be over, or says nothing, has the specification's life", () => {
  expect(
    [jwt({ exp: now / 1000 - 60 }), jwt({ iat: 5, exp: 5 }), "opaque"].map((token) => expiryOf(token, now, fallbackMs)),
  ).toEqual(Array.from({ length: 3 }, () => now + fallbackMs));
});
