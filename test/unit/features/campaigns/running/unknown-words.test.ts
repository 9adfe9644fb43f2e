import { expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { decisionNeeded } from "../../../../../main/features/campaigns/running/unknown-words.ts";

const none = { toLookUp: 0, unclear: 0 };

test("a person decides once no look-up is due", () => {
  expect(decisionNeeded({ unknown: 3, unverified: { toLookUp: 1, unclear: 0 } })).toBeUndefined();
  expect(decisionNeeded({ unknown: 3, unverified: none })).toEqual({
    reason: "unknown-recipients",
    message: codedText("stays-unknown", { count: 3 }),
  });
  expect(decisionNeeded({ unknown: 0, unverified: { toLookUp: 0, unclear: 2 } })).toEqual({
    reason: "unverified-copy",
    message: codedText("unverified-left", { count: 2 }),
  });
  expect(decisionNeeded({ unknown: 0, unverified: none })).toBeUndefined();
});
