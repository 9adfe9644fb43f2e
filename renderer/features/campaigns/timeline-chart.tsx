/** Counts over time: outcomes above, delivery status below, on a shared time axis. */
import { t } from "#shared/texts/text.ts";
import { useElementSize } from "@mantine/hooks";
import { type ReactElement, useMemo } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { type FillStyle, usePaint, tint } from "../../ui/time-chart/paint.tsx";
import { TimeChart } from "../../ui/time-chart/time-chart.tsx";
import { useNow } from "../../ui/use-now.ts";
import { audienceSize } from "./campaign-counts.ts";
import classes from "./timeline-chart.module.css";
import {
  areaPath,
  type Band,
  deliveryBands,
  drawBands,
  outcomeBands,
  type TimePoint,
  withPresent,
} from "./timeline-bands.ts";

export interface TimelineChartProps {
  readonly points: readonly TimePoint[];
  readonly status: CampaignStatus;
}

export function TimelineChart({ points, status }: TimelineChartProps): ReactElement {
  const now = useNow(2000);
  const { counts, startedAt } = status;
  const visiblePoints = useMemo(() => withPresent(points, status, now), [points, status, now]);
  if (startedAt === undefined) return <p className="muted">{t(($) => $.campaigns.timeline.notStarted)}</p>;
  return (
    <div className={classes["charts"]}>
      <Bands
        bands={outcomeBands}
        height={88}
        name={t(($) => $.campaigns.cards.outcome)}
        points={visiblePoints}
        top={audienceSize(counts)}
      />
      <Bands
        bands={deliveryBands}
        height={88}
        name={t(($) => $.campaigns.cards.delivery)}
        points={visiblePoints}
        top={counts.accepted}
      />
    </div>
  );
}

interface BandsProps {
  readonly name: string;
  readonly bands: readonly Band[];
  readonly points: readonly TimePoint[];
  readonly top: number;
  readonly height: number;
}

function Bands({ name, bands, points, top, height }: BandsProps): ReactElement {
  const paint = usePaint(styles);
  const { ref, width } = useElementSize();
  const drawing = useMemo(() => drawBands(points, bands, top), [points, bands, top]);
  const countsText = drawing?.areas
    .map(({ count, text }) => t(($) => $.campaigns.counts.part, { value: count, label: text }))
    .join(", ");
  const about =
    drawing === undefined || countsText === undefined
      ? t(($) => $.campaigns.timeline.empty, { name })
      : t(($) => $.campaigns.timeline.chart, {
          name,
          from: formatDateTime(drawing.from),
          until: formatDateTime(drawing.until),
          counts: countsText,
          total: drawing.top,
        });
  return (
    <TimeChart
      caption={name}
      legend={drawing?.areas.map(({ id, text, count: many }) => ({ name: id, text, count: many })) ?? []}
      paint={paint}
      ref={ref}
      top={Math.max(top, 0)}
    >
      <svg aria-label={about} className={classes["chart"]} height={height} role="img" width="100%">
        {paint.defs}
        {drawing?.areas.map((area) => (
          <path d={areaPath(area, width, height)} key={area.id} style={paint.fill(area.id)} />
        ))}
      </svg>
      {drawing === undefined ? undefined : (
        <div className={classes["axis"]}>
          <span>{clock(drawing.from, drawing.until)}</span>
          <span>{clock(drawing.until, drawing.until)}</span>
        </div>
      )}
    </TimeChart>
  );
}

const bad: FillStyle = {
  color: "var(--bad)",
  pattern: { kind: "stripes", ground: tint("var(--bad)", 30), every: 6, size: 3, turn: 45 },
};

const styles: Readonly<Record<string, FillStyle>> = {
  accepted: { color: tint("var(--accent)", 55) },
  delivered: { color: tint("var(--good)", 60) },
  refused: bad,
  failed: bad,
  buffered: {
    color: "var(--wait)",
    pattern: { kind: "stripes", ground: tint("var(--wait)", 30), every: 5, size: 2 },
  },
  unknown: { color: "var(--surface)", pattern: { kind: "dots", ground: "var(--unknown)", every: 6, size: 1.2 } },
};

/** Includes seconds in a chart of less than ten minutes. */
function clock(at: number, until: number): string {
  return until - at < 600_000 ? (formatDateTime(at).split(", ").at(-1) ?? "") : formatTime(at, until);
}
