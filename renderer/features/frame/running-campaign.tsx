/** A campaign that runs or waits: how far, how fast, how long still. */
import { Button, Progress } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactElement, useState } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { count, lasting } from "../../lib/format.ts";
import { whyNot } from "../campaigns/deeds-model.ts";
import classes from "./bottom-strip.module.css";
import { ResumeDialog } from "./resume-dialog.tsx";

export function RunningCampaign({ campaign }: { readonly campaign: CampaignStatus }): ReactElement {
  const { name, state, reason, counts, campaignId, connection } = campaign;
  const [asks, setAsks] = useState(false);
  const all = counts.pending + counts.sending + counts.accepted + counts.refused + counts.unknown;
  const share = (part: number): number => (all === 0 ? 0 : (part / all) * 100);
  const pause = async (): Promise<void> => {
    try {
      await fleet.campaigns.pause({ campaignId });
    } catch (error) {
      notifications.show({ title: `“${name}” could not be paused`, message: failureOf(error).message, color: "red" });
    }
  };
  return (
    <div className={classes["work"]}>
      <a href={`#/campaigns/${campaignId}`} title={name}>
        {name}
      </a>
      <Progress.Root className={classes["bar"] ?? ""} size={6}>
        <Progress.Section aria-label="accepted" color="var(--good)" value={share(counts.accepted)} />
        <Progress.Section aria-label="refused" color="var(--bad)" value={share(counts.refused)} />
        <Progress.Section aria-label="unknown" color="var(--unknown)" value={share(counts.unknown)} />
      </Progress.Root>
      <span>
        {count(all - counts.pending - counts.sending)} of {count(all)}
      </span>
      <span className="muted" title={`${words(campaign)} · over “${connection}”`}>
        over “{connection}” · {words(campaign)}
      </span>
      {state === "running" || state === "waiting" ? <Button onClick={() => void pause()}>Pause</Button> : undefined}
      {reason === "canary-gate" ? (
        <a className={classes["place"]} href={`#/campaigns/${campaignId}`}>
          Open the campaign
        </a>
      ) : state === "paused" && whyNot("start", campaign) === undefined ? (
        <Button onClick={() => setAsks(true)}>Resume…</Button>
      ) : undefined}
      <ResumeDialog campaign={campaign} onClose={() => setAsks(false)} opened={asks} />
    </div>
  );
}

function words({ state, message, rate, etaMs }: CampaignStatus): string {
  if (state !== "running") return message ?? state;
  const speed = rate === undefined ? [] : [rate >= 1 ? `${Math.round(rate)}/s` : `${Math.round(rate * 60)}/min`];
  const left = etaMs === undefined ? [] : [`about ${lasting(etaMs)} left`];
  return [...speed, ...left, ...(message === undefined ? [] : [message])].join(" · ");
}
