import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  isFiltered,
  readRecipientFilter,
  formatRecipientEvent,
  writeList,
} from "../../../../../renderer/features/campaigns/recipient-filter.ts";
import { deliveryLabel } from "../../../../../renderer/lib/outcome-labels.ts";

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
