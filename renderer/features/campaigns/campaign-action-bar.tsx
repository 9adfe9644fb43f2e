/** Buttons of a campaign, and all its actions in groups; disabled ones show the reason. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu, NumberInput, Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { ActionButton, ActionItem, runAction, useAction } from "../../app/actions/run-action.tsx";
import {
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
  retryRejected,
  retryUnknown,
  retryUnverified,
  setCampaignSpeed,
  startCampaign,
  type CampaignAction,
} from "./campaign-actions.ts";
import { recallMessages } from "./recall-actions.ts";
import classes from "./campaigns.module.css";
import { formatRate } from "./campaign-counts.ts";

export function CampaignActionBar({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { state } = status;
  const ended = state === "finished" || state === "cancelled";
  // A waiting campaign can be paused like a running one.
  const pausable = state === "running" || state === "waiting";
  return (
    <div className={classes["actions"]}>
      {status.counts.refused === 0 || state === "cancelled" ? undefined : (
        <ActionButton action={retryRejected} target={status} />
      )}
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

interface SpeedMenuProps {
  readonly status: CampaignStatus;
}

/** Rate of a campaign, set or up to the rate limit, and its concurrency. */
function SpeedMenu({ status }: SpeedMenuProps): ReactElement {
  const { setRate, concurrency } = status;
  const [opened, setOpened] = useState(false);
  const [perMinute, setPerMinute] = useState<number | string>("");
  const [atOnce, setAtOnce] = useState<number | string>("");
  const open = (): void => {
    setPerMinute(setRate === undefined ? "" : Math.round(setRate * 60));
    setAtOnce(concurrency);
    setOpened(!opened);
  };
  const target = {
    status,
    rate: typeof perMinute === "number" ? perMinute / 60 : 0,
    concurrency: typeof atOnce === "number" ? atOnce : concurrency,
  };
  const { title, disabledReason, running, blocked } = useAction({ action: setCampaignSpeed, target });
  const set = async (): Promise<void> => {
    if (await runAction(setCampaignSpeed, target)) setOpened(false);
  };
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          disabled={disabledReason !== undefined}
          onClick={open}
          rightSection={<IconChevronDown aria-hidden="true" size={14} />}
          title={disabledReason ?? title}
        >
          {setRate === undefined ? t(($) => $.campaigns.speed.maximum) : formatRate(setRate)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(($) => $.campaigns.speed.title)}>
        <form
          className={classes["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            void set();
          }}
        >
          <NumberInput
            data-autofocus
            description={t(($) => $.campaigns.speed.rateHelp)}
            label={t(($) => $.campaigns.speed.rate)}
            max={600_000}
            min={1}
            onChange={setPerMinute}
            value={perMinute}
          />
          <NumberInput
            allowDecimal={false}
            label={t(($) => $.campaigns.speed.concurrency)}
            max={512}
            min={1}
            onChange={setAtOnce}
            value={atOnce}
          />
          <p className="muted">{t(($) => $.campaigns.speed.appliesAtOnce)}</p>
          <div className="controls">
            <Button loading={running || blocked} type="submit" variant="filled">
              {t(($) => $.campaigns.speed.apply)}
            </Button>
            <Button onClick={() => setOpened(false)}>{t(($) => $.common.close)}</Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
