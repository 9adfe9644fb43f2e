/** A running or waiting campaign: progress, rate, remaining time. */
import { campaignWord } from "../../lib/outcome-labels.ts";
import { t } from "#shared/texts/text.ts";
import { Progress } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatNumber, formatDuration } from "#shared/format.ts";
import { pauseCampaign, startCampaign } from "../../features/campaigns/campaign-actions.ts";
import { ActionButton } from "../actions/run-action.tsx";
import classes from "./status-bar.module.css";

export function RunningCampaign({ campaign }: { readonly campaign: CampaignStatus }): ReactElement {
  const { name, state, reason, counts, campaignId, connection } = campaign;
  const all = counts.pending + counts.sending + counts.accepted + counts.refused + counts.unknown;
  const share = (part: number): number => (all === 0 ? 0 : (part / all) * 100);
  return (
    <div className={classes["work"]}>
      <a href={`#/campaigns/${campaignId}`} title={name}>
        {name}
      </a>
      <Progress.Root className={classes["progress"] ?? ""} size={6}>
        <Progress.Section aria-label={t(($) => $.common.accepted)} color="var(--good)" value={share(counts.accepted)} />
        <Progress.Section aria-label={t(($) => $.common.rejected)} color="var(--bad)" value={share(counts.refused)} />
        <Progress.Section
          aria-label={t(($) => $.common.outcomeUnknown)}
          color="var(--unknown)"
          value={share(counts.unknown)}
        />
      </Progress.Root>
      <span>
        {t(($) => $.shell.work.progress, {
          done: formatNumber(all - counts.pending - counts.sending),
          total: formatNumber(all),
        })}
      </span>
      <span
        className="muted"
        title={t(($) => $.shell.campaign.stateAndConnection, { state: statusText(campaign), connection })}
      >
        {t(($) => $.shell.campaign.connectionAndState, { connection, state: statusText(campaign) })}
      </span>
      {state === "running" || state === "waiting" ? (
        <ActionButton action={pauseCampaign} target={campaign} />
      ) : undefined}
      {reason === "canary-gate" ? (
        <a href={`#/campaigns/${campaignId}`}>{t(($) => $.shell.stopped.openCampaign)}</a>
      ) : state === "paused" ? (
        <ActionButton action={startCampaign} target={campaign} />
      ) : undefined}
    </div>
  );
}

function rateText(rate: number): string {
  return rate >= 1
    ? t(($) => $.shell.campaign.perSecond, { rate: Math.round(rate) })
    : t(($) => $.shell.campaign.perMinute, { rate: Math.round(rate * 60) });
}

function statusText(status: CampaignStatus): string {
  const { state, message, rate, etaMs } = status;
  if (state !== "running") return message ?? campaignWord(status).text;
  const speed = rate === undefined ? [] : [rateText(rate)];
  const left = etaMs === undefined ? [] : [t(($) => $.shell.work.timeLeft, { duration: formatDuration(etaMs) })];
  return [...speed, ...left, ...(message === undefined ? [] : [message])].join(" · ");
}
