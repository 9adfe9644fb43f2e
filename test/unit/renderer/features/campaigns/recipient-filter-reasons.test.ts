import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { formatReason, reasonCounts } from "../../../../../renderer/features/campaigns/recipient-filter.ts";

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
