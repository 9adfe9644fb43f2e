/** The marks of a plot: grid, lines, bars, strips, annotations and axes. */
import { scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { type ReactElement, useMemo } from "react";
import { type ChartAnnotation, type ChartPoint, type ChartSeries, middleOf } from "../../lib/chart-data.ts";
import { dayAxis, logScale, timeAxis, valueScale } from "./axis.ts";
import classes from "./chart.module.css";
import type { Paint } from "./paint.tsx";

export const stripHeight = 26;
/** The smallest visible bar. */
const smallest = 2;

type Scale = (value: number) => number;

interface MarksProps {
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly shape: "lines" | "bars";
  readonly height: number;
  readonly width: number;
  readonly x: Scale;
  readonly paint: Paint;
  readonly limit?: { readonly value: number; readonly label: string };
  readonly isCount?: boolean;
  readonly isLog?: boolean;
  readonly formatValue: (value: number) => string;
}

export function Marks({
  points,
  series,
  shape,
  height,
  width,
  x,
  paint,
  limit,
  isCount = true,
  isLog = false,
  formatValue,
}: MarksProps): ReactElement {
  const { scale: y, ticks } = useMemo(() => {
    const tops = points.flatMap(({ values }) => {
      const all = series.map(({ id }) => values[id] ?? 0);
      return shape === "bars" ? all.reduce((sum, value) => sum + value, 0) : all;
    });
    const options = { isCount, count: height < 100 ? 3 : 4 };
    if (isLog) return logScale([limit?.value ?? 0, ...tops], height, options);
    return valueScale(Math.max(limit?.value ?? 0, ...tops), height, options);
  }, [points, series, shape, limit, height, isCount, isLog]);
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick).toFixed(1)})`}>
          <path className={tick === 0 ? classes["base"] : classes["grid"]} d={`M0 0H${width}`} />
          <text className={classes["tick"]} dy="0.32em" textAnchor="end" x={-8}>
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {shape === "bars" ? (
        <Bars paint={paint} points={points} series={series} x={x} y={y} />
      ) : (
        <Lines points={points} series={series} x={x} y={y} />
      )}
      {limit === undefined ? undefined : (
        <g transform={`translate(0 ${y(limit.value).toFixed(1)})`}>
          <path className={classes["limit"]} d={`M0 0H${width}`} />
          <text className={classes["tick"]} dy="-4" textAnchor="end" x={width}>
            {limit.label}
          </text>
        </g>
      )}
    </>
  );
}

interface SeriesProps {
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly x: Scale;
  readonly y: Scale;
}

function Lines({ points, series, x, y }: SeriesProps): ReactElement {
  return (
    <>
      {series.map(({ id, style, dash }, index) => {
        const isDefined = ({ values }: ChartPoint): boolean => values[id] !== undefined;
        const height = ({ values }: ChartPoint): number => y(values[id] ?? 0);
        // A line through one point is invisible.
        const isAlone = (at: number): boolean =>
          ![points[at - 1], points[at + 1]].some((near) => near !== undefined && isDefined(near));
        const stroke = line<ChartPoint>((point) => x(middleOf(point)), height)
          .defined(isDefined)
          .curve(curveMonotoneX);
        const ground = area<ChartPoint>()
          .x((point) => x(middleOf(point)))
          .y0(y(0))
          .y1(height)
          .defined(isDefined)
          .curve(curveMonotoneX);
        return (
          <g key={id}>
            {index === 0 ? <path d={ground(points) ?? ""} opacity="0.1" style={{ fill: style.color }} /> : undefined}
            <path
              className={classes["line"]}
              d={stroke(points) ?? ""}
              strokeDasharray={dash}
              style={{ stroke: style.color }}
            />
            {points.map((point, at) =>
              isDefined(point) && (isMoment(point) || isAlone(at)) ? (
                <circle
                  cx={x(middleOf(point))}
                  cy={height(point)}
                  key={point.from}
                  r={2.5}
                  style={{ fill: style.color }}
                />
              ) : undefined,
            )}
          </g>
        );
      })}
    </>
  );
}

/** A single reading, not a step of time. */
function isMoment({ from, until }: ChartPoint): boolean {
  return until - from <= 1;
}

function Bars({ points, series, x, y, paint }: SeriesProps & { readonly paint: Paint }): ReactElement {
  return (
    <>
      {points.map((point, index) => {
        let ground = y(0);
        const width = x(point.until) - x(point.from);
        const gap = Math.min(3, width / 5);
        return (
          <g key={point.from}>
            {series.map(({ id }) => {
              const value = point.values[id] ?? 0;
              if (value === 0) return undefined;
              const height = Math.max(smallest, y(0) - y(value));
              ground -= height;
              return (
                <rect
                  height={height}
                  key={id}
                  rx={Math.min(2, width / 6)}
                  style={paint.fill(point.style === undefined ? id : `point-${index}`)}
                  width={Math.max(1, width - gap)}
                  x={x(point.from) + gap / 2}
                  y={ground}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** One series with a scale of its own, from 0 to its maximum. */
export function Strip({
  points,
  series,
  x,
  paint,
  width,
}: {
  readonly points: readonly ChartPoint[];
  readonly series: ChartSeries;
  readonly x: Scale;
  readonly paint: Paint;
  readonly width: number;
}): ReactElement {
  const highest = Math.max(1, ...points.map(({ values }) => values[series.id] ?? 0));
  const y = scaleLinear([0, highest], [stripHeight, 0]);
  return (
    <>
      <path className={classes["grid"]} d={`M0 0H${width}`} />
      <path className={classes["base"]} d={`M0 ${stripHeight}H${width}`} />
      <text className={classes["tick"]} dy="0.7em" textAnchor="end" x={-8}>
        {highest}
      </text>
      <Bars paint={paint} points={points} series={[series]} x={x} y={y} />
    </>
  );
}

export function Gaps({
  points,
  x,
  height,
  paint,
}: {
  readonly points: readonly ChartPoint[];
  readonly x: Scale;
  readonly height: number;
  readonly paint: Paint;
}): ReactElement {
  return (
    <>
      {points.map(({ from, until, gap }) =>
        gap === undefined ? undefined : (
          <rect
            height={gap === "unread" ? height : 5}
            key={from}
            style={paint.fill("unread")}
            width={x(until) - x(from) + 0.5}
            x={x(from)}
          />
        ),
      )}
    </>
  );
}

interface AnnotationsProps {
  readonly annotations: readonly ChartAnnotation[];
  readonly x: Scale;
  readonly until: number;
  readonly height: number;
  readonly paint: Paint;
}

/** Spans are shaded, moments are lines; labels that would overlap the previous one are left to the value box and the table. */
export function Annotations({ annotations, x, until: end, height, paint }: AnnotationsProps): ReactElement {
  const labelled = useMemo(() => labelsWithoutOverlap(annotations, x), [annotations, x]);
  return (
    <>
      {annotations.map(({ from, until, kind, label }, index) => {
        const start = Math.max(0, x(from));
        const stop = until === undefined ? start : Math.min(x(end), x(until));
        return (
          <g data-kind={kind} key={`${kind} ${from} ${index}`}>
            {until === undefined ? (
              <path className={classes["moment"]} d={`M${start.toFixed(1)} 0V${height}`} />
            ) : (
              <rect height={height} style={paint.fill(kind)} width={Math.max(1, stop - start)} x={start} />
            )}
            {labelled.has(index) ? (
              <text className={classes["annotation"]} x={start + 4} y={11}>
                {label}
              </text>
            ) : undefined}
          </g>
        );
      })}
    </>
  );
}

function labelsWithoutOverlap(annotations: readonly ChartAnnotation[], x: Scale): ReadonlySet<number> {
  const labelled = new Set<number>();
  let free = 0;
  for (const [index, { from, label }] of annotations.entries()) {
    const start = Math.max(0, x(from));
    if (start < free) continue;
    labelled.add(index);
    free = start + label.length * 6.2 + 8;
  }
  return labelled;
}

interface TimeAxisProps {
  /** Values are per day of UTC. */
  readonly isDays: boolean;
  readonly from: number;
  readonly until: number;
  readonly width: number;
  readonly height: number;
  readonly x: Scale;
}

export function TimeAxis({ isDays, from, until, width, height, x }: TimeAxisProps): ReactElement {
  const ticks = useMemo(
    () => (isDays ? dayAxis : timeAxis)(from, until, Math.min(8, Math.round(width / 110))),
    [isDays, from, until, width],
  );
  return (
    <g transform={`translate(0 ${height})`}>
      {ticks.map(({ at, text }) => (
        <g key={at} transform={`translate(${x(at).toFixed(1)} 0)`}>
          <path className={classes["base"]} d="M0 0V4" />
          <text
            className={classes["tick"]}
            textAnchor={x(at) < 20 ? "start" : x(at) > width - 20 ? "end" : "middle"}
            y={16}
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Labels that would overlap are omitted evenly; the last one stays. */
export function PlaceAxis({
  points,
  width,
  height,
  x,
}: {
  readonly points: readonly ChartPoint[];
  readonly width: number;
  readonly height: number;
  readonly x: Scale;
}): ReactElement {
  const longest = Math.max(...points.map(({ tick = "" }) => tick.length));
  const every = Math.max(1, Math.ceil((longest * 6.4 + 6) / (width / Math.max(1, points.length))));
  return (
    <g transform={`translate(0 ${height})`}>
      {points.map((point, index) =>
        index % every === 0 ? (
          <text className={classes["tick"]} key={point.from} textAnchor="middle" x={x(middleOf(point))} y={16}>
            {point.tick}
          </text>
        ) : undefined,
      )}
    </g>
  );
}
