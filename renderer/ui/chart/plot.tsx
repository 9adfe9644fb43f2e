/** The plot of a chart: its scales, the crosshair with its value box, and the selection. */
import { t } from "#shared/texts/text.ts";
import { useElementSize } from "@mantine/hooks";
import { scaleLinear } from "d3-scale";
import {
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useMemo,
  useState,
} from "react";
import {
  annotationsAt,
  type ChartAnnotation,
  type ChartCursor,
  type ChartPoint,
  type ChartSeries,
  middleOf,
  moveCursor,
  pointAt,
  selectedSpan,
} from "../../lib/chart-data.ts";
import { Annotations, Gaps, Marks, PlaceAxis, Strip, stripHeight, TimeAxis } from "./marks.tsx";
import classes from "./chart.module.css";
import type { Paint } from "./paint.tsx";

export interface ChartProps {
  readonly title: string;
  /** What the values count, for example "per minute". */
  readonly unit: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly shape: "lines" | "bars";
  readonly axis: "time" | "utc-days" | "places";
  /** Ends of the axis; those of the points by default. */
  readonly from?: number;
  readonly until?: number;
  readonly annotations?: readonly ChartAnnotation[];
  /** A horizontal line. */
  readonly limit?: { readonly value: number; readonly label: string };
  /** Values without fractions; so are the ticks. */
  readonly isCount?: boolean;
  /** Offers a logarithmic scale, for one series whose values differ by orders of magnitude. */
  readonly log?: { readonly isOn: boolean; readonly onToggle: () => void };
  /** Pixels of the plot, axes included. It never changes with the data. */
  readonly height?: number;
  /** A span was chosen with the pointer or the keys. */
  readonly onChoose?: (span: { readonly from: number; readonly until: number }) => void;
  readonly formatValue?: (value: number) => string;
  /** Instead of a plot without points. */
  readonly empty: string;
  /** Next to the title. */
  readonly children?: ReactNode;
}

interface PlotProps extends Omit<ChartProps, "annotations" | "formatValue" | "height"> {
  readonly annotations: readonly ChartAnnotation[];
  readonly formatValue: (value: number) => string;
  readonly height: number;
  readonly paint: Paint;
}

const left = 46;
const right = 10;
const bottom = 20;
const headroom = 10;
const stripGap = 6;

export function Plot(props: PlotProps): ReactElement {
  const { points, series, axis, annotations, height, paint, onChoose, title, formatValue } = props;
  const { ref, width: whole } = useElementSize();
  const help = useId();
  const width = Math.max(1, whole - left - right);
  const from = props.from ?? points[0]?.from ?? 0;
  const until = props.until ?? points.at(-1)?.until ?? 1;
  const x = useMemo(() => scaleLinear([from, until], [0, width]), [from, until, width]);
  const { cursor, handlers } = useCursor(points, (pixels) => x.invert(pixels - left), onChoose);
  const strips = series.filter(({ isStrip }) => isStrip);
  const main = series.filter(({ isStrip }) => isStrip !== true);
  const top = headroom + strips.length * (stripHeight + stripGap);
  const plotHeight = Math.max(10, height - top - bottom);
  const point = cursor === undefined ? undefined : points[cursor.at];
  const selection = cursor?.anchor === undefined ? undefined : selectedSpan(points, cursor);
  const box = point === undefined ? undefined : { point, series, annotations, formatValue, paint, shape: props.shape };
  return (
    <div
      {...handlers}
      aria-describedby={help}
      aria-label={t(($) => $.shell.chart.crosshair, { title })}
      aria-valuemax={points.length}
      aria-valuemin={1}
      aria-valuenow={(cursor?.at ?? points.length - 1) + 1}
      aria-valuetext={box === undefined ? t(($) => $.shell.chart.noPoint) : boxText(box)}
      className={classes["plot"]}
      data-brush={onChoose === undefined ? undefined : true}
      ref={ref}
      role="slider"
      tabIndex={0}
    >
      <p className="visually-hidden" id={help}>
        {onChoose === undefined ? t(($) => $.shell.chart.help) : t(($) => $.shell.chart.helpChoose)}
      </p>
      {whole === 0 ? undefined : (
        <svg aria-hidden="true" height={height} width={whole}>
          <g transform={`translate(${left} ${top})`}>
            <Annotations annotations={annotations} height={plotHeight} paint={paint} until={until} x={x} />
            <Gaps height={plotHeight} paint={paint} points={points} x={x} />
            <Marks {...props} height={plotHeight} isLog={props.log?.isOn} series={main} width={width} x={x} />
            {axis === "places" ? (
              <PlaceAxis height={plotHeight} points={points} width={width} x={x} />
            ) : (
              <TimeAxis
                from={from}
                height={plotHeight}
                isDays={axis === "utc-days"}
                until={until}
                width={width}
                x={x}
              />
            )}
            {strips.map((one, index) => (
              <g key={one.id} transform={`translate(0 ${(index - strips.length) * (stripHeight + stripGap)})`}>
                <Strip paint={paint} points={points} series={one} width={width} x={x} />
              </g>
            ))}
            {selection === undefined ? undefined : (
              <rect
                className={classes["selection"]}
                height={plotHeight + top - headroom}
                width={Math.max(1, x(selection.until) - x(selection.from))}
                x={x(selection.from)}
                y={headroom - top}
              />
            )}
            {point === undefined ? undefined : (
              <path
                className={classes["crosshair"]}
                d={`M${x(middleOf(point)).toFixed(1)} ${headroom - top}V${plotHeight}`}
              />
            )}
          </g>
        </svg>
      )}
      {box === undefined ? undefined : (
        <ValueBox {...box} isLeft={x(middleOf(box.point)) > width / 2} offset={left + x(middleOf(box.point))} />
      )}
    </div>
  );
}

type CursorHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  "onBlur" | "onKeyDown" | "onPointerDown" | "onPointerLeave" | "onPointerMove" | "onPointerUp"
>;

/** The point under the pointer or reached by keys, and what was selected: dragged, or extended with Shift. */
function useCursor(
  points: readonly ChartPoint[],
  positionOf: (pixels: number) => number,
  onChoose: ChartProps["onChoose"],
): { readonly cursor: ChartCursor | undefined; readonly handlers: CursorHandlers } {
  const [cursor, setCursor] = useState<ChartCursor | undefined>(undefined);
  const choose = (at: ChartCursor): void => {
    const span = selectedSpan(points, at);
    if (span !== undefined) onChoose?.(span);
  };
  const indexOf = (event: PointerEvent<HTMLElement>): number | undefined =>
    pointAt(points, positionOf(event.clientX - event.currentTarget.getBoundingClientRect().left));
  const handlers: CursorHandlers = {
    onBlur: () => setCursor(undefined),
    onKeyDown: (event) => {
      const next = moveCursor(cursor, event, points.length);
      if (next !== undefined) setCursor(next);
      else if (event.key === "Escape" && cursor !== undefined) setCursor(undefined);
      else if (event.key === "Enter" && cursor !== undefined && onChoose !== undefined) choose(cursor);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown: (event) => {
      const at = indexOf(event);
      if (event.button !== 0 || at === undefined || onChoose === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setCursor({ at, anchor: at });
    },
    onPointerLeave: () => setCursor(undefined),
    onPointerMove: (event) => {
      const at = indexOf(event);
      if (at !== undefined) setCursor(event.buttons === 1 && cursor?.anchor !== undefined ? { ...cursor, at } : { at });
    },
    onPointerUp: () => {
      if (cursor?.anchor === undefined) return;
      choose(cursor);
      setCursor({ at: cursor.at });
    },
  };
  return { cursor, handlers };
}

interface BoxProps {
  readonly point: ChartPoint;
  readonly series: readonly ChartSeries[];
  readonly annotations: readonly ChartAnnotation[];
  readonly formatValue: (value: number) => string;
  readonly paint: Paint;
  readonly shape: ChartProps["shape"];
}

/** The values at the crosshair. */
function ValueBox({
  point,
  series,
  annotations,
  formatValue,
  paint,
  shape,
  offset,
  isLeft,
}: BoxProps & { readonly offset: number; readonly isLeft: boolean }): ReactElement {
  return (
    <div className={classes["box"]} data-side={isLeft ? "left" : "right"} style={{ left: offset }}>
      <p>{point.label}</p>
      {series.map((one) => (
        <p key={one.id}>
          <Swatch paint={paint} series={one} shape={shape} />
          {one.label}
          <b>{valueText(point.values[one.id], formatValue)}</b>
        </p>
      ))}
      {notesOf(point, annotations).map((note) => (
        <p className={classes["note"]} key={note}>
          {note}
        </p>
      ))}
    </div>
  );
}

/** The value box for screen readers. */
function boxText({ point, series, annotations, formatValue }: BoxProps): string {
  const values = series.map(({ id, label }) =>
    t(($) => $.shell.chart.value, { label, value: valueText(point.values[id], formatValue) }),
  );
  return [
    t(($) => $.shell.chart.at, { label: point.label, values: values.join(", ") }),
    ...notesOf(point, annotations),
  ].join(". ");
}

/** The mark of a series: a piece of its line, or its fill. */
export function Swatch({
  series: { id, style, dash },
  paint,
  shape,
}: {
  readonly series: ChartSeries;
  readonly paint: Paint;
  readonly shape: ChartProps["shape"];
}): ReactElement {
  return shape === "lines" ? (
    <svg aria-hidden="true" height="10" width="18">
      <path d="M0 5H18" strokeDasharray={dash} strokeWidth="2" style={{ stroke: style.color }} />
    </svg>
  ) : (
    <svg aria-hidden="true" height="10" viewBox="0 0 14 14" width="10">
      <rect height="14" rx="3" style={paint.fill(id)} width="14" />
    </svg>
  );
}

export function valueText(value: number | undefined, formatValue: (value: number) => string): string {
  return value === undefined ? t(($) => $.shell.chart.unknown) : formatValue(value);
}

/** Gaps and annotations of a point, as text. */
export function notesOf(point: ChartPoint, annotations: readonly ChartAnnotation[]): readonly string[] {
  const gap =
    point.gap === undefined
      ? []
      : [point.gap === "unread" ? t(($) => $.shell.chart.notLoaded) : t(($) => $.shell.chart.partlyLoaded)];
  const events = annotationsAt(annotations, point).map(({ label, detail }) =>
    detail === undefined ? label : t(($) => $.shell.chart.note, { label, detail }),
  );
  return [...gap, ...new Set(events)];
}
