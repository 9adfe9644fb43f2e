import { t } from "#shared/texts/text.ts";
import { describe, expect, test } from "vitest";
import type { CampaignStatus } from "#contract/campaign-schemas.ts";
import {
  type CampaignAction,
  numberToType,
  recallable,
  startTitle,
  whyNot,
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
  return actions.filter((action) => whyNot(action, now) === undefined);
}

function atGate(phase: "waiting" | "failed" | "sending"): Partial<CampaignStatus> {
  return { state: phase === "waiting" ? "waiting" : "paused", reason: "canary-gate", wave: { open: 0, of: 2, phase } };
}

describe("what can be done", () => {
  test("to a campaign that runs: hold it, look and end it, and nothing that needs it to stand still", () => {
    expect(legal({ state: "running" })).toEqual(["pause", "speed", "cancel", "reconcile", "check"]);
  });

  test("to one that a person has paused: everything but pausing it", () => {
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

  test("to one with recipients that another copy may have sent to: they are retried once no look-up is left", () => {
    const paused = { state: "paused", reason: "unverified-copy" } as const;
    expect(legal({ ...paused, unverified: { toLookUp: 0, unclear: 2 } })).toContain("retry-unverified");
    expect(legal({ ...paused, unverified: { toLookUp: 2, unclear: 0 } })).not.toContain("retry-unverified");
    expect(legal({ state: "running", unverified: { toLookUp: 0, unclear: 2 } })).not.toContain("retry-unverified");
  });

  test("to one that waits for the end of quiet hours: it is held as what runs is", () => {
    expect(legal({ state: "waiting", reason: "quiet-hours" })).toEqual([
      "pause",
      "speed",
      "cancel",
      "reconcile",
      "check",
    ]);
  });

  test("to one that waits at a gate: the next ring may be opened, and it goes on by itself", () => {
    expect(legal(atGate("waiting"))).toEqual(["pause", "speed", "cancel", "reconcile", "check", "open-ring"]);
  });

  test("to one whose gate has failed: the ring is opened first, then it is resumed", () => {
    expect(legal(atGate("failed"))).not.toContain("start");
    expect(legal(atGate("failed"))).toContain("open-ring");
    expect(legal(atGate("sending"))).toContain("start");
  });

  test("to one that was never started: it may be removed, and there is nothing to recall", () => {
    const { startedAt: _startedAt, ...planned } = makeCampaignStatus({ state: "planned", counts: makeCounts() });
    expect(actions.filter((action) => whyNot(action, planned) === undefined)).toEqual([
      "start",
      "speed",
      "cancel",
      "remove",
      "export",
    ]);
  });

  test("to one that has finished: recall, retry and look again, but not end it once more", () => {
    const counts = makeCounts({ accepted: 8, refused: 2 });
    expect(legal({ state: "finished", counts, replies: { silent: 3 } })).toEqual([
      "recall",
      "retry-refused",
      "check",
      "silent",
      "export",
    ]);
  });

  test("to one that was cancelled: recall and look, and never send again", () => {
    expect(legal({ state: "cancelled" })).toEqual(["recall", "reconcile", "check", "export"]);
  });
});

test("every deed that cannot be done says why in a sentence", () => {
  for (const state of ["planned", "scheduled", "running", "waiting", "paused", "finished", "cancelled"] as const) {
    for (const action of actions) {
      const why = whyNot(action, makeCampaignStatus({ state, counts: mixedCounts }));
      if (why !== undefined) expect(why).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test("only what no device is known to have can be recalled", () => {
  const delivery = { delivered: 60, failed: 4, cancelled: 1, buffered: 20, unknown: 15 };
  expect(recallable(makeCampaignStatus({ counts: makeCounts({ accepted: 100 }), delivery }))).toBe(35);
});

test("a first start is confirmed, a large one by its number", () => {
  const { startedAt: _startedAt, ...planned } = makeCampaignStatus({ state: "planned" });
  expect([startTitle(planned), startTitle(makeCampaignStatus({ state: "paused" }))]).toEqual([
    t(($) => $.campaigns.actions.start),
    t(($) => $.campaigns.actions.resume),
  ]);
  expect(numberToType({ ...planned, counts: makeCounts({ pending: 99, excluded: 50 }) })).toBeUndefined();
  expect(numberToType({ ...planned, counts: makeCounts({ pending: 9412, excluded: 588 }) })).toBe(9412);
});
