import { expect, it } from "vitest";
import { noteOf } from "../../../../main/features/quotas/ask-service.ts";
import { makeStand, noStand } from "../../../make/quota-stand.ts";

it("a change tells the audit what it does, to whom, and what there was and is wanted", () => {
  const throttled = makeStand({ onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } });
  expect(noteOf("data", "add", "70001", { before: throttled, after: makeStand({ volume: 15 }) })).toEqual({
    what: "add-data-quota",
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
  expect(noteOf("sms", "delete", "70001", { before: makeStand(), after: noStand })).toMatchObject({
    what: "delete-sms-quota",
    after: { quota: "none" },
  });
});
