/** Buttons of a campaign, and all its actions in groups; disabled ones show the reason. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { ActionButton, ActionItem } from "../../app/actions/run-action.tsx";
import {
  type CampaignAction,
  cancelCampaign,
  checkDelivery,
  checkUnknown,
  deleteCampaign,
  duplicateCampaign,
  exportEvidence,
  exportRecipients,
  followUpCampaign,
  openNextWave,
  pauseCampaign,
  recallMessages,
  retryRejected,
  retryUnknown,
  retryUnverified,
  startCampaign,
} from "./campaign-actions.ts";
import classes from "./campaigns.module.css";
import { SpeedMenu } from "./speed-menu.tsx";

export function CampaignActionBar({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { state } = status;
  const ended = state === "finished" || state === "cancelled";
  // A waiting campaign can be paused like a running one.
  const pausable = state === "running" || state === "waiting";
  return (
    <div className={classes["actions"]}>
      {ended ? undefined : (
        <>
          <SpeedMenu status={status} />
          {pausable ? (
            <ActionButton action={pauseCampaign} target={status} />
          ) : (
            <ActionButton action={startCampaign} target={status} variant="filled" />
          )}
        </>
      )}
      <ActionButton action={exportEvidence} target={status} />
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown aria-hidden="true" size={14} />}>{t(($) => $.common.more)}</Button>
        </Menu.Target>
        <CampaignMenu status={status} />
      </Menu>
    </div>
  );
}

function CampaignMenu({ status }: { readonly status: CampaignStatus }): ReactElement {
  const items = (actions: readonly CampaignAction[]): readonly ReactElement[] =>
    actions.map((action) => <ActionItem action={action} key={action.id} target={status} />);
  const isPossiblySent = (status.unverified?.unclear ?? 0) > 0;
  return (
    <Menu.Dropdown>
      {items([...(status.state === "scheduled" ? [pauseCampaign] : []), openNextWave, checkUnknown, checkDelivery])}
      <Menu.Divider />
      {items([retryRejected, retryUnknown, ...(isPossiblySent ? [retryUnverified] : []), recallMessages])}
      <Menu.Divider />
      {items([followUpCampaign, duplicateCampaign])}
      <Menu.Divider />
      <ActionItem action={exportRecipients} target={{ status, filter: {} }} />
      <Menu.Item component="a" href={`#/campaigns/${status.campaignId}/summary`}>
        {t(($) => $.campaigns.actions.printSummary)}
      </Menu.Item>
      <Menu.Divider />
      {items([cancelCampaign, deleteCampaign])}
    </Menu.Dropdown>
  );
}
