import { expect, test } from "vitest";
import { nextConfirmation } from "../../../../renderer/lib/sms-confirmation.ts";

const needed = (details: Record<string, unknown>) => ({
  code: "confirmation-needed",
  text: { code: "internal" },
  details,
});

test("adds each condition to those confirmed before", () => {
  const long = nextConfirmation(needed({ field: "confirm", count: 12 }));
  expect(long).toEqual({ confirm: 12 });
  expect(nextConfirmation(needed({ field: "evenIfSuppressed", entries: [] }), long)).toEqual({
    confirm: 12,
    evenIfSuppressed: true,
  });
});

test("confirms nothing for any other failure", () => {
  expect(nextConfirmation({ code: "unreachable", text: { code: "internal" } }, { confirm: 12 })).toBeUndefined();
});
