/** Results of an attempt, as outcomes of the engine. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import type { ApiClient, Call } from "../../../../../main/core/api/client.ts";
import { createPerformer } from "../../../../../main/features/campaigns/running/run-steps.ts";

const row = { row: 1, target: "1", text: "CHK", intentAt: 0 };

function apiOf(call: Call): ApiClient {
  const dialect = { sourceAddress: () => ({ form: "text", isConfirmed: true }) };
  return { dialect, call: () => Promise.resolve(call) } as unknown as ApiClient;
}

it.each([
  ["connection-lost", true],
  ["answer-timeout", false],
] as const)("%s: closing connections lose their answers together, time-outs do not", async (code, cut) => {
  const failure = { kind: "lost", code, message: codedText(code), accepted: "unknown" } as const;
  const perform = createPerformer(apiOf({ ok: false, failure }), { id: 1, sourceAddress: "4911" }, () => undefined);
  expect(await perform(row, new AbortController().signal, () => undefined)).toMatchObject({
    outcome: "unknown",
    code,
    cut,
  });
});
