/** One campaign: state, outcomes, delivery status, replies, and all recipients. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { Panel } from "../../ui/panel.tsx";
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

export function CampaignPage({ campaignId }: { readonly campaignId: string }): ReactElement {
  const campaign = useFleetdesk((state) => state.campaign);
  const open = useFleetdesk((state) => state.openCampaign);
  const renew = useFleetdesk((state) => state.refreshCampaign);
  const isRecallRequested = useFleetdesk((state) => state.address.query["recall"] !== undefined);
  useEffect(() => void open(campaignId), [campaignId, open]);
  const ours = campaign?.campaignId === campaignId ? campaign : undefined;
  const status = ours === undefined ? undefined : dataOf(ours.status);
  // No topic arrives while the campaign waits for the rate limit, but its rate falls: the status is polled.
  const running = status?.state === "running";
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) void renew(campaignId, ["status"]);
    }, renewEveryMs);
    return () => window.clearInterval(timer);
  }, [campaignId, renew, running]);
  const waves = ours?.waves;
  const detail = useMemo(
    () => (status === undefined || waves === undefined ? undefined : { status, waves: waves }),
    [status, waves],
  );
  const failure = ours?.status.state === "failed" ? ours.status.failure : undefined;
  const again = <Button onClick={() => void renew(campaignId)}>{t(($) => $.campaigns.page.reload)}</Button>;
  if (ours === undefined || detail === undefined) {
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
      <CampaignHead detail={detail} steps={ours.steps} />
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
          <TimelineChart points={ours.points} status={detail.status} />
        </Panel>
        <RecipientsPanel detail={detail} />
        <StepsPanel steps={ours.steps} />
      </div>
    </Page>
  );
}
