import { expect, test } from "vitest";
import { compilePattern } from "../../../main/texts/reply-pattern.ts";
import { isAppError } from "../../../main/failure.ts";

function failureOf(pattern: string): unknown {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return isAppError(error) ? { code: error.code, message: error.message, details: error.details } : error;
  }
}

test("A pattern is searched anywhere in the answer, letter case ignored.", () => {
  const pattern = compilePattern(String.raw`rebooted \d+`);
  expect([pattern.test("12:01 Rebooted 7 times"), pattern.test("REBOOTED x")]).toEqual([true, false]);
});

test("Anchors hold where they are written.", () => {
  const pattern = compilePattern("^ok$");
  expect([pattern.test("OK"), pattern.test("not ok")]).toEqual([true, false]);
});

test("A pattern that cannot be read is told with its place.", () => {
  expect(failureOf("ok (?=x)")).toEqual({
    code: "pattern-invalid",
    message: "The pattern cannot be read: invalid or unsupported Perl syntax, at character 4.",
    details: { position: 3 },
  });
  expect(failureOf("a(b")).toMatchObject({ code: "pattern-invalid", details: { position: 3 } });
  expect(failureOf("\\")).toMatchObject({ code: "pattern-invalid" });
});

test("A pattern that stalls a backtracking engine is answered at once.", () => {
  const pattern = compilePattern("^(a+)+$");
  expect(pattern.test(`${"a".repeat(20_000)}b`)).toBe(false);
});
