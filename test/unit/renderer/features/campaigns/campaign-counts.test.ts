import { formatDuration } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatPace,
  formatRate,
  formatSize,
  countSentence,
  deliveryShares,
  expectsAnswers,
  sharesOf,
  outcomeShares,
  percent,
} from "../../../../../renderer/features/campaigns/campaign-counts.ts";
import { deliveryLabel, notCheckedLabel } from "../../../../../renderer/lib/outcome-labels.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

test("formats the counts as one line without zero counts", () => {
  const counts = makeCounts({ accepted: 4812, unknown: 3, pending: 5185 });
  expect(countSentence(counts)).toBe(
    [
      t(($) => $.campaigns.counts.accepted, { value: 4812 }),
      t(($) => $.campaigns.counts.unknown, { value: 3 }),
      t(($) => $.campaigns.counts.pending, { value: 5185 }),
    ].join(", "),
  );
});

test("formats a slow rate with its fraction", () => {
  const perMinute = (value: number): string => t(($) => $.campaigns.counts.perMinute, { value });
  expect([0.4, 1.5, 12.4, 350].map((rate) => formatRate(rate / 60))).toEqual([0.4, 1.5, 12, 350].map(perMinute));
  expect(formatRate(12.2)).toBe(t(($) => $.campaigns.counts.perSecond, { value: 12 }));
});

test("reports a campaign without recipients", () => {
  expect(countSentence(makeCounts({ excluded: 5 }))).toBe(t(($) => $.campaigns.counts.noRecipients));
});

test("has outcome shares that always sum up to the audience", () => {
  const part = fc.nat(1_000_000);
  const counts = fc.record({
    excluded: part,
    pending: part,
    sending: part,
    accepted: part,
    refused: part,
    unknown: part,
    cancelled: part,
  });
  fc.assert(
    fc.property(counts, ({ excluded, ...outcomes }) => {
      const sum = Object.values(outcomes).reduce((all, one) => all + one, 0);
      const shares = outcomeShares(makeCounts({ excluded, ...outcomes, planned: sum + excluded }));
      expect(shares.reduce((all, { count }) => all + count, 0)).toBe(sum);
    }),
  );
});

test("uses the tone for unknown only for unknown outcomes and delivery statuses", () => {
  const violet = [
    ...outcomeShares(makeCounts({ unknown: 1 })),
    ...sharesOf("delivery", { delivered: 1, failed: 1, unknown: 1 }, deliveryLabel),
  ].filter(({ tone }) => tone === "unknown");
  expect(violet.map(({ id }) => id)).toEqual(["unknown", "unknown"]);
});

test("orders delivery statuses, with unrecognised ones last", () => {
  const shares = sharesOf("delivery", { parked: 2, unknown: 1, buffered: 3, delivered: 4 }, deliveryLabel);
  expect(shares.map(({ id }) => id)).toEqual(["delivered", "buffered", "unknown", "parked"]);
});

test("describes a campaign by size, wave, rate and remaining time", () => {
  const status = makeCampaignStatus({
    counts: makeCounts({ accepted: 20, pending: 9392, excluded: 588 }),
    wave: { open: 2, of: 6, phase: "sending" },
    rate: 350 / 60,
    etaMs: 600_000,
  });
  const wave = t(($) => $.campaigns.counts.wave, { wave: 3, waves: 6 });
  expect(formatSize(status)).toBe(
    [
      t(($) => $.common.recipientCount, { count: 9412 }),
      t(($) => $.campaigns.counts.excluded, { value: 588 }),
      wave,
    ].join(" · "),
  );
  expect(formatPace(status)).toBe(
    [
      wave,
      t(($) => $.campaigns.counts.perMinute, { value: 350 }),
      t(($) => $.campaigns.counts.timeLeft, { duration: formatDuration(600_000) }),
    ].join(" · "),
  );
});

test("never rounds a share up to 100%", () => {
  expect([percent(9_999, 10_000), percent(10_000, 10_000), percent(0, 0), percent(888, 1000)]).toEqual([
    "99.9%",
    "100%",
    "–",
    "88.8%",
  ]);
});

test("has a number of expected replies only if one was expected", () => {
  expect([
    expectsAnswers({ replies: { waiting: 0 } }),
    expectsAnswers({ replies: { unknown: 7, answered: 1 } }),
  ]).toEqual([true, false]);
});

test("does not count unchecked deliveries as unknown while checks continue", () => {
  const status = makeCampaignStatus({ delivery: { unknown: 985, delivered: 15 }, watching: true });
  const wordOf = (one: typeof status): unknown => deliveryShares(one).find(({ id }) => id === "unknown");
  expect(wordOf(status)).toMatchObject({ text: notCheckedLabel.text, tone: "neutral", count: 985 });
  expect(wordOf({ ...status, state: "finished", watching: false })).toMatchObject({
    text: deliveryLabel("unknown").text,
    tone: "unknown",
  });
});

test("does not count deliveries as unknown without delivery checks", () => {
  const finished = makeCampaignStatus({ state: "finished", delivery: { unknown: 20 } });
  const wordOf = (one: typeof finished): unknown => deliveryShares(one)[0];
  expect(wordOf({ ...finished, notChecked: 20 })).toMatchObject({ text: notCheckedLabel.text, tone: "neutral" });
  // A manual check covered some messages for which the service reported no status.
  expect(wordOf({ ...finished, notChecked: 12 })).toMatchObject({ text: deliveryLabel("unknown").text });
});
