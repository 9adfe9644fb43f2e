import { expect, test } from "vitest";
import { check, example, type Rule } from "./rule.ts";
import { readSources } from "./source-files.ts";

const mostLines = 300;
const mostReadmeLines = 15;

const sourceRule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const lines = linesOf(text);
    return lines > mostLines ? [{ file, problem: `has ${lines} lines, ${mostLines} are allowed` }] : [];
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

test("no source file is longer than 300 lines", () => {
  expect(check("size", sourceRule, readSources())).toEqual([]);
});

test("a file of 301 lines is found, one of 300 is not", () => {
  const files = example({ "main/a.ts": "x\n".repeat(301), "main/b.ts": "x\n".repeat(300) });
  expect(sourceRule(files)).toEqual([{ file: "main/a.ts", problem: "has 301 lines, 300 are allowed" }]);
});

test("no folder's README is longer than 15 lines", () => {
  expect(check("readme", readmeRule, readSources(["md"]))).toEqual([]);
});

test("a README of 16 lines is found", () => {
  expect(readmeRule(example({ "main/api/README.md": "x\n".repeat(16) }))).toHaveLength(1);
});
