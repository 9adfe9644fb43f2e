/** Messages of a campaign over time: per minute, or in total; with its pauses, waits, waves and stop. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { useNow } from "../../ui/use-now.ts";
import { audienceSize } from "./campaign-counts.ts";
import {
  campaignAnnotations,
  type ChartMode,
  drawCampaign,
  type TimedStep,
  type TimePoint,
} from "./campaign-series.ts";

export interface CampaignChartProps {
  readonly points: readonly TimePoint[];
  readonly steps: readonly TimedStep[];
  readonly status: CampaignStatus;
  readonly height?: number;
}

export function CampaignChart({ points, steps, status, height = 200 }: CampaignChartProps): ReactElement {
  const [mode, setMode] = useState<ChartMode>("rate");
  const now = useNow(5000);
  const drawing = useMemo(() => drawCampaign(points, status, mode, now), [points, status, mode, now]);
  const annotations = useMemo(() => campaignAnnotations(steps, now), [steps, now]);
  const audience = audienceSize(status.counts);
  return (
    <Chart
      annotations={annotations}
      axis="time"
      empty={t(($) => $.campaigns.timeline.notStarted)}
      from={drawing?.from}
      height={height}
      limit={
        mode === "total"
          ? { value: audience, label: t(($) => $.campaigns.timeline.recipients, { count: audience }) }
          : undefined
      }
      points={drawing?.points ?? []}
      series={drawing?.series ?? []}
      shape="lines"
      title={t(($) => $.campaigns.timeline.title)}
      unit={mode === "rate" ? t(($) => $.campaigns.timeline.perMinute) : t(($) => $.campaigns.timeline.messages)}
      until={drawing?.until}
    >
      <SegmentedControl
        aria-label={t(($) => $.campaigns.timeline.mode)}
        data={[
          { value: "rate", label: t(($) => $.campaigns.timeline.rate) },
          { value: "total", label: t(($) => $.campaigns.timeline.total) },
        ]}
        onChange={(value) => setMode(value === "total" ? "total" : "rate")}
        value={mode}
      />
    </Chart>
  );
}
