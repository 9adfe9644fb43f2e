/** Texts of the confirmation before an action that is irreversible or sends messages. Pure. */
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { t } from "#shared/texts/text.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { audienceSize, formatRate } from "./campaign-counts.ts";
import { numberToType } from "./campaign-action.ts";

export type Confirmed =
  | "start"
  | "cancel"
  | "retry-refused"
  | "retry-unknown"
  | "retry-unverified"
  | "open-ring"
  | "remove";

/** `waves`: if loaded, the text for the next wave contains its number of messages. */
export function confirmTextOf(
  action: Confirmed,
  status: CampaignStatus,
  waves: readonly WaveStatus[] = [],
): Confirmation {
  const { name, counts, unverified } = status;
  switch (action) {
    case "start":
      return status.startedAt === undefined
        ? { ...startText(status), numberToType: numberToType(status) }
        : resumeText(status);
    case "cancel":
      return {
        title: t(($) => $.campaigns.confirm.cancelTitle, { name }),
        summary: t(($) => $.campaigns.confirm.cancelText, { count: counts.pending }),
        confirmLabel: t(($) => $.campaigns.confirm.cancelYes),
        cancelLabel: t(($) => $.campaigns.confirm.keep),
        danger: true,
      };
    case "retry-refused":
      return {
        title: t(($) => $.campaigns.confirm.retryRejectedTitle, { count: counts.refused }),
        summary: t(($) => $.campaigns.confirm.retryRejectedText),
        confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count: counts.refused }),
      };
    case "retry-unknown":
      return {
        title: t(($) => $.campaigns.confirm.retryUnknownTitle, { count: counts.unknown }),
        summary: t(($) => $.campaigns.confirm.retryUnknownText, { count: counts.unknown }),
        confirmLabel: t(($) => $.campaigns.confirm.retryUnknownYes, { count: counts.unknown }),
        danger: true,
      };
    case "retry-unverified": {
      const unclear = unverified?.unclear ?? 0;
      return {
        title: t(($) => $.campaigns.confirm.retryUnverifiedTitle, { count: unclear }),
        summary: t(($) => $.campaigns.confirm.retryUnverifiedText, { count: unclear }),
        confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count: unclear }),
        danger: true,
        numberToType: unclear,
      };
    }
    case "open-ring":
      return { ...openWaveText(status, waves), danger: true };
    case "remove":
      return {
        title: t(($) => $.campaigns.confirm.deleteTitle, { name }),
        summary: t(($) => $.campaigns.confirm.deleteText),
        confirmLabel: t(($) => $.campaigns.confirm.deleteYes),
        danger: true,
      };
  }
}

function openWaveText({ wave, connection, state }: CampaignStatus, waves: readonly WaveStatus[]): Confirmation {
  const next = (wave?.open ?? 0) + 1;
  const count = waves.find((one) => one.wave === next)?.pending ?? 0;
  const params = { count, connection, wave: next + 1, waves: wave?.of ?? 1 };
  const title = t(($) => $.campaigns.confirm.openWaveTitle);
  return state === "paused"
    ? {
        title,
        summary: t(($) => $.campaigns.confirm.openWavePausedText, params),
        confirmLabel: t(($) => $.campaigns.confirm.openWavePausedYes, { count }),
      }
    : {
        title,
        summary: t(($) => $.campaigns.confirm.openWaveText, params),
        confirmLabel: t(($) => $.campaigns.confirm.openWaveYes, { count }),
      };
}

function startText({ name, counts, setRate, wave, connection }: CampaignStatus): Confirmation {
  const params = { count: audienceSize(counts), connection };
  const sends =
    setRate === undefined
      ? t(($) => $.campaigns.confirm.startText, params)
      : t(($) => $.campaigns.confirm.startAtRateText, { ...params, rate: formatRate(setRate) });
  const waves = wave === undefined ? [] : [t(($) => $.campaigns.confirm.startWaves, { waves: wave.of })];
  return {
    title: t(($) => $.campaigns.confirm.startTitle, { name }),
    summary: [sends, ...waves, t(($) => $.campaigns.confirm.startUndo)].join(" "),
    confirmLabel: t(($) => $.campaigns.confirm.startYes),
  };
}

/** Result of a retry: outcomes found by the preceding lookup, and remaining recipients. */
export function retryResultText(
  requeued: number,
  lookup: { readonly accepted: number; readonly pending: number; readonly checking: number } | undefined,
): string {
  const resume = requeued + (lookup?.pending ?? 0) > 0 ? [t(($) => $.campaigns.done.resumeToSend)] : [];
  if (lookup === undefined) return resume.join(" ");
  const { accepted, pending, checking } = lookup;
  const lookupTexts =
    accepted + pending > 0 ? [t(($) => $.campaigns.done.checked, { sent: accepted, notSent: pending })] : [];
  const left = checking > 0 ? [t(($) => $.campaigns.done.stillChecking, { count: checking })] : [];
  return [...lookupTexts, ...left, ...resume].join(" ");
}

/** Confirmation before a campaign resumes: how many messages are sent, and over which connection. */
export function resumeText({ name, counts, connection, setRate }: CampaignStatus): Confirmation {
  const params = { count: counts.pending, connection };
  return {
    title: t(($) => $.campaigns.confirm.resumeTitle, { name }),
    summary:
      setRate === undefined
        ? t(($) => $.campaigns.confirm.resumeText, params)
        : t(($) => $.campaigns.confirm.resumeAtRateText, { ...params, rate: formatRate(setRate) }),
    confirmLabel: t(($) => $.campaigns.confirm.resumeYes, { count: counts.pending }),
  };
}
