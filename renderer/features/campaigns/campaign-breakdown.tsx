/** How long deliveries of a campaign took, and why recipients were not reached. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { BarList } from "../../ui/chart/bar-list.tsx";
import { Chart } from "../../ui/chart/chart.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { deliveryPoints, failureReasons } from "./campaign-series.ts";
import classes from "./campaigns.module.css";

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
