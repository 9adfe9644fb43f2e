/** Quotas over time, from the readings that were kept: of one endpoint, and of the fleet per day. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { changeSettings, useSettings } from "../../data/settings.ts";
import { dataOf } from "../../lib/async-state.ts";
import type { ChartSeries } from "../../lib/chart-data.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import type { ChartProps } from "../../ui/chart/plot.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { noUsageText, readingPoints, usagePoints } from "./quota-bars.ts";
import { KindSwitch } from "./quotas-head.tsx";
import classes from "./quotas.module.css";

const series: Readonly<Record<"used" | "remaining", ChartSeries>> = {
  used: { id: "used", label: t(($) => $.quotas.usage.used), style: { color: "var(--accent)" } },
  remaining: { id: "remaining", label: t(($) => $.quotas.usage.remaining), style: { color: "var(--accent)" } },
};

const kindTexts: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.kind.data),
  sms: t(($) => $.quotas.kind.sms),
};
const units: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.usage.megabytes),
  sms: t(($) => $.quotas.usage.messages),
};

/** The scale of a chart, remembered in the settings. */
function useLogScale(chart: string): NonNullable<ChartProps["log"]> {
  const logScales = useSettings((settings) => settings.logScales) ?? [];
  const isOn = logScales.includes(chart);
  const others = logScales.filter((one) => one !== chart);
  return { isOn, onToggle: () => void changeSettings({ logScales: isOn ? others : [...others, chart] }) };
}

/** Remaining volume at each reading. */
export function EndpointUsage({ endpoint }: { readonly endpoint: string }): ReactElement {
  const [kind, setKind] = useState<QuotaKind>("data");
  const history = useFleetQuery("quotas.history", { endpoint, kind }, { keepPrevious: true, reloadOnOpen: true });
  const readings = dataOf(history)?.readings;
  const hasVolume = readings?.some(({ volume }) => volume !== undefined) === true;
  const points = useMemo(() => readingPoints(hasVolume ? readings : []), [hasVolume, readings]);
  const first = points[0]?.from;
  const log = useLogScale(`quotas/endpoint/${kind}`);
  if (history.state === "failed") return <FailureNotice failure={history.failure} />;
  return (
    <div className={classes["chart"]}>
      <Chart
        axis="time"
        empty={
          readings === undefined
            ? ""
            : readings.length === 0
              ? t(($) => $.quotas.usage.none)
              : t(($) => $.quotas.usage.noVolume)
        }
        from={first}
        height={140}
        isCount={kind === "sms"}
        log={log}
        points={points}
        series={[series.remaining]}
        shape="lines"
        title={t(($) => $.quotas.usage.remaining)}
        unit={units[kind]}
        until={first === undefined ? undefined : Math.max(points.at(-1)?.from ?? 0, first + hourMs)}
      >
        <KindSwitch kind={kind} onChange={setKind} />
      </Chart>
    </div>
  );
}

const hourMs = 3_600_000;

/** Volume used on each day, or what remained at its end. */
export function FleetUsage({
  connection,
  kind,
}: {
  readonly connection: string;
  readonly kind: QuotaKind;
}): ReactElement {
  const [mode, setMode] = useState<"used" | "remaining">("used");
  const usage = useFleetQuery("quotas.usage", { connection, kind }, { reloadOnOpen: true });
  const days = dataOf(usage)?.days;
  const empty = days && noUsageText(days);
  const points = useMemo(
    () => (empty === undefined || mode === "remaining" ? usagePoints(days ?? []) : []),
    [days, empty, mode],
  );
  const log = useLogScale(`quotas/usage/${kind}`);
  if (usage.state === "failed") return <FailureNotice failure={usage.failure} />;
  return (
    <section className={classes["chart"]}>
      <Chart
        axis="utc-days"
        empty={empty ?? ""}
        height={200}
        isCount={kind === "sms"}
        log={log}
        points={points}
        series={[series[mode]]}
        shape={mode === "used" ? "bars" : "lines"}
        title={kindTexts[kind]}
        unit={units[kind]}
      >
        <SegmentedControl
          aria-label={t(($) => $.quotas.usage.mode)}
          data={[
            { value: "used", label: t(($) => $.quotas.usage.usedPerDay) },
            { value: "remaining", label: t(($) => $.quotas.usage.remaining) },
          ]}
          onChange={(value) => setMode(value === "remaining" ? "remaining" : "used")}
          value={mode}
        />
      </Chart>
    </section>
  );
}
