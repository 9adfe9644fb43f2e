import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeSenderNumber as normalizeInCore } from "../../../../main/api/sender-number.ts";
import { fromProblem, normalizeSenderNumber } from "../../../../renderer/lib/sender-number.ts";

test("a sender is 1 to 15 digits, with or without a plus sign, blanks and hyphens", () => {
  expect(["4911", " 4911 ", "+49 157 000-1122"].map(fromProblem)).toEqual([undefined, undefined, undefined]);
  expect(fromProblem(" ")).toBe("The sender number is missing.");
  for (const from of ["49+11", "Acme", "1234567890123456", "+49 (0) 157"]) {
    expect(fromProblem(from)).toBe("The sender number may have 1 to 15 digits and nothing else.");
  }
});

test("the window writes a number as the core does", () => {
  const unit = fc.constantFrom(...Array.from("+-0123456789 \u00a0.(x"));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect(normalizeSenderNumber(text)).toBe(normalizeInCore(text));
    }),
  );
});
