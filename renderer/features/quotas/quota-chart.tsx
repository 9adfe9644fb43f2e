/** Remaining volume of the quotas that are set, in steps of ten per cent. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import { Chart } from "../../ui/chart/chart.tsx";
import { quotaBars } from "./quota-bars.ts";
import type { OutputOf } from "../../data/fleet-query.ts";

export interface QuotaChartProps {
  readonly overview: OutputOf<"quotas.overview">;
  readonly belowPercent: number;
}

export function QuotaChart({ overview, belowPercent }: QuotaChartProps): ReactElement {
  const points = useMemo(() => quotaBars(overview, belowPercent), [overview, belowPercent]);
  const isEmpty = points.every(({ values }) => values["endpoints"] === 0);
  return (
    <Chart
      axis="places"
      empty={t(($) => $.quotas.histogram.none)}
      height={112}
      points={isEmpty ? [] : points}
      series={series}
      shape="bars"
      title={t(($) => $.quotas.histogram.caption)}
      unit={t(($) => $.quotas.histogram.unit)}
    />
  );
}

const series = [
  {
    id: "endpoints",
    label: t(($) => $.quotas.histogram.endpoints),
    style: { color: "color-mix(in srgb, var(--accent) 60%, var(--surface))" },
  },
];
