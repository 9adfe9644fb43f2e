import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeCampaign,
  countSentence,
  deliveryShares,
  expectsAnswers,
  sharesOf,
  outcomeShares,
  percent,
} from "../../../../../renderer/features/campaigns/campaign-counts.ts";
import { deliveryWord, notCheckedWord } from "../../../../../renderer/lib/outcome-labels.ts";
import { makeCampaignStatus, makeCounts } from "../../../../make/campaign-status.ts";

test("the counts are one honest sentence, without the parts that are nothing", () => {
  const counts = makeCounts({ accepted: 4812, unknown: 3, pending: 5185 });
  expect(countSentence(counts)).toBe(
    [
      t(($) => $.campaigns.counts.accepted, { value: 4812 }),
      t(($) => $.campaigns.counts.unknown, { value: 3 }),
      t(($) => $.campaigns.counts.pending, { value: 5185 }),
    ].join(", "),
  );
});

test("a campaign without recipients says so", () => {
  expect(countSentence(makeCounts({ excluded: 5 }))).toBe(t(($) => $.campaigns.counts.noRecipients));
});

test("the parts of the outcome bar always sum up to the audience", () => {
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

test("violet is kept for the unknown parts", () => {
  const violet = [
    ...outcomeShares(makeCounts({ unknown: 1 })),
    ...sharesOf("delivery", { delivered: 1, failed: 1, unknown: 1 }, deliveryWord),
  ].filter(({ tone }) => tone === "unknown");
  expect(violet.map(({ id }) => id)).toEqual(["unknown", "unknown"]);
});

test("deliveries stand in their order, and a word that is not known comes last", () => {
  const shares = sharesOf("delivery", { parked: 2, unknown: 1, buffered: 3, delivered: 4 }, deliveryWord);
  expect(shares.map(({ id }) => id)).toEqual(["delivered", "buffered", "unknown", "parked"]);
});

test("beneath its name a campaign says size, ring, rate and what is left", () => {
  const status = makeCampaignStatus({
    counts: makeCounts({ accepted: 20, pending: 9392, excluded: 588 }),
    wave: { open: 2, of: 6, phase: "sending" },
    rate: 350 / 60,
    etaMs: 600_000,
  });
  expect(describeCampaign(status)).toBe(
    [
      t(($) => $.common.recipientCount, { count: 9412 }),
      t(($) => $.campaigns.counts.excluded, { value: 588 }),
      t(($) => $.campaigns.counts.wave, { wave: 3, waves: 6 }),
      t(($) => $.campaigns.counts.perMinute, { value: 350 }),
      t(($) => $.campaigns.counts.timeLeft, { duration: "10 min" }),
    ].join(" · "),
  );
});

test("a share is never rounded up to all", () => {
  expect([percent(9_999, 10_000), percent(10_000, 10_000), percent(0, 0), percent(888, 1000)]).toEqual([
    "99.9%",
    "100%",
    "–",
    "88.8%",
  ]);
});

test("answers are a number only where some were expected", () => {
  expect([
    expectsAnswers({ replies: { waiting: 0 } }),
    expectsAnswers({ replies: { unknown: 7, answered: 1 } }),
  ]).toEqual([true, false]);
});

test("deliveries that were not asked for yet are not unknown, until nothing is asked for any more", () => {
  const status = makeCampaignStatus({ delivery: { unknown: 985, delivered: 15 }, watching: true });
  const wordOf = (one: typeof status): unknown => deliveryShares(one).find(({ id }) => id === "unknown");
  expect(wordOf(status)).toMatchObject({ text: notCheckedWord.text, tone: "neutral", count: 985 });
  expect(wordOf({ ...status, state: "finished", watching: false })).toMatchObject({
    text: deliveryWord("unknown").text,
    tone: "unknown",
  });
});

test("without delivery checks nothing was asked for, and nothing is unknown", () => {
  const over = makeCampaignStatus({ state: "finished", delivery: { unknown: 20 } });
  const wordOf = (one: typeof over): unknown => deliveryShares(one)[0];
  expect(wordOf({ ...over, notChecked: 20 })).toMatchObject({ text: notCheckedWord.text, tone: "neutral" });
  // A check by hand was told of some that the service does not tell.
  expect(wordOf({ ...over, notChecked: 12 })).toMatchObject({ text: deliveryWord("unknown").text });
});
