/** Messages of a campaign over time: per minute, or in total; with its pauses, waits, waves and stop. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, SegmentedControl } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { useNow } from "../../ui/use-now.ts";
import { audienceSize } from "./campaign-counts.ts";
import {
  campaignAnnotations,
  type CampaignStep,
  type ChartMode,
  deliveryPoints,
  drawCampaign,
  failureReasons,
  type Throttle,
  type TimePoint,
} from "./campaign-series.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { BarList } from "../../ui/chart/bar-list.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import classes from "./campaigns.module.css";
import { formatDateTime } from "#shared/format.ts";
import { pauseReasonText } from "#shared/rules/pause-reasons.ts";
import { Panel } from "../../ui/panel.tsx";

export interface CampaignChartProps {
  readonly points: readonly TimePoint[];
  readonly steps: readonly CampaignStep[];
  readonly throttles: readonly Throttle[];
  readonly status: CampaignStatus;
  readonly height?: number;
}

export function CampaignChart({ points, steps, throttles, status, height = 200 }: CampaignChartProps): ReactElement {
  const [mode, setMode] = useState<ChartMode>("rate");
  const now = useNow(5000);
  const drawing = useMemo(() => drawCampaign(points, status, mode, now), [points, status, mode, now]);
  const annotations = useMemo(() => campaignAnnotations(steps, throttles, now), [steps, throttles, now]);
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

// How long deliveries of a campaign took, and why recipients were not reached.

export function CampaignBreakdown({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { campaignId, delivery } = status;
  const state = useFleetQuery("campaigns.breakdown", { campaignId }, { reloadOnOpen: true });
  const breakdown = dataOf(state);
  const points = useMemo(() => deliveryPoints(breakdown?.deliveryTimes ?? []), [breakdown]);
  const reasons = useMemo(
    () => (breakdown === undefined ? [] : failureReasons(breakdown, delivery, campaignId)),
    [breakdown, campaignId, delivery],
  );
  if (state.state === "failed" && breakdown === undefined) return <FailureNotice failure={state.failure} />;
  return (
    <div className={classes["breakdown"]}>
      <section className={classes["chart"]}>
        <Chart
          axis="places"
          empty={breakdown === undefined ? "" : t(($) => $.campaigns.timeline.noDeliveries)}
          height={168}
          points={points}
          series={deliverySeries}
          shape="bars"
          title={t(($) => $.campaigns.timeline.deliveryTime)}
          unit={t(($) => $.campaigns.timeline.messages)}
        />
      </section>
      <section className={classes["chart"]}>
        <BarList
          empty={breakdown === undefined ? "" : t(($) => $.campaigns.timeline.noFailures)}
          items={reasons}
          title={t(($) => $.campaigns.timeline.failures)}
        />
      </section>
    </div>
  );
}

const deliverySeries = [
  { id: "delivered", label: t(($) => $.campaigns.timeline.delivered), style: { color: "var(--good)" } },
];

// History of a campaign, latest step first; the first few steps unless all are requested.

const few = 5;
const most = 500;

export function StepsPanel({ steps }: { readonly steps: readonly CampaignStep[] }): ReactElement | undefined {
  const [all, showAll] = useState(false);
  if (steps.length === 0) return undefined;
  const visible = steps.toReversed().slice(0, all ? most : few);
  return (
    <Panel
      aside={
        steps.length > few ? (
          <Button onClick={() => showAll(!all)} variant="subtle">
            {all ? t(($) => $.campaigns.steps.showFewer) : t(($) => $.campaigns.steps.showAll, { total: steps.length })}
          </Button>
        ) : undefined
      }
      title={t(($) => $.campaigns.steps.title)}
    >
      <ol className={classes["steps"]} reversed>
        {visible.map(({ at, event, reason, message }, index) => (
          <li key={steps.length - index}>
            <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
            <b>{eventLabels[event] ?? event}</b>
            <span className="muted">
              {message === undefined ? reason && pauseReasonText(reason) : formatText(message, at)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const eventLabels: Readonly<Partial<Record<string, string>>> = {
  plan: t(($) => $.campaigns.steps.plan),
  confirm: t(($) => $.campaigns.steps.confirm),
  schedule: t(($) => $.campaigns.steps.schedule),
  start: t(($) => $.campaigns.steps.start),
  wait: t(($) => $.campaigns.steps.wait),
  pause: t(($) => $.campaigns.steps.pause),
  finish: t(($) => $.campaigns.steps.finish),
  cancel: t(($) => $.campaigns.steps.cancel),
  reopen: t(($) => $.campaigns.steps.reopen),
  recover: t(($) => $.campaigns.steps.recover),
  retry: t(($) => $.campaigns.steps.retry),
  "ring-opened": t(($) => $.campaigns.steps.waveOpened),
  "ring-failed": t(($) => $.campaigns.steps.waveFailed),
};
