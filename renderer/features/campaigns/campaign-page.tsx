/** One campaign: what it waits for, what was said, delivered and answered, and every recipient. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { CampaignCards } from "./campaign-cards.tsx";
import { CampaignHead } from "./campaign-head.tsx";
import classes from "./campaigns.module.css";
import { RecallPanel } from "./recall-panel.tsx";
import { RecipientsPanel } from "./recipients-panel.tsx";
import { RingsPanel } from "./rings-panel.tsx";
import { StepsPanel } from "./steps-panel.tsx";
import { TimelinePicture } from "./timeline-picture.tsx";
import { Panel } from "../../ui/panel.tsx";

export function CampaignPage({ campaignId }: { readonly campaignId: string }): ReactElement {
  const campaign = useFleetdesk((state) => state.campaign);
  const open = useFleetdesk((state) => state.openCampaign);
  const go = useFleetdesk((state) => state.go);
  const log = useFleetdesk((state) => state.address.query["log"] === "1");
  useEffect(() => void open(campaignId), [campaignId, open]);
  const ours = campaign?.campaignId === campaignId ? campaign : undefined;
  const status = ours === undefined ? undefined : shown(ours.status);
  const failure = ours?.status.state === "failed" ? ours.status.failure : undefined;
  if (ours === undefined || status === undefined) {
    return (
      <section aria-label="Campaign" className={classes["page"]}>
        {failure === undefined ? (
          <div aria-busy="true" />
        ) : (
          <FailureNotice
            actions={<Button onClick={() => go({ path: ["campaigns"], query: {} })}>All campaigns</Button>}
            failure={failure}
            title="This campaign cannot be shown"
          />
        )}
      </section>
    );
  }
  return (
    <section aria-label="Campaign" className={classes["page"]}>
      <CampaignHead status={status} />
      <div className={classes["body"]}>
        {failure === undefined ? undefined : (
          <Callout title="These figures could not be renewed" tone="bad">
            <p>{failure.message}</p>
          </Callout>
        )}
        <RecallPanel status={status} />
        <CampaignCards status={status} />
        <RingsPanel rings={ours.rings} status={status} />
        <Panel title="Over time">
          <TimelinePicture points={ours.points} />
        </Panel>
        <RecipientsPanel status={status} />
        {log ? <StepsPanel campaignId={campaignId} key={`${status.state} ${status.message ?? ""}`} /> : undefined}
      </div>
    </section>
  );
}
