import { expect, test } from "vitest";
import { check, example, type Rule } from "./rule.ts";
import { readSources } from "./source-files.ts";

const mostLines = 500;
/** Catalogues are lists, so their length is no problem. */
const unlimited = /^shared\/texts\/en\//;
const mostReadmeLines = 15;

const sourceRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const lines = linesOf(text);
    return lines > mostLines && !unlimited.test(file)
      ? [{ file, problem: `has ${lines} lines, ${mostLines} are allowed` }]
      : [];
  });

const readmeRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const lines = linesOf(text);
    return file.endsWith("README.md") && lines > mostReadmeLines
      ? [{ file, problem: `has ${lines} lines, ${mostReadmeLines} are allowed` }]
      : [];
  });

function linesOf(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

test("no source file is longer than 500 lines", () => {
  expect(check("size", sourceRule, readSources())).toEqual([]);
});

test("reports a file of 501 lines, not one of 500", () => {
  const files = example({
    "main/a.ts": "x\n".repeat(501),
    "main/b.ts": "x\n".repeat(500),
    "shared/texts/en/a.ts": "x\n".repeat(501),
  });
  expect(sourceRule(files)).toEqual([{ file: "main/a.ts", problem: "has 501 lines, 500 are allowed" }]);
});

test("no folder's README is longer than 15 lines", () => {
  expect(check("readme", readmeRule, readSources(["md"]))).toEqual([]);
});

test("reports a README of 16 lines", () => {
  expect(readmeRule(example({ "main/core/api/README.md": "x\n".repeat(16) }))).toHaveLength(1);
});
