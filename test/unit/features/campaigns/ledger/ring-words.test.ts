import { formatText } from "#shared/texts/text.ts";
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
  const standing = codedText("ring-standing-delivered", { met: 0, sent: 40, needed: 32 });
  expect(ringText(canary)).toEqual(codedText("ring-failed-time-over", { ring: canary.name, standing }));
});

test("a gate of which nothing was asked does not tell that nothing arrived", () => {
  const standing = codedText("ring-standing-delivered-known", { met: 0, sent: 40, needed: 32 });
  const failed = codedText("ring-failed-time-over", { ring: canary.name, standing });
  const verdict = codedText("ring-unasked", { verdict: failed, unasked: 40 });
  const failure = codedText("offline");
  expect(ringText({ ...canary, unasked: 40, notAsked: failure })).toEqual(
    codedText("ring-not-asked", { verdict, failure }),
  );
});

test("a gate that ends within minutes is told to the second", () => {
  const verdict = { kind: "wait", until: 90_000, needed: 32, gate: true } as const;
  expect(words({ ...canary, verdict })).toMatch(/\b00:01:30\b/);
  expect(words({ ...canary, verdict: { ...verdict, until: 600_000 } })).toMatch(/\b00:10(?!:)/);
});
