import { t } from "#shared/texts/text.ts";
import { describe, expect, test } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  type CampaignAction,
  numberToType,
  recallable,
  startTitle,
  unavailableReason,
} from "../../../../../renderer/features/campaigns/campaign-action.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

const actions: readonly CampaignAction[] = [
  "start",
  "pause",
  "speed",
  "cancel",
  "recall",
  "retry-refused",
  "retry-unknown",
  "retry-unverified",
  "reconcile",
  "check",
  "open-ring",
  "silent",
  "remove",
  "export",
];

const mixedCounts = makeCounts({ pending: 4, accepted: 3, refused: 2, unknown: 1 });

function legal(status: Partial<CampaignStatus>): readonly CampaignAction[] {
  const now = makeCampaignStatus({ counts: mixedCounts, ...status });
  return actions.filter((action) => unavailableReason(action, now) === undefined);
}

function atGate(phase: "waiting" | "failed" | "sending"): Partial<CampaignStatus> {
  return { state: phase === "waiting" ? "waiting" : "paused", reason: "canary-gate", wave: { open: 0, of: 2, phase } };
}

describe("available actions", () => {
  test("of a running campaign include pausing and cancelling, but none that needs it paused", () => {
    expect(legal({ state: "running" })).toEqual(["pause", "speed", "cancel", "reconcile", "check"]);
  });

  test("of a campaign paused by the user include all except pausing", () => {
    expect(legal({ state: "paused", reason: "user" })).toEqual([
      "start",
      "speed",
      "cancel",
      "recall",
      "retry-refused",
      "retry-unknown",
      "reconcile",
      "check",
      "export",
    ]);
  });

  test("of a campaign with unverified recipients include their retry once no lookup is left", () => {
    const paused = { state: "paused", reason: "unverified-copy" } as const;
    expect(legal({ ...paused, unverified: { toLookUp: 0, unclear: 2 } })).toContain("retry-unverified");
    expect(legal({ ...paused, unverified: { toLookUp: 2, unclear: 0 } })).not.toContain("retry-unverified");
    expect(legal({ state: "running", unverified: { toLookUp: 0, unclear: 2 } })).not.toContain("retry-unverified");
  });

  test("of a campaign waiting for quiet hours are those of a running one", () => {
    expect(legal({ state: "waiting", reason: "quiet-hours" })).toEqual([
      "pause",
      "speed",
      "cancel",
      "reconcile",
      "check",
    ]);
  });

  test("of a campaign waiting at a gate include opening the next wave", () => {
    expect(legal(atGate("waiting"))).toEqual(["pause", "speed", "cancel", "reconcile", "check", "open-ring"]);
  });

  test("of a campaign with a failed gate include opening the wave, but not resuming before", () => {
    expect(legal(atGate("failed"))).not.toContain("start");
    expect(legal(atGate("failed"))).toContain("open-ring");
    expect(legal(atGate("sending"))).toContain("start");
  });

  test("of a campaign never started include deleting, but not recalling", () => {
    const { startedAt: _startedAt, ...planned } = makeCampaignStatus({ state: "planned", counts: makeCounts() });
    expect(actions.filter((action) => unavailableReason(action, planned) === undefined)).toEqual([
      "start",
      "speed",
      "cancel",
      "remove",
      "export",
    ]);
  });

  test("of a finished campaign include recalling, retrying and checking, but not cancelling", () => {
    const counts = makeCounts({ accepted: 8, refused: 2 });
    expect(legal({ state: "finished", counts, replies: { silent: 3 } })).toEqual([
      "recall",
      "retry-refused",
      "check",
      "silent",
      "export",
    ]);
  });

  test("of a cancelled campaign include recalling and checking, but not sending", () => {
    expect(legal({ state: "cancelled" })).toEqual(["recall", "reconcile", "check", "export"]);
  });
});

test("gives a sentence as the reason of every unavailable action", () => {
  for (const state of ["planned", "scheduled", "running", "waiting", "paused", "finished", "cancelled"] as const) {
    for (const action of actions) {
      const reason = unavailableReason(action, makeCampaignStatus({ state, counts: mixedCounts }));
      if (reason !== undefined) expect(reason).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test("allows recalling only messages without a final delivery status", () => {
  const delivery = { delivered: 60, failed: 4, cancelled: 1, buffered: 20, unknown: 15 };
  expect(recallable(makeCampaignStatus({ counts: makeCounts({ accepted: 100 }), delivery }))).toBe(35);
});

test("requires typing the number of recipients before a large first start", () => {
  const { startedAt: _startedAt, ...planned } = makeCampaignStatus({ state: "planned" });
  expect([startTitle(planned), startTitle(makeCampaignStatus({ state: "paused" }))]).toEqual([
    t(($) => $.campaigns.actions.start),
    t(($) => $.campaigns.actions.resume),
  ]);
  expect(numberToType({ ...planned, counts: makeCounts({ pending: 99, excluded: 50 }) })).toBeUndefined();
  expect(numberToType({ ...planned, counts: makeCounts({ pending: 9412, excluded: 588 }) })).toBe(9412);
});
