import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { readSourceAddress } from "../../../../../main/features/campaigns/planning/identifier-forms.ts";

test.each([
  ["1", "1"],
  [" 12345 ", "12345"],
  ["+49 157 000 1122", "491570001122"],
  ["12 34", "1234"],
  ["491701234567890", "491701234567890"],
])("sends %j as %j", (from, address) => {
  expect(readSourceAddress(from)).toBe(address);
});

test.each([
  ["", codedText("sender-empty")],
  ["-4917012345", codedText("sender-with-sign", { address: "-4917012345" })],
  ["Fleet", codedText("sender-not-digits", { address: "Fleet" })],
  ["1.5", codedText("sender-not-digits", { address: "1.5" })],
  ["١٢٣", codedText("sender-not-digits", { address: "١٢٣" })],
  ["1234567890123456", codedText("sender-too-long", { address: "1234567890123456", digits: 16, limit: 15 })],
])("rejects %j with the reason", (from, text) => {
  expect(() => readSourceAddress(from)).toThrow(expect.objectContaining({ code: "source-address-invalid", text }));
});

test("removes brackets from a number", () => {
  expect(() => readSourceAddress("+49 (0) 157")).toThrow(
    expect.objectContaining({ text: expect.objectContaining({ code: "sender-not-digits" }) }),
  );
});
