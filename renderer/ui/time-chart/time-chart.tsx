/** Frame of a chart of counts over time: title, legend, and scale. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode, Ref } from "react";
import { formatNumber } from "#shared/format.ts";
import type { Paint } from "./paint.tsx";
import classes from "./time-chart.module.css";

export interface Legend {
  /** The name of its fill style. */
  readonly name: string;
  readonly text: string;
  readonly count?: number;
}

export interface TimeChartProps {
  readonly label?: string;
  readonly caption: string;
  readonly legend: readonly Legend[];
  readonly paint: Paint;
  readonly top: number;
  /** The chart itself. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
}

export function TimeChart({
  label,
  caption,
  legend,
  paint,
  top,
  children,
  className,
  ref,
}: TimeChartProps): ReactElement {
  return (
    <figure
      aria-label={label}
      className={className === undefined ? classes["chart"] : `${classes["chart"]} ${className}`}
      ref={ref}
    >
      <figcaption>
        <span>{caption}</span>
        {legend.map(({ name, text, count: many }) => (
          <span className={classes["legend"]} key={name}>
            {/* Smaller than in the chart, so that the pattern is visible in the small swatch. */}
            <svg aria-hidden="true" height="10" viewBox="0 0 14 14" width="10">
              <rect height="14" rx="3" style={paint.fill(name)} width="14" />
            </svg>
            {text} {many === undefined ? undefined : <b>{formatNumber(many)}</b>}
          </span>
        ))}
        <span className={classes["top"]}>{t(($) => $.shell.chart.maximum, { count: top })}</span>
      </figcaption>
      {children}
    </figure>
  );
}
