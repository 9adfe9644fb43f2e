/** Confirmations before a campaign sends: its start, a resume, a take-over and the next wave. */
import { t } from "#shared/texts/text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { cachedData } from "../../data/fleet-query.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { audienceSize, formatRate } from "./campaign-counts.ts";

/** The number to type before a first start; undefined if a click is enough. */
export function numberToType({ counts }: Pick<CampaignStatus, "counts">): number | undefined {
  const many = audienceSize(counts);
  return many > maxUnconfirmed ? many : undefined;
}

export function startConfirmation(status: CampaignStatus): Confirmation {
  const { name, counts, setRate, wave, connection, startedAt } = status;
  const count = startedAt === undefined ? audienceSize(counts) : counts.pending;
  const atRate = { count, connection, rate: setRate === undefined ? "" : formatRate(setRate) };
  if (startedAt !== undefined) {
    return {
      title: t(($) => $.campaigns.confirm.resumeTitle, { name }),
      summary:
        setRate === undefined
          ? t(($) => $.campaigns.confirm.resumeText, { count, connection })
          : t(($) => $.campaigns.confirm.resumeAtRateText, atRate),
      confirmLabel: t(($) => $.campaigns.confirm.resumeYes, { count }),
    };
  }
  const sends =
    setRate === undefined
      ? t(($) => $.campaigns.confirm.startText, { count, connection })
      : t(($) => $.campaigns.confirm.startAtRateText, atRate);
  const waves = wave === undefined ? [] : [t(($) => $.campaigns.confirm.startWaves, { waves: wave.of })];
  return {
    title: t(($) => $.campaigns.confirm.startTitle, { name }),
    summary: [sends, ...waves, t(($) => $.campaigns.confirm.startUndo)].join(" "),
    confirmLabel: t(($) => $.campaigns.confirm.startYes),
    numberToType: numberToType(status),
  };
}

/** Below it, the failure of the start names the directory that holds the campaign, and when that copy was last active. */
export function takeOverConfirmation({ name, counts, connection }: CampaignStatus): Confirmation {
  return {
    title: t(($) => $.campaigns.confirm.takeOverTitle, { name }),
    summary: t(($) => $.campaigns.confirm.takeOverText, { count: counts.pending, connection }),
    acknowledgement: t(($) => $.campaigns.confirm.takeOverAcknowledgement),
    confirmLabel: t(($) => $.campaigns.confirm.takeOverYes),
    danger: true,
  };
}

export function openWaveConfirmation({ campaignId, wave, connection, state }: CampaignStatus): Confirmation {
  const next = (wave?.open ?? 0) + 1;
  const { waves = [] } = cachedData("campaigns.waves", { campaignId }) ?? {};
  const count = waves.find((one) => one.wave === next)?.pending ?? 0;
  const params = { count, connection, wave: next + 1, waves: wave?.of ?? 1 };
  const title = t(($) => $.campaigns.confirm.openWaveTitle);
  return state === "paused"
    ? {
        title,
        summary: t(($) => $.campaigns.confirm.openWavePausedText, params),
        confirmLabel: t(($) => $.campaigns.confirm.openWavePausedYes, { count }),
        danger: true,
      }
    : {
        title,
        summary: t(($) => $.campaigns.confirm.openWaveText, params),
        confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count }),
        danger: true,
      };
}
