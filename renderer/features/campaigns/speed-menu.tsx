/** How fast a campaign sends: a set rate or as fast as the rate limit allows, and how many requests at once. */
import { Button, NumberInput, Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import classes from "./campaigns.module.css";
import { rateWords } from "./campaign-model.ts";
import type { Deeds } from "./use-deeds.ts";

export interface SpeedMenuProps {
  readonly status: CampaignStatus;
  readonly deeds: Deeds;
  /** Why it cannot be set now. */
  readonly cannot: string | undefined;
}

export function SpeedMenu({ status, deeds, cannot }: SpeedMenuProps): ReactElement {
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
    if (await deeds.setSpeed(rate, typeof atOnce === "number" ? atOnce : concurrency)) setOpened(false);
  };
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          disabled={cannot !== undefined}
          onClick={open}
          rightSection={<IconChevronDown aria-hidden="true" size={14} />}
          title={cannot ?? "Set the speed"}
        >
          {setRate === undefined ? "As fast as allowed" : rateWords(setRate)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Speed">
        <form
          className={classes["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            void set();
          }}
        >
          <NumberInput
            data-autofocus
            description="Empty: as fast as the rate limit allows."
            label="Messages a minute"
            max={600_000}
            min={1}
            onChange={setPerMinute}
            value={perMinute}
          />
          <NumberInput
            allowDecimal={false}
            label="Requests at the same time"
            max={512}
            min={1}
            onChange={setAtOnce}
            value={atOnce}
          />
          <p className="muted">A change reaches a running campaign at once.</p>
          <div className={classes["buttons"]}>
            <Button loading={deeds.busy} type="submit" variant="filled">
              Set
            </Button>
            <Button onClick={() => setOpened(false)}>Close</Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
