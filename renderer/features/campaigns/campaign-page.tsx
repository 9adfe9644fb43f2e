/** One campaign: state, outcomes, delivery status, replies, and all recipients. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { reloadCampaign } from "./campaign-actions.ts";
import { CampaignCards } from "./campaign-cards.tsx";
import { CampaignHead } from "./campaign-head.tsx";
import classes from "./campaigns.module.css";
import { EvidenceHeadNote } from "./evidence-head.tsx";
import { RecallPanel } from "./recall-panel.tsx";
import { RecipientsPanel } from "./recipients-panel.tsx";
import { WavesPanel } from "./waves-panel.tsx";
import { StepsPanel } from "./steps-panel.tsx";
import { TimelineChart } from "./timeline-chart.tsx";

const renewEveryMs = 2000;
const noWaves = { waves: [] };
const noPoints = { points: [] };
const noSteps = { steps: [] };

export function CampaignPage({ campaignId }: { readonly campaignId: string }): ReactElement {
  const isRecallRequested = useFleetdesk((state) => state.address.query["recall"] !== undefined);
  const input = { campaignId };
  const statusState = useFleetQuery("campaigns.status", input, { reloadOnOpen: true });
  const wavesState = useFleetQuery("campaigns.waves", input, { reloadOnOpen: true });
  const timeline = useFleetQuery("campaigns.timeline", input, { reloadOnOpen: true });
  const stepsState = useFleetQuery("campaigns.steps", input, { reloadOnOpen: true });
  const status = dataOf(statusState);
  // No topic arrives while the campaign waits for the rate limit, but its rate falls: the status is polled.
  const running = status?.state === "running";
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) void reloadQueries("campaigns.status");
    }, renewEveryMs);
    return () => window.clearInterval(timer);
  }, [running]);
  const { waves } = dataOf(wavesState) ?? noWaves;
  const { points } = dataOf(timeline) ?? noPoints;
  const { steps } = dataOf(stepsState) ?? noSteps;
  const detail = useMemo(() => (status === undefined ? undefined : { status, waves }), [status, waves]);
  const failed = [statusState, wavesState, timeline, stepsState].find(({ state }) => state === "failed");
  const failure = failed?.state === "failed" ? failed.failure : undefined;
  const again = <Button onClick={() => void reloadCampaign()}>{t(($) => $.campaigns.page.reload)}</Button>;
  if (detail === undefined) {
    return (
      <Page label={t(($) => $.campaigns.campaign)}>
        {failure === undefined ? (
          <div aria-busy="true" aria-label={t(($) => $.common.loading)} role="status" />
        ) : (
          <FailureNotice
            actions={
              <>
                {again}
                <Button component="a" href="#/campaigns">
                  {t(($) => $.campaigns.allCampaigns)}
                </Button>
              </>
            }
            failure={failure}
            title={t(($) => $.campaigns.page.loadFailed)}
          />
        )}
      </Page>
    );
  }
  return (
    <Page label={t(($) => $.campaigns.campaign)}>
      <CampaignHead detail={detail} steps={steps} />
      <div className={classes["body"]}>
        {failure === undefined ? undefined : (
          <Callout actions={again} title={t(($) => $.campaigns.page.stale)} tone="bad">
            <p>{formatText(failure.text)}</p>
          </Callout>
        )}
        <EvidenceHeadNote campaignId={campaignId} />
        {isRecallRequested ? <RecallPanel detail={detail} /> : undefined}
        <CampaignCards status={detail.status} />
        <WavesPanel detail={detail} />
        <Panel title={t(($) => $.campaigns.page.progress)}>
          <TimelineChart points={points} status={detail.status} />
        </Panel>
        <RecipientsPanel detail={detail} />
        <StepsPanel steps={steps} />
      </div>
    </Page>
  );
}
