import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Chart } from "../../../../../renderer/ui/chart/chart.tsx";

test("the legend of a chart without data has the patterns of its series", () => {
  const pattern = { kind: "stripes", ground: "white", every: 6, size: 3 } as const;
  const chart = createElement(Chart, {
    title: "Events",
    unit: "",
    axis: "time",
    shape: "bars",
    empty: "",
    points: [],
    series: [
      { id: "warning", label: "Warning", style: { color: "orange", pattern } },
      { id: "info", label: "Info", style: { color: "grey" } },
    ],
  });
  const html = renderToStaticMarkup(createElement(MantineProvider, null, chart));
  const [, id = "none"] = /url\(&quot;#([^&]+)&quot;\)/.exec(html) ?? [];
  expect(html).toContain(`id="${id}"`);
});
