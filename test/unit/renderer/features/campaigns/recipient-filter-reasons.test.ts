import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  formatReason,
  formatResponse,
  reasonCounts,
} from "../../../../../renderer/features/campaigns/recipient-filter.ts";

test("formats reasons as labels with a count", () => {
  const counts = { disabled: 23, "text-too-long": 1, "missing-variable": 1_200 };
  const label = (reason: string, value: number): string => t(($) => $.campaigns.exclusion.count, { reason, value });
  expect(reasonCounts(counts)).toBe(
    [
      label(
        t(($) => $.campaigns.exclusion.disabled),
        23,
      ),
      label(
        t(($) => $.campaigns.exclusion.textTooLong),
        1,
      ),
      label(
        t(($) => $.campaigns.exclusion.missingVariable),
        1_200,
      ),
    ].join(" · "),
  );
});

test("shows the code of a reason from a newer version", () => {
  expect(formatReason("too-new")).toBe("too new");
});

test("explains a recipient that was matched by its text, and shows codes of the service", () => {
  expect(formatResponse({ outcome: "accepted", code: "matched-by-text" })).toBe(
    t(($) => $.shell.outcome.acceptedByTextHint),
  );
  expect(formatResponse({ outcome: "refused", message: "No quota", code: "service-1406" })).toBe(
    "No quota (service-1406)",
  );
});
