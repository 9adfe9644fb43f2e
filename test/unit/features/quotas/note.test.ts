import { expect, it } from "vitest";
import { noteOf } from "../../../../main/features/quotas/readings.ts";
import { makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

it("describes the operation, its target, and the values before and after in the audit note", () => {
  const throttled = makeQuotaState({ onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } });
  expect(noteOf("data", "add", "70001", { before: throttled, after: makeQuotaState({ volume: 15 }) })).toEqual({
    operation: "add-data-quota",
    target: { kind: "endpoint", id: "70001" },
    before: {
      volume: 10,
      expires: "2040-01-01T00:00:00.000Z",
      whenUsedUp: "throttle",
      bitsPerSecond: 64_000,
      autoRefill: false,
      thresholdPercent: 20,
    },
    after: {
      volume: 15,
      expires: "2040-01-01T00:00:00.000Z",
      whenUsedUp: "block",
      autoRefill: false,
      thresholdPercent: 20,
    },
  });
  expect(noteOf("sms", "delete", "70001", { before: makeQuotaState(), after: noQuotaState })).toMatchObject({
    operation: "delete-sms-quota",
    after: { quota: "none" },
  });
});
