import { expect, test } from "vitest";
import { senderProblem } from "#shared/rules/sender-number.ts";

test("accepts 1 to 15 digits with an optional plus sign, spaces and hyphens", () => {
  expect(["4911", " 4911 ", "+49 157 000-1122"].map(senderProblem)).toEqual([undefined, undefined, undefined]);
  const codes = [" ", "-4911", "49+11", "Acme", "1234567890123456", "+49 (0) 157"].map(
    (from) => senderProblem(from)?.code,
  );
  expect(codes).toEqual([
    "sender-empty",
    "sender-with-sign",
    "sender-not-digits",
    "sender-not-digits",
    "sender-too-long",
    "sender-not-digits",
  ]);
});
