import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  recallOrder,
  recallTable,
  recallLabel,
  recallSummary,
} from "../../../../../renderer/features/campaigns/recall-actions.ts";
import { deliveryLabel } from "../../../../../renderer/lib/outcome-labels.ts";

test("writes recall results as table rows that no message breaks", () => {
  const result = {
    endpoint: "70001",
    smsId: "5",
    requested: true,
    cancelled: false,
    delivery: "delivered" as const,
    message: codedText("earlier-sentence", { sentence: "Too\tlate,\nsorry." }),
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
  const unconfirmed = cells
    .with(
      3,
      t(($) => $.campaigns.recall.notConfirmed),
    )
    .with(4, "unknown");
  expect(recallTable([result, { ...result, delivery: "unknown" }])).toBe(
    [head, cells, unconfirmed].map((line) => line.join("\t")).join("\n"),
  );
});

test("counts cancelled, skipped and missing messages of a recall", () => {
  const message = codedText("earlier-sentence", { sentence: "" });
  const result = {
    endpoint: "1",
    smsId: "5",
    requested: true,
    cancelled: true,
    delivery: "cancelled" as const,
    message,
  };
  const delivered = { ...result, requested: false, cancelled: false, delivery: "delivered" as const };
  expect(recallSummary([result, { ...result, cancelled: false }], 2)).toBe(
    t(($) => $.campaigns.recall.cancelledOf, { cancelled: 1, count: 2 }),
  );
  expect(recallSummary([result], 3)).toBe(t(($) => $.campaigns.recall.missing, { count: 2 }));
  const unnamed = { ...delivered, smsId: "", delivery: "unknown" as const };
  expect(recallSummary([delivered, unnamed, result], 3)).toBe(
    `${t(($) => $.campaigns.recall.cancelledOf, { cancelled: 1, count: 1 })} ${t(($) => $.campaigns.recall.skipped, {
      count: 2,
      reasons: [
        t(($) => $.campaigns.recall.alreadyFinal, { value: 1 }),
        t(($) => $.campaigns.recall.withoutId, { value: 1 }),
      ].join(", "),
    })}`,
  );
  const rejected = { ...result, cancelled: false, delivery: "buffered" as const };
  expect(recallOrder([delivered, result, rejected]).map(recallLabel)).toEqual([
    t(($) => $.campaigns.recall.notCancelledStatus, { status: deliveryLabel("buffered").text }),
    t(($) => $.campaigns.recall.cancelled),
    t(($) => $.campaigns.recall.skippedStatus, { status: deliveryLabel("delivered").text }),
  ]);
  expect(recallLabel({ ...result, delivery: "unknown", cancelled: false })).toBe(
    t(($) => $.campaigns.recall.notConfirmed),
  );
});
