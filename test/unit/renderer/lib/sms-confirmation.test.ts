import { expect, test } from "vitest";
import { nextConfirmation } from "../../../../renderer/lib/sms-confirmation.ts";

const needed = (details: Record<string, unknown>) => ({
  code: "confirmation-needed",
  text: { code: "internal" },
  details,
});

test("each question adds to what was confirmed before", () => {
  const long = nextConfirmation(needed({ field: "confirm", count: 12 }));
  expect(long).toEqual({ confirm: 12 });
  expect(nextConfirmation(needed({ field: "evenIfSuppressed", entries: [] }), long)).toEqual({
    confirm: 12,
    evenIfSuppressed: true,
  });
});

test("another failure asks for nothing", () => {
  expect(nextConfirmation({ code: "unreachable", text: { code: "internal" } }, { confirm: 12 })).toBeUndefined();
});
