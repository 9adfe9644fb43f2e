import { expect, test } from "vitest";
import { isSenderNumber } from "../../../main/api/sender-number.ts";

test.each(["1", "0049", "491701234567890"])("%j can be a sender", (text) => {
  expect(isSenderNumber(text)).toBe(true);
});

test.each(["", "+4911", "ACME", "49 11", "4911\n", "1234567890123456"])("%j cannot be a sender", (text) => {
  expect(isSenderNumber(text)).toBe(false);
});
