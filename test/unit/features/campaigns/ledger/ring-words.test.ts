import { expect, test } from "vitest";
import { sayRing } from "../../../../../main/features/campaigns/ledger/ring-words.ts";

const report = {
  name: "Canary",
  gate: { on: "delivered", share: 0.8, withinMinutes: 1 },
  met: 0,
  sent: 40,
  verdict: { kind: "failed", needed: 32, why: "time-over" },
  zone: "UTC",
  now: 0,
} as const;

test("a gate whose recipients were all asked about has failed by what they told", () => {
  expect(sayRing(report)).toBe("Canary did not pass: 0 of 40 delivered, 32 needed, and the time is over.");
});

test("a gate of which nothing was asked does not tell that nothing arrived", () => {
  expect(sayRing({ ...report, unasked: 40, notAsked: "There is no connection to the service." })).toBe(
    "Canary did not pass: 0 of 40 known to be delivered, 32 needed, and the time is over. The service was not asked about 40 of them. It could not be asked any more: There is no connection to the service.",
  );
});

test("a gate that ends within minutes is told to the second", () => {
  const verdict = { kind: "wait", until: 90_000, needed: 32, gate: true } as const;
  expect(sayRing({ ...report, verdict })).toBe("Canary: 0 of 40 delivered, 32 needed, until 00:01:30.");
  expect(sayRing({ ...report, verdict: { ...verdict, until: 600_000 } })).toContain("until 00:10.");
});
