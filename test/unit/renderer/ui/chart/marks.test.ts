import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ChartPoint } from "../../../../../renderer/lib/chart-data.ts";
import { Marks } from "../../../../../renderer/ui/chart/marks.tsx";

function circles(values: readonly (number | undefined)[]): number {
  const points: readonly ChartPoint[] = values.map((value, index) => ({
    from: index * 10,
    until: index * 10 + 10,
    label: "",
    values: { accepted: value },
  }));
  const series = [{ id: "accepted", label: "Accepted", style: { color: "red" } }];
  const paint = { defs: createElement("defs"), fill: () => ({}) };
  const marks = { points, series, shape: "lines", height: 100, width: 100, x: (at: number) => at, paint } as const;
  return renderToStaticMarkup(createElement(Marks, { ...marks, formatValue: String })).split("<circle").length - 1;
}

test("a step without a neighbour is a dot, since a line needs two", () => {
  expect([circles([5, undefined, undefined]), circles([5, undefined, 7]), circles([5, 6, undefined])]).toEqual([
    1, 2, 0,
  ]);
});
