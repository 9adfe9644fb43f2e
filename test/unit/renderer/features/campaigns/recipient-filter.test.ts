import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { listFilter, stateChips } from "../../../../../renderer/features/campaigns/list-filter.ts";
import {
  recallOrder,
  recallTable,
  recallLabel,
  recallSummary,
} from "../../../../../renderer/features/campaigns/recall-summary.ts";
import {
  isFiltered,
  readRecipientFilter,
  formatRecipientEvent,
  writeList,
} from "../../../../../renderer/features/campaigns/recipient-filter.ts";
import { deliveryLabel } from "../../../../../renderer/lib/outcome-labels.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

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
    t(($) => $.campaigns.recipientEvents.delivery, { status: deliveryLabel("buffered").text }),
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
  expect(recallOrder([delivered, result, rejected]).map(recallLabel)).toEqual([
    t(($) => $.campaigns.recall.notCancelledStatus, { status: deliveryLabel("buffered").text }),
    t(($) => $.campaigns.recall.cancelled),
    t(($) => $.campaigns.recall.skippedStatus, { status: deliveryLabel("delivered").text }),
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
