import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { isAppError } from "#shared/failure.ts";

function failureOf(pattern: string): unknown {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return isAppError(error) ? { code: error.code, text: error.text, details: error.details } : error;
  }
}

test("matches a pattern anywhere in the reply, ignoring case", () => {
  const pattern = compilePattern(String.raw`rebooted \d+`);
  expect([pattern.test("12:01 Rebooted 7 times"), pattern.test("REBOOTED x")]).toEqual([true, false]);
});

test("respects anchors", () => {
  const pattern = compilePattern("^ok$");
  expect([pattern.test("OK"), pattern.test("not ok")]).toEqual([true, false]);
});

test("reports the position of an invalid pattern", () => {
  expect(failureOf("ok (?=x)")).toEqual({
    code: "pattern-invalid",
    text: codedText("pattern-unreadable", { reason: "invalid or unsupported Perl syntax", position: 4 }),
    details: { position: 3 },
  });
  expect(failureOf("a(b")).toMatchObject({ code: "pattern-invalid", details: { position: 3 } });
  expect(failureOf("\\")).toMatchObject({ code: "pattern-invalid" });
});

test.each([
  [".{0,999}".repeat(61), 17],
  ["(?:0123456789){900}", 14],
  ["((a{40}){40}){40}", 13],
  ["a{2,}b{1000}c{999}d", 13],
])("rejects a pattern that would compile to more than 2,000 steps: %s", (pattern, position) => {
  expect(failureOf(pattern)).toEqual({
    code: "pattern-invalid",
    text: codedText("pattern-too-large", { limit: 2000, position: position + 1 }),
    details: { position },
  });
});

test.each([
  "a".repeat(500),
  "^OK.{0,300}$",
  "[0-9A-Fa-f]{1,900}",
  "(?i)(?P<hex>[0-9A-F]){900}(?:\\pL){900}",
  String.raw`\Q{999}{999}{999}\E`,
  "[{999}]{3}[]{9}]+",
  String.raw`\x{1F600}\p{Greek}{9}`,
  "(?:ERROR|OK) [0-9]{1,3}(?:,[0-9]{1,3}){0,20}",
])("accepts a pattern of usual size: %s", (pattern) => {
  expect(failureOf(pattern)).toBeUndefined();
});

test("evaluates a pattern at once that stalls a backtracking engine", () => {
  const pattern = compilePattern("^(a+)+$");
  expect(pattern.test(`${"a".repeat(20_000)}b`)).toBe(false);
});
