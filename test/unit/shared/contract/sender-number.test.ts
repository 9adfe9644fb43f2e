import { expect, test } from "vitest";
import { isSenderNumber, normalizeSenderNumber } from "#shared/rules/sender-number.ts";

test.each(["1", "0049", "491701234567890"])("%j can be a sender", (text) => {
  expect(isSenderNumber(text)).toBe(true);
});

test.each(["", "+4911", "ACME", "49 11", "4911\n", "1234567890123456"])("%j cannot be a sender", (text) => {
  expect(isSenderNumber(text)).toBe(false);
});

test.each([
  ["+49 157 000 1122", "491570001122"],
  [" 49\u00a0157-000-1122 ", "491570001122"],
  ["4911", "4911"],
])("%j is the number %s", (text, number) => {
  expect(normalizeSenderNumber(text)).toBe(number);
});

test.each(["+49 (0) 157", "-4911", "49.11", "+", "49 11-", "ACME 1", "++49", ""])("%j stays as it is", (text) => {
  expect(normalizeSenderNumber(text)).toBe(text);
});
