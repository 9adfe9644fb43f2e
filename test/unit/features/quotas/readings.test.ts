import { describe, expect, it } from "vitest";
import { percentOf } from "../../../../main/features/quotas/operations.ts";
import { parseQuotaState } from "../../../../main/features/quotas/readings.ts";

describe("a quota record of the service", () => {
  it("is parsed from the example of the service facts", () => {
    const record = {
      volume: 37.5,
      expiry_date: "2031-12-31 23:59:59",
      status: { id: 1, description: "ACTIVE" },
      action_on_exhaustion: { id: 1, description: "Block" },
      auto_refill: 0,
      threshold_percentage: 20,
      threshold_volume: 10,
      last_volume_added: 50,
      last_status_change_date: "2031-01-05 08:00:00",
    };
    expect(parseQuotaState("data", record)).toEqual({
      state: "set",
      quota: {
        volume: 37.5,
        expiresAt: Date.UTC(2031, 11, 31, 23, 59, 59),
        status: "active",
        onExhaustion: { kind: "block" },
        autoRefill: false,
        thresholdPercent: 20,
        thresholdVolume: 10,
        lastAdded: 50,
        statusChangedAt: Date.UTC(2031, 0, 5, 8),
        percent: 75,
      },
    });
  });

  it("is parsed from texts, other dates and other places", () => {
    const record = {
      volume: "-0.25",
      expiry_date: "2031-12-31T23:59:59.000Z",
      status: { id: "2" },
      action_on_exhaustion: { action_on_quota_exhaustion_id: "2" },
      peak_throughput: "128000",
      auto_refill: true,
      last_volume_added: 0,
      last_status_change_date: null,
    };
    expect(parseQuotaState("data", record)).toEqual({
      state: "set",
      quota: {
        volume: -0.25,
        expiresAt: Date.UTC(2031, 11, 31, 23, 59, 59),
        status: "exhausted",
        onExhaustion: { kind: "throttle", bitsPerSecond: 128_000 },
        autoRefill: true,
        lastAdded: 0,
        percent: 0,
      },
    });
  });

  it.each([
    [{ id: 3 }, "expired"],
    [{ description: "EXPIRED" }, "expired"],
    [2, "exhausted"],
    [{ id: 9, description: "PAUSED" }, "unknown"],
    [null, "unknown"],
    [undefined, "unknown"],
  ])("has for the status %j: %s", (status, read) => {
    expect(parseQuotaState("sms", { volume: 1, status })).toEqual({ state: "set", quota: { volume: 1, status: read } });
  });

  it("keeps the description of an unknown action, and omits an action that is not reported", () => {
    const action = (value: unknown): unknown => {
      const quotaState = parseQuotaState("data", { volume: 1, action_on_exhaustion: value });
      return quotaState.state === "set" ? quotaState.quota.onExhaustion : undefined;
    };
    expect([action({ id: 7, description: "Divert" }), action({ id: 7 }), action({}), action("x")]).toEqual([
      { kind: "unknown", words: "Divert" },
      { kind: "unknown", words: "7" },
      undefined,
      undefined,
    ]);
  });

  it("means no quota where there is no record", () => {
    expect(parseQuotaState("data", undefined)).toEqual({ state: "none" });
  });
});

describe("percentOf", () => {
  it("is 0 where nothing is left, whatever was added last", () => {
    expect([percentOf(0, 0), percentOf(0, undefined), percentOf(-0.5, 0), percentOf(0, 50)]).toEqual([0, 0, 0, 0]);
  });

  it("is the share left of the volume last added, and unknown without it", () => {
    expect([percentOf(1, 3), percentOf(-1, 50), percentOf(75, 50), percentOf(1, undefined), percentOf(1, 0)]).toEqual([
      33.33,
      -2,
      150,
      undefined,
      undefined,
    ]);
  });
});
