import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { waveText } from "../../../../../main/features/campaigns/ledger/wave-messages.ts";

const canary = {
  name: codedText("wave-canary"),
  gate: { on: "delivered", share: 0.8, withinMinutes: 1 },
  satisfied: 0,
  sent: 40,
  verdict: { kind: "failed", needed: 32, reason: "time-over" },
  zone: "UTC",
} as const satisfies Parameters<typeof waveText>[0];

const render = (report: Parameters<typeof waveText>[0]): string => formatText(waveText(report), 0);

test("reports a failed gate by the results when all recipients were checked", () => {
  const status = codedText("wave-progress-delivered", { met: 0, sent: 40, needed: 32 });
  expect(waveText(canary)).toEqual(codedText("wave-failed-time-over", { wave: canary.name, progress: status }));
});

test("does not report that nothing arrived when nothing was checked", () => {
  const status = codedText("wave-progress-delivered-known", { met: 0, sent: 40, needed: 32 });
  const failed = codedText("wave-failed-time-over", { wave: canary.name, progress: status });
  const verdict = codedText("wave-not-checked", { verdict: failed, unchecked: 40 });
  const failure = codedText("offline");
  expect(waveText({ ...canary, unchecked: 40, checkFailure: failure })).toEqual(
    codedText("wave-check-failed", { verdict, failure }),
  );
});

test("shows seconds for a gate that ends within minutes", () => {
  const verdict = { kind: "wait", until: 90_000, needed: 32, gate: true } as const;
  expect(render({ ...canary, verdict })).toMatch(/\b00:01:30\b/);
  expect(render({ ...canary, verdict: { ...verdict, until: 600_000 } })).toMatch(/\b00:10(?!:)/);
});
