import { expect, test } from "vitest";
import { readSourceAddress } from "../../../../../main/features/campaigns/planning/source-address.ts";

test.each([
  ["1", "1"],
  [" 12345 ", "12345"],
  ["+49 157 000 1122", "491570001122"],
  ["12 34", "1234"],
  ["491701234567890", "491701234567890"],
])("%j is sent as %j", (from, address) => {
  expect(readSourceAddress(from)).toBe(address);
});

test.each([
  ["", "it is empty"],
  ["-4917012345", "without a sign"],
  ["Fleet", "digits only"],
  ["+49 (0) 157", "digits only"],
  ["1.5", "digits only"],
  ["١٢٣", "digits only"],
  ["1234567890123456", "at most 15"],
])("%j is refused, saying that %s", (from, why) => {
  expect(() => readSourceAddress(from)).toThrow(
    expect.objectContaining({ code: "source-address-invalid", message: expect.stringContaining(why) }),
  );
});
