import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { confirmTextOf } from "../../../../../renderer/features/campaigns/confirm-text.ts";
import { listFilter, stateChips } from "../../../../../renderer/features/campaigns/list-filter.ts";
import {
  recallOrder,
  recallTable,
  recallWord,
  recallSummary,
} from "../../../../../renderer/features/campaigns/recall-summary.ts";
import {
  isFiltered,
  readRecipientFilter,
  formatRecipientEvent,
  writeList,
} from "../../../../../renderer/features/campaigns/recipient-filter.ts";
import { deliveryWord } from "../../../../../renderer/lib/outcome-labels.ts";
import { makeCampaignStatus, makeCounts, makeWave } from "../../../../make/campaign-status.ts";

test("reads the filter from the address and ignores invalid values", () => {
  const query = { outcome: "refused,unknown,nonsense", delivery: "buffered", wave: "2", search: "  ", tab: "x" };
  expect(readRecipientFilter(query)).toEqual({ outcome: ["refused", "unknown"], delivery: ["buffered"], wave: 2 });
  expect([isFiltered(readRecipientFilter({ search: " " })), isFiltered(readRecipientFilter({ wave: "0" }))]).toEqual([
    false,
    true,
  ]);
});

test("writes no query parameter for an empty selection", () => {
  expect([writeList([]), writeList(["accepted", "refused"])]).toEqual([undefined, "accepted,refused"]);
});

test("formats events of a recipient, and shows an unknown kind unchanged", () => {
  expect([
    formatRecipientEvent("delivery", "buffered"),
    formatRecipientEvent("refused", "http-422"),
    formatRecipientEvent("teleported", undefined),
  ]).toEqual([
    t(($) => $.campaigns.recipientEvents.delivery, { status: deliveryWord("buffered").text }),
    t(($) => $.campaigns.recipientEvents.withCode, {
      event: t(($) => $.campaigns.recipientEvents.refused),
      code: "http-422",
    }),
    "teleported",
  ]);
});

test("writes recall results as table rows that no message breaks", () => {
  const result = {
    endpoint: "70001",
    smsId: "5",
    requested: true,
    cancelled: false,
    delivery: "delivered",
    message: "Too\tlate,\nsorry.",
  };
  const head = [
    t(($) => $.common.endpoint),
    t(($) => $.common.name),
    t(($) => $.campaigns.recall.smsId),
    t(($) => $.campaigns.recall.result),
    t(($) => $.campaigns.recall.deliveryStatus),
    t(($) => $.campaigns.recall.response),
  ];
  const cells = ["70001", "", "5", t(($) => $.campaigns.recall.notCancelled), "delivered", "Too late, sorry."];
  expect(recallTable([result])).toBe(`${head.join("\t")}\n${cells.join("\t")}`);
});

test("counts cancelled and skipped messages of a recall", () => {
  const result = { endpoint: "1", smsId: "5", requested: true, cancelled: true, delivery: "cancelled", message: "" };
  const delivered = { ...result, requested: false, cancelled: false, delivery: "delivered" };
  expect(recallSummary([result, { ...result, cancelled: false }])).toBe(
    t(($) => $.campaigns.recall.cancelledOf, { cancelled: 1, count: 2 }),
  );
  const unnamed = { ...delivered, smsId: "", delivery: "unknown" };
  expect(recallSummary([delivered, unnamed, result])).toBe(
    `${t(($) => $.campaigns.recall.cancelledOf, { cancelled: 1, count: 1 })} ${t(($) => $.campaigns.recall.skipped, {
      count: 2,
      reasons: [
        t(($) => $.campaigns.recall.alreadyFinal, { value: 1 }),
        t(($) => $.campaigns.recall.withoutId, { value: 1 }),
      ].join(", "),
    })}`,
  );
  const rejected = { ...result, cancelled: false, delivery: "buffered" };
  expect(recallOrder([delivered, result, rejected]).map(recallWord)).toEqual([
    t(($) => $.campaigns.recall.notCancelledStatus, { status: deliveryWord("buffered").text }),
    t(($) => $.campaigns.recall.cancelled),
    t(($) => $.campaigns.recall.skippedStatus, { status: deliveryWord("delivered").text }),
  ]);
});

test("offers the states that occur and ignores invalid ones", () => {
  const campaigns = [makeCampaignStatus(), makeCampaignStatus({ state: "paused" }), makeCampaignStatus()];
  expect(stateChips(campaigns).map(({ id, count }) => [id, count])).toEqual([
    ["running", 2],
    ["paused", 1],
  ]);
  expect(listFilter({ state: "paused,asleep", search: "may" })).toEqual({ states: ["paused"], search: "may" });
});

test("warns before a retry of unknown outcomes that a device may receive the message twice", () => {
  const { summary, danger } = confirmTextOf(
    "retry-unknown",
    makeCampaignStatus({ counts: makeCounts({ unknown: 3 }) }),
  );
  expect([danger, summary]).toEqual([true, t(($) => $.campaigns.confirm.retryUnknownText, { count: 3 })]);
});

test("requires typing the number before a retry of unverified recipients", () => {
  const status = makeCampaignStatus({ unverified: { toLookUp: 1, unclear: 12 } });
  expect(confirmTextOf("retry-unverified", status)).toMatchObject({
    danger: true,
    numberToType: 12,
    confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count: 12 }),
  });
});

test("states the number of endpoints, the connection and the rate before a start", () => {
  const { startedAt: _startedAt, ...planned } = makeCampaignStatus({ state: "planned", setRate: 350 / 60 });
  expect(confirmTextOf("start", planned)).toMatchObject({
    summary: [
      t(($) => $.campaigns.confirm.startAtRateText, { count: 10, connection: "Acme", rate: "350/min" }),
      t(($) => $.campaigns.confirm.startUndo),
    ].join(" "),
    numberToType: undefined,
  });
});

test("states the number of messages, the connection and the time before a wave opens", () => {
  const status = makeCampaignStatus({ state: "waiting", wave: { open: 0, of: 2, phase: "waiting" } });
  const waves = [makeWave(), makeWave({ wave: 1, phase: "closed", size: 450, pending: 447 })];
  const params = { count: 447, connection: "Acme", wave: 2, waves: 2 };
  expect(confirmTextOf("open-ring", status, waves)).toMatchObject({
    summary: t(($) => $.campaigns.confirm.openWaveText, params),
    confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count: 447 }),
  });
  const paused = { ...status, state: "paused" as const };
  expect(confirmTextOf("open-ring", paused, waves)).toMatchObject({
    summary: t(($) => $.campaigns.confirm.openWavePausedText, params),
    confirmLabel: t(($) => $.campaigns.confirm.openWavePausedYes, { count: 447 }),
  });
});
