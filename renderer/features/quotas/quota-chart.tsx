/** Remaining volume of the quotas that are set, in steps of ten per cent. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import { formatNumber } from "#shared/format.ts";
import { barText, quotaChartSummary, quotaBars } from "./quota-bars.ts";
import classes from "./quota-chart.module.css";
import type { OutputOf } from "../../data/fleet-query.ts";

export interface QuotaChartProps {
  readonly overview: OutputOf<"quotas.overview">;
  readonly belowPercent: number;
}

export function QuotaChart({ overview, belowPercent }: QuotaChartProps): ReactElement {
  const bars = useMemo(() => quotaBars(overview, belowPercent), [overview, belowPercent]);
  return (
    <figure className={classes["chart"]}>
      <figcaption>{t(($) => $.quotas.histogram.caption)}</figcaption>
      <div aria-label={quotaChartSummary(bars)} role="img">
        <div className={classes["bars"]}>
          {bars.map((bar) => (
            <div className={classes["bar"]} key={bar.id} title={barText(bar)}>
              {bar.count === 0 ? "" : formatNumber(bar.count)}
              <i data-tone={bar.tone} style={{ height: `${bar.height * 72}%` }} />
            </div>
          ))}
        </div>
        <div className={classes["axis"]}>
          {bars.map((bar) => (
            <span key={bar.id}>{bar.axis}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}
