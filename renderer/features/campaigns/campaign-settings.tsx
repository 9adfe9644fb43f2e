/** The settings a campaign was planned with, its current speed, and its identity. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { whenFacts } from "./campaign-summary.tsx";
import classes from "./campaigns.module.css";
import { AudienceSteps, MessageFacts, SendingFacts } from "./wizard/review-cards.tsx";
import wizardClasses from "./wizard/wizard.module.css";

export function CampaignSettings({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { campaignId, setRate, concurrency } = status;
  const planned = useFleetQuery("campaigns.plannedWith", { campaignId });
  if (planned.state === "failed")
    return <FailureNotice failure={planned.failure} title={t(($) => $.campaigns.page.loadFailed)} />;
  if (planned.state !== "ready") return <div aria-busy="true" aria-label={t(($) => $.common.loading)} role="status" />;
  const body = { ...planned.value, rate: setRate, concurrency };
  return (
    <div className={classes["settings"]}>
      <Panel title={t(($) => $.planning.review.audience)}>
        <AudienceSteps audience={body.audience} />
      </Panel>
      <Panel title={t(($) => $.planning.review.text)}>
        <p className={wizardClasses["sample"]}>{body.text}</p>
        <MessageFacts expect={body.expect} from={body.from} />
      </Panel>
      <Panel title={t(($) => $.planning.review.delivery)}>
        <SendingFacts body={body} />
      </Panel>
      <Panel title={t(($) => $.campaigns.campaign)}>
        <Facts facts={whenFacts(status)} />
      </Panel>
    </div>
  );
}
