import { expect, test } from "vitest";
import { describeTarget, describeValue, verdictOf, type Figure } from "../../../tools/bench/figures.ts";
import { formatTable } from "../../../tools/bench/table.ts";

const figure = (value: number, rest: Partial<Figure> = {}): Figure => ({ label: "w", value, unit: "ms", ...rest });

test("columns are as wide as their widest cell, and numbers are right-aligned", () => {
  const rows = [
    ["engine", "12.5 /s", "met"],
    ["s", "1234 /s", ""],
  ];
  expect(formatTable(["what", "figure", "verdict"], rows, ["figure"])).toEqual([
    "what     figure  verdict",
    "------  -------  -------",
    "engine  12.5 /s  met",
    "s       1234 /s",
  ]);
});

test("a row with too few cells ends early", () => {
  expect(formatTable(["a", "b"], [["x"]])).toEqual(["a  b", "-  -", "x"]);
});

test("a figure equal to its target meets it", () => {
  expect([
    verdictOf(figure(0.85, { target: { atLeast: 0.85 } })),
    verdictOf(figure(16, { target: { atMost: 16 } })),
  ]).toEqual(["met", "met"]);
});

test("a figure on the wrong side of its target misses it", () => {
  expect([
    verdictOf(figure(0.84, { target: { atLeast: 0.85 } })),
    verdictOf(figure(16.1, { target: { atMost: 16 } })),
  ]).toEqual(["SHORT", "SHORT"]);
});

test("a figure without a target has no verdict", () => {
  expect([verdictOf(figure(1)), describeTarget(figure(1))]).toEqual(["", ""]);
});

test("values have three significant digits", () => {
  expect([0.1234, 1.234, 12.34, 123.4, 12_345.6].map((value) => describeValue(figure(value, { unit: "" })))).toEqual([
    "0.123",
    "1.23",
    "12.3",
    "123",
    "12346",
  ]);
});

test("targets state on which side they are met", () => {
  expect([
    describeTarget(figure(1, { target: { atMost: 300 } })),
    describeTarget(figure(1, { unit: "", target: { atLeast: 0.8 } })),
  ]).toEqual(["<= 300 ms", ">= 0.8"]);
});
