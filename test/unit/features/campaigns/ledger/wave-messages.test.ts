import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { waveText } from "../../../../../main/features/campaigns/ledger/wave-messages.ts";

const canary = {
  name: codedText("ring-canary"),
  gate: { on: "delivered", share: 0.8, withinMinutes: 1 },
  satisfied: 0,
  sent: 40,
  verdict: { kind: "failed", needed: 32, why: "time-over" },
  zone: "UTC",
} as const satisfies Parameters<typeof waveText>[0];

const render = (report: Parameters<typeof waveText>[0]): string => formatText(waveText(report), 0);

test("reports a failed gate by the results when all recipients were checked", () => {
  const status = codedText("ring-standing-delivered", { met: 0, sent: 40, needed: 32 });
  expect(waveText(canary)).toEqual(codedText("ring-failed-time-over", { ring: canary.name, standing: status }));
});

test("does not report that nothing arrived when nothing was checked", () => {
  const status = codedText("ring-standing-delivered-known", { met: 0, sent: 40, needed: 32 });
  const failed = codedText("ring-failed-time-over", { ring: canary.name, standing: status });
  const verdict = codedText("ring-unasked", { verdict: failed, unasked: 40 });
  const failure = codedText("offline");
  expect(waveText({ ...canary, unchecked: 40, checkFailure: failure })).toEqual(
    codedText("ring-not-asked", { verdict, failure }),
  );
});

test("shows seconds for a gate that ends within minutes", () => {
  const verdict = { kind: "wait", until: 90_000, needed: 32, gate: true } as const;
  expect(render({ ...canary, verdict })).toMatch(/\b00:01:30\b/);
  expect(render({ ...canary, verdict: { ...verdict, until: 600_000 } })).toMatch(/\b00:10(?!:)/);
});
