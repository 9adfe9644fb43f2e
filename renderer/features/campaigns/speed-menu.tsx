/** Rate of a campaign, set or up to the rate limit, and its concurrency. */
import { t } from "#shared/texts/text.ts";
import { Button, NumberInput, Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import classes from "./campaigns.module.css";
import { formatRate } from "./campaign-counts.ts";
import { runAction, useAction } from "../../app/actions/run-action.tsx";
import { setCampaignSpeed } from "./campaign-actions.ts";

export interface SpeedMenuProps {
  readonly status: CampaignStatus;
}

export function SpeedMenu({ status }: SpeedMenuProps): ReactElement {
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
          <div className={classes["buttons"]}>
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
