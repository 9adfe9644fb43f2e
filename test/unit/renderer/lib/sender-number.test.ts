import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { fromProblem } from "../../../../renderer/lib/sender-number.ts";

test("accepts 1 to 15 digits with an optional plus sign, spaces and hyphens", () => {
  expect(["4911", " 4911 ", "+49 157 000-1122"].map(fromProblem)).toEqual([undefined, undefined, undefined]);
  expect(fromProblem(" ")).toBe(t(($) => $.shell.sender.missing));
  for (const from of ["49+11", "Acme", "1234567890123456", "+49 (0) 157"]) {
    expect(fromProblem(from)).toBe(t(($) => $.shell.sender.invalid, { most: 15 }));
  }
});
