import { formatText } from "#shared/texts/format-text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { ringText } from "../../../../../main/features/campaigns/ledger/ring-words.ts";

const canary = {
  name: codedText("ring-canary"),
  gate: { on: "delivered", share: 0.8, withinMinutes: 1 },
  met: 0,
  sent: 40,
  verdict: { kind: "failed", needed: 32, why: "time-over" },
  zone: "UTC",
} as const satisfies Parameters<typeof ringText>[0];

const words = (report: Parameters<typeof ringText>[0]): string => formatText(ringText(report), 0);

test("a gate whose recipients were all asked about has failed by what they told", () => {
  expect(words(canary)).toBe("Canary did not pass: 0 of 40 delivered, 32 needed, and the time is over.");
});

test("a gate of which nothing was asked does not tell that nothing arrived", () => {
  expect(words({ ...canary, unasked: 40, notAsked: codedText("offline") })).toBe(
    "Canary did not pass: 0 of 40 known to be delivered, 32 needed, and the time is over. The service was not asked about 40 of them. It could not be asked any more: This computer has no network connection.",
  );
});

test("a gate that ends within minutes is told to the second", () => {
  const verdict = { kind: "wait", until: 90_000, needed: 32, gate: true } as const;
  expect(words({ ...canary, verdict })).toBe("Canary: 0 of 40 delivered, 32 needed, until 00:01:30.");
  expect(words({ ...canary, verdict: { ...verdict, until: 600_000 } })).toContain("until 00:10.");
});
