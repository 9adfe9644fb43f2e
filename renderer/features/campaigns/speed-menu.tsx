/** Rate of a campaign, set or up to the rate limit, and its concurrency. */
import { t } from "#shared/texts/text.ts";
import { Button, NumberInput, Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import classes from "./campaigns.module.css";
import { formatRate } from "./campaign-counts.ts";
import type { CampaignActions } from "./use-campaign-actions.ts";

export interface SpeedMenuProps {
  readonly status: CampaignStatus;
  readonly actions: CampaignActions;
  /** Why it cannot be changed now. */
  readonly cannot: string | undefined;
}

export function SpeedMenu({ status, actions, cannot }: SpeedMenuProps): ReactElement {
  const { setRate, concurrency } = status;
  const [opened, setOpened] = useState(false);
  const [perMinute, setPerMinute] = useState<number | string>("");
  const [atOnce, setAtOnce] = useState<number | string>("");
  const open = (): void => {
    setPerMinute(setRate === undefined ? "" : Math.round(setRate * 60));
    setAtOnce(concurrency);
    setOpened(!opened);
  };
  const set = async (): Promise<void> => {
    const rate = typeof perMinute === "number" ? perMinute / 60 : 0;
    if (await actions.setSpeed(rate, typeof atOnce === "number" ? atOnce : concurrency)) setOpened(false);
  };
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          disabled={cannot !== undefined}
          onClick={open}
          rightSection={<IconChevronDown aria-hidden="true" size={14} />}
          title={cannot ?? t(($) => $.campaigns.speed.change)}
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
          <div className={classes["buttons"]}>
            <Button loading={actions.busy} type="submit" variant="filled">
              {t(($) => $.campaigns.speed.apply)}
            </Button>
            <Button onClick={() => setOpened(false)}>{t(($) => $.common.close)}</Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
