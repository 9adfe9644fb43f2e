import { expect, test } from "vitest";
import type { HopResult } from "../../../../../preload/contract/diagnostics.ts";
import { reportOf, tookOf, verdictOf } from "../../../../../renderer/features/connections/hops-model.ts";

const fine: readonly HopResult[] = [
  { hop: "address", result: "ok", message: "The address is https://example.net.", tookMs: 0.2 },
  { hop: "name", result: "ok", message: "The name is known.", tookMs: 12 },
];
const broken: HopResult = {
  hop: "certificate",
  result: "failed",
  code: "tls-refused",
  message: "The certificate is not trusted.",
  tookMs: 1234,
};

test("the hop that fails is named first", () => {
  expect(verdictOf({ works: false, hops: [...fine, broken] })).toBe(
    "Certificate (TLS) fails: The certificate is not trusted.",
  );
});

test("a way that works with a warning says the warning", () => {
  const warned: HopResult = { hop: "separator", result: "warning", message: "The service takes a space." };
  expect(verdictOf({ works: true, hops: [...fine, warned] })).toBe(
    "The way to the service works. Authorization header: The service takes a space.",
  );
});

test("a sign-in that was not tried is not called working", () => {
  const skipped: HopResult = { hop: "sign-in", result: "skipped", message: "Nothing to sign in with." };
  expect(verdictOf({ works: true, hops: [...fine, skipped] })).toBe(
    "The way to the service works; signing in was not tried.",
  );
  expect(verdictOf({ works: true, hops: [...fine, { ...skipped, result: "ok" }] })).toBe(
    "The way to the service and the sign-in work.",
  );
});

test("the report is the whole test as text", () => {
  expect(reportOf("https://example.net", { works: false, hops: [...fine, broken] }, 0)).toBe(
    [
      "Connection test of https://example.net, 1970-01-01T00:00:00.000Z",
      "Certificate (TLS) fails: The certificate is not trusted.",
      "",
      "Address [ok, under 1 ms]: The address is https://example.net.",
      "Name [ok, 12 ms]: The name is known.",
      "Certificate (TLS) [failed, tls-refused, 1.2 s]: The certificate is not trusted.",
      "",
    ].join("\n"),
  );
});

test("a time that was not measured is not shown", () => {
  expect([undefined, 0, 999, 1500].map(tookOf)).toEqual(["", "under 1 ms", "999 ms", "1.5 s"]);
});
