/** Buttons of a campaign, and all its actions in groups; disabled ones show the reason. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu, Popover, TextInput } from "@mantine/core";
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
import { numberProblem } from "./wizard/draft-issues.ts";
import { formatNumberInput, numberOf, type NumberRule } from "../../lib/parse-number.ts";

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

const rateRule: NumberRule = { min: 0.1, max: 600_000 };
const concurrencyRule: NumberRule = { min: 1, max: 512, whole: true };

/** Rate of a campaign, set or up to the rate limit, and its concurrency. */
function SpeedMenu({ status }: SpeedMenuProps): ReactElement {
  const { setRate, concurrency } = status;
  const [opened, setOpened] = useState(false);
  const [rateInput, setRateInput] = useState("");
  const [concurrencyInput, setConcurrencyInput] = useState("");
  const open = (): void => {
    setRateInput(setRate === undefined ? "" : formatNumberInput(setRate * 60));
    setConcurrencyInput(String(concurrency));
    setOpened(!opened);
  };
  const perMinute = rateInput.trim() === "" ? 0 : numberOf(rateInput, rateRule);
  const target = {
    status,
    rate: perMinute === undefined ? undefined : perMinute / 60,
    concurrency: numberOf(concurrencyInput, concurrencyRule),
  };
  const isValid = target.rate !== undefined && target.concurrency !== undefined;
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
            if (isValid) void set();
          }}
        >
          <TextInput
            data-autofocus
            description={t(($) => $.campaigns.speed.rateHelp)}
            error={target.rate === undefined ? numberProblem(rateRule) : undefined}
            inputMode="decimal"
            label={t(($) => $.campaigns.speed.rate)}
            onChange={({ currentTarget }) => setRateInput(currentTarget.value)}
            value={rateInput}
          />
          <TextInput
            error={target.concurrency === undefined ? numberProblem(concurrencyRule) : undefined}
            inputMode="numeric"
            label={t(($) => $.campaigns.speed.concurrency)}
            onChange={({ currentTarget }) => setConcurrencyInput(currentTarget.value)}
            value={concurrencyInput}
          />
          <p className="muted">{t(($) => $.campaigns.speed.appliesAtOnce)}</p>
          <div className="controls">
            <Button disabled={!isValid} loading={running || blocked} type="submit" variant="filled">
              {t(($) => $.campaigns.speed.apply)}
            </Button>
            <Button onClick={() => setOpened(false)}>{t(($) => $.common.close)}</Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
