/** A chart with axes, a legend that toggles series, a crosshair by pointer and keys, and the same data as a table. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy, IconMathFunction, IconTable } from "@tabler/icons-react";
import { type ReactElement, useId, useMemo, useState } from "react";
import { formatNumber } from "#shared/format.ts";
import { type ChartAnnotation, chartCsv } from "../../lib/chart-data.ts";
import { LiveRegion } from "../live-region.tsx";
import { copyText } from "../virtual-table/copy.ts";
import classes from "./chart.module.css";
import { usePaint } from "./paint.tsx";
import { type ChartProps, notesOf, Plot, Swatch, valueText } from "./plot.tsx";

export function Chart(props: ChartProps): ReactElement {
  const { title, unit, points, series, axis, annotations = noAnnotations, height = 180, empty, children } = props;
  const { formatValue = formatNumber, onChoose, log } = props;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [isTable, setTable] = useState(false);
  const [message, setMessage] = useState("");
  const titleId = useId();
  const paint = usePaint(
    useMemo(
      () => ({
        ...Object.fromEntries(series.map(({ id, style }) => [id, style])),
        ...Object.fromEntries(
          points.flatMap(({ style }, index) => (style === undefined ? [] : [[`point-${index}`, style]])),
        ),
        ...annotationStyles,
      }),
      [points, series],
    ),
  );
  const visible = series.filter(({ id }) => !hidden.includes(id));
  const copy = (): void => {
    const csv = chartCsv(points, series, {
      isTime: axis !== "places",
      from: t(($) => $.shell.period.from),
      until: t(($) => $.shell.period.until),
      label: title,
    });
    void copyText(
      csv,
      t(($) => $.shell.chart.copied, { count: points.length }),
    ).then(setMessage);
  };
  return (
    <figure aria-labelledby={titleId} className={classes["chart"]}>
      {/* Outside the plot: without one, the legend needs them as well. */}
      <svg aria-hidden="true" className="visually-hidden">
        {paint.defs}
      </svg>
      <figcaption>
        <span id={titleId}>
          <b>{title}</b> <span className={classes["unit"]}>{unit}</span>
        </span>
        {series.length < 2 && series.every(({ total }) => total === undefined) ? undefined : (
          <div aria-label={t(($) => $.shell.chart.series)} className={classes["legend"]} role="group">
            {series.map((one) => (
              <button
                aria-pressed={!hidden.includes(one.id)}
                key={one.id}
                onClick={() =>
                  setHidden(hidden.includes(one.id) ? hidden.filter((id) => id !== one.id) : [...hidden, one.id])
                }
                type="button"
              >
                <Swatch paint={paint} series={one} shape={props.shape} />
                {one.label}
                {one.total === undefined ? undefined : <b>{formatValue(one.total)}</b>}
              </button>
            ))}
          </div>
        )}
        <span className={classes["tools"]}>
          {children}
          {log === undefined ? undefined : <LogSwitch {...log} />}
          <ActionIcon
            aria-label={t(($) => $.shell.chart.table)}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
            size={24}
            title={t(($) => $.shell.chart.table)}
          >
            <IconTable size={14} />
          </ActionIcon>
          <ActionIcon
            aria-label={t(($) => $.shell.chart.copyCsv)}
            disabled={points.length === 0}
            onClick={copy}
            size={24}
            title={t(($) => $.shell.chart.copyCsv)}
          >
            {message === "" ? <IconCopy size={14} /> : <IconCheck size={14} />}
          </ActionIcon>
        </span>
      </figcaption>
      <div className={classes["frame"]} style={{ height }}>
        {points.length === 0 ? (
          <p className={classes["empty"]}>{empty}</p>
        ) : isTable ? (
          <ChartTable
            annotations={annotations}
            formatValue={formatValue}
            label={title}
            points={points}
            series={series}
          />
        ) : (
          <Plot
            {...props}
            annotations={annotations}
            formatValue={formatValue}
            height={height}
            onChoose={onChoose}
            paint={paint}
            series={visible}
          />
        )}
      </div>
      <LiveRegion sentence={message} />
    </figure>
  );
}

function LogSwitch({ isOn, onToggle }: NonNullable<ChartProps["log"]>): ReactElement {
  return (
    <ActionIcon
      aria-label={t(($) => $.shell.chart.logScale)}
      aria-pressed={isOn}
      onClick={onToggle}
      size={24}
      title={t(($) => $.shell.chart.logScale)}
      variant={isOn ? "filled" : undefined}
    >
      <IconMathFunction size={14} />
    </ActionIcon>
  );
}

const noAnnotations: readonly ChartAnnotation[] = [];

/** Hatched where nothing was read; throttling and pauses are shaded. */
const annotationStyles = {
  unread: {
    color: "color-mix(in srgb, var(--muted) 45%, transparent)",
    pattern: { kind: "stripes", ground: "var(--line2)", every: 7, size: 1, turn: -45 },
  },
  throttled: {
    color: "color-mix(in srgb, var(--wait) 30%, transparent)",
    pattern: { kind: "stripes", ground: "var(--wait-s)", every: 6, size: 1.5, turn: 45 },
  },
  paused: { color: "color-mix(in srgb, var(--muted) 14%, transparent)" },
  waiting: { color: "color-mix(in srgb, var(--accent) 9%, transparent)" },
} as const;

interface ChartTableProps extends Pick<ChartProps, "points" | "series"> {
  readonly label: string;
  readonly annotations: readonly ChartAnnotation[];
  readonly formatValue: (value: number) => string;
}

function ChartTable({ label, points, series, annotations, formatValue }: ChartTableProps): ReactElement {
  const hasNotes = annotations.length > 0 || points.some(({ gap }) => gap !== undefined);
  return (
    // A scrolled area has to be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <div aria-label={label} className={classes["table"]} role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.shell.chart.place)}</th>
            {series.map(({ id, label: name }) => (
              <th data-align="end" key={id} scope="col">
                {name}
              </th>
            ))}
            {hasNotes ? <th scope="col">{t(($) => $.shell.chart.notes)}</th> : undefined}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">{point.label}</th>
              {series.map(({ id }) => (
                <td data-align="end" key={id}>
                  {valueText(point.values[id], formatValue)}
                </td>
              ))}
              {hasNotes ? <td>{notesOf(point, annotations).join(" · ")}</td> : undefined}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
