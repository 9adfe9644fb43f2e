import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import {
  campaignAnnotations,
  deliveryPoints,
  drawCampaign,
  failureReasons,
  type TimePoint,
} from "../../../../../renderer/features/campaigns/campaign-series.ts";
import { t } from "#shared/texts/text.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

const second = 1000;
const start = 600 * second;
const counts = (accepted: number) => makeCounts({ planned: 100, accepted, pending: 100 - accepted });
const point = (seconds: number, accepted: number, delivered = 0): TimePoint => ({
  at: start + seconds * second,
  counts: counts(accepted),
  delivery: { delivered },
});
const status = makeCampaignStatus({ startedAt: start, counts: counts(40), delivery: { delivered: 10 } });
const recorded = [point(0, 0), point(10, 20), point(20, 40, 10)];

test("the rate is per minute of each whole step, and unknown for a step that has not ended", () => {
  const drawing = drawCampaign(recorded, status, "rate", start + 23 * second);
  expect(drawing?.points.slice(0, 6).map(({ values }) => values["accepted"])).toEqual([
    120,
    120,
    120,
    120,
    undefined,
    undefined,
  ]);
  expect(drawing?.series.map(({ id, total }) => [id, total])).toEqual([
    ["accepted", 40],
    ["delivered", 10],
  ]);
});

test("totals end with the current counts, and the axis goes on to a round time", () => {
  const drawing = drawCampaign(recorded, status, "total", start + 23 * second);
  expect(drawing?.points.map(({ values }) => values["accepted"]).slice(0, 6)).toEqual([10, 20, 30, 40, 40, undefined]);
  expect(drawing?.until).toBe(start + 60 * second);
  expect(drawing?.until).toBe(drawCampaign(recorded, status, "total", start + 55 * second)?.until);
});

test("a finished campaign ends with its last change, however late it is looked at", () => {
  const finished = { ...status, state: "finished" as const };
  expect(drawCampaign(recorded, finished, "rate", start + 9_000 * second)?.until).toBe(start + 60 * second);
});

test("a campaign that was never started has no chart", () => {
  expect(drawCampaign([], makeCampaignStatus({ startedAt: undefined }), "rate", 5)).toBeUndefined();
});

test("waits and pauses are spans up to the next state, waves and the stop are moments", () => {
  const steps = [
    { at: 1, event: "start", state: "running" },
    {
      at: 5,
      event: "wait",
      state: "waiting",
      reason: "rate-limited",
      message: codedText("earlier-sentence", { sentence: "HTTP 429" }),
    },
    { at: 9, event: "start", state: "running" },
    { at: 10, event: "ring-opened", state: "running" },
    { at: 12, event: "pause", state: "paused", reason: "user" },
    { at: 13, event: "confirm", state: "paused", reason: "user" },
    { at: 20, event: "cancel", state: "cancelled" },
  ];
  expect(campaignAnnotations(steps, [], 99).map(({ kind, from, until }) => [kind, from, until])).toEqual([
    ["throttled", 5, 9],
    ["step", 10, undefined],
    ["paused", 12, 20],
    ["stop", 20, undefined],
  ]);
  expect(campaignAnnotations(steps.slice(0, 2), [], 99)).toEqual([
    {
      kind: "throttled",
      from: 5,
      until: 99,
      label: t(($) => $.campaigns.timeline.waiting, { reason: t(($) => $.campaigns.reasons.rateLimited) }),
      detail: "HTTP 429",
    },
  ]);
});

test("a campaign that is reopened for a retry is not shown as paused", () => {
  const steps = [
    { at: 1, event: "finish", state: "finished" },
    { at: 5, event: "reopen", state: "paused", reason: "user" },
    { at: 6, event: "start", state: "running" },
  ];
  expect(campaignAnnotations(steps, [], 9)).toEqual([]);
});

test("times in which messages were turned away are spans, unless a wait covers them", () => {
  const steps = [
    { at: 5000, event: "wait", state: "waiting", reason: "rate-limited" },
    { at: 9000, event: "start", state: "running" },
  ];
  const throttles = [
    { from: 1000, until: 1000 },
    { from: 4900, until: 9100 },
    { from: 20_000, until: 23_000 },
  ];
  expect(campaignAnnotations(steps, throttles, 99_000).map(({ kind, from, until }) => [kind, from, until])).toEqual([
    ["throttled", 5000, 9000],
    ["throttled", 1000, 2000],
    ["throttled", 20_000, 23_000],
  ]);
});

test("delivery times are named by their range, and no deliveries are no chart", () => {
  const times = [
    { fromMs: 0, untilMs: 10_000, count: 3 },
    { fromMs: 10_000, count: 1 },
  ];
  expect(deliveryPoints(times).map(({ label, values }) => [label, values["delivered"]])).toEqual([
    [t(($) => $.campaigns.timeline.interval, { from: "0 s", until: "10 s" }), 3],
    [t(($) => $.campaigns.timeline.longer, { time: "10 s" }), 1],
  ]);
  expect(deliveryPoints(times.map((step) => ({ ...step, count: 0 })))).toEqual([]);
});

test("failures of requests and deliveries are one list, most frequent first, each with its recipients", () => {
  const failures = [
    { outcome: "refused" as const, code: "rejected", message: "Not allowed", count: 2 },
    { outcome: "unknown" as const, code: "timeout", count: 1 },
  ];
  const reasons = failureReasons({ failures, otherFailures: 4 }, { failed: 3, delivered: 9 }, "7");
  expect(reasons.map(({ id, count, href }) => [id, count, href])).toEqual([
    ["failed", 3, "#/campaigns/7/recipients?delivery=failed"],
    ["request-0", 2, "#/campaigns/7/recipients?outcome=refused"],
    ["request-1", 1, "#/campaigns/7/recipients?outcome=unknown"],
    ["other", 4, "#/campaigns/7/recipients?outcome=refused,unknown"],
  ]);
});
