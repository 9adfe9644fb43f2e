/** Events over time by severity. A span chosen in the chart becomes the time range of the list. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import type { Severity } from "#shared/contract/events/event-schemas.ts";
import type { ChartSeries, FillStyle } from "../../lib/chart-data.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { tint } from "../../ui/chart/paint.tsx";
import { timelinePoints } from "./events-queries.ts";
import { narrowTo, severities, severityStyles } from "./events-request.ts";
import classes from "./events.module.css";
import { useEvents } from "./use-events.ts";

export function EventsChart(): ReactElement {
  const { timeline } = useEvents();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const points = useMemo(() => timelinePoints(timeline?.buckets ?? []), [timeline]);
  const series = useMemo(
    (): readonly ChartSeries[] =>
      // Bars are stacked from the first series upwards. Few critical events would be invisible below many others.
      severities
        .map((severity) => ({
          id: severity,
          label: severity === "unknown" ? t(($) => $.events.severityUnknown) : severityStyles[severity].text,
          style: styles[severity],
          isStrip: severity === "critical",
          total: points.reduce((sum, { values }) => sum + (values[severity] ?? 0), 0),
        }))
        .filter(({ id, total }) => id !== "unknown" || total > 0),
    [points],
  );
  return (
    <div className={classes["chart"]}>
      <Chart
        axis="time"
        empty={timeline === undefined ? "" : t(($) => $.events.coverage.nothingLoaded)}
        height={148}
        onChoose={(span) => setQuery(narrowTo(span))}
        points={points}
        series={series}
        shape="bars"
        title={t(($) => $.events.timeline.label)}
        unit={t(($) => $.events.timeline.unit)}
      />
    </div>
  );
}

const styles: Readonly<Record<Severity, FillStyle>> = {
  critical: { color: "var(--bad)" },
  warning: {
    color: "var(--wait)",
    pattern: { kind: "stripes", ground: tint("var(--wait)", 45), every: 5, size: 2.5, turn: 45 },
  },
  info: { color: tint("var(--muted)", 55) },
  unknown: { color: "var(--surface)", pattern: { kind: "dots", ground: "var(--muted)", every: 5, size: 1.2 } },
};
