/** Texts of the confirmation before an action that is irreversible or sends messages. Pure. */
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { t } from "#shared/texts/text.ts";
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

export interface ConfirmText {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger: boolean;
  /** Number that must be typed. */
  readonly type?: number;
}

/** `waves`: if loaded, the text for the next wave contains its number of messages. */
export function confirmTextOf(
  action: Confirmed,
  status: CampaignStatus,
  waves: readonly WaveStatus[] = [],
): ConfirmText {
  const { name, counts, unverified } = status;
  switch (action) {
    case "start":
      return status.startedAt === undefined
        ? { ...startText(status), danger: false, type: numberToType(status) }
        : { ...resumeText(status), danger: false };
    case "cancel":
      return {
        title: t(($) => $.campaigns.confirm.cancelTitle, { name }),
        text: t(($) => $.campaigns.confirm.cancelText, { count: counts.pending }),
        yes: t(($) => $.campaigns.confirm.cancelYes),
        danger: true,
      };
    case "retry-refused":
      return {
        title: t(($) => $.campaigns.confirm.retryRejectedTitle, { count: counts.refused }),
        text: t(($) => $.campaigns.confirm.retryRejectedText),
        yes: t(($) => $.campaigns.confirm.retryYes, { count: counts.refused }),
        danger: false,
      };
    case "retry-unknown":
      return {
        title: t(($) => $.campaigns.confirm.retryUnknownTitle, { count: counts.unknown }),
        text: t(($) => $.campaigns.confirm.retryUnknownText, { count: counts.unknown }),
        yes: t(($) => $.campaigns.confirm.retryUnknownYes, { count: counts.unknown }),
        danger: true,
      };
    case "retry-unverified": {
      const unclear = unverified?.unclear ?? 0;
      return {
        title: t(($) => $.campaigns.confirm.retryUnverifiedTitle, { count: unclear }),
        text: t(($) => $.campaigns.confirm.retryUnverifiedText, { count: unclear }),
        yes: t(($) => $.campaigns.confirm.retryYes, { count: unclear }),
        danger: true,
        type: unclear,
      };
    }
    case "open-ring":
      return { ...openWaveText(status, waves), danger: true };
    case "remove":
      return {
        title: t(($) => $.campaigns.confirm.deleteTitle, { name }),
        text: t(($) => $.campaigns.confirm.deleteText),
        yes: t(($) => $.campaigns.confirm.deleteYes),
        danger: true,
      };
  }
}

function openWaveText(
  { wave, connection, state }: CampaignStatus,
  waves: readonly WaveStatus[],
): Omit<ConfirmText, "danger"> {
  const next = (wave?.open ?? 0) + 1;
  const count = waves.find((one) => one.wave === next)?.pending ?? 0;
  const params = { count, connection, wave: next + 1, waves: wave?.of ?? 1 };
  const title = t(($) => $.campaigns.confirm.openWaveTitle);
  return state === "paused"
    ? {
        title,
        text: t(($) => $.campaigns.confirm.openWavePausedText, params),
        yes: t(($) => $.campaigns.confirm.openWavePausedYes, { count }),
      }
    : {
        title,
        text: t(($) => $.campaigns.confirm.openWaveText, params),
        yes: t(($) => $.campaigns.confirm.openWaveYes, { count }),
      };
}

function startText({ name, counts, setRate, wave, connection }: CampaignStatus): Omit<ConfirmText, "danger"> {
  const params = { count: audienceSize(counts), connection };
  const sends =
    setRate === undefined
      ? t(($) => $.campaigns.confirm.startText, params)
      : t(($) => $.campaigns.confirm.startAtRateText, { ...params, rate: formatRate(setRate) });
  const waves = wave === undefined ? [] : [t(($) => $.campaigns.confirm.startWaves, { waves: wave.of })];
  return {
    title: t(($) => $.campaigns.confirm.startTitle, { name }),
    text: [sends, ...waves, t(($) => $.campaigns.confirm.startUndo)].join(" "),
    yes: t(($) => $.campaigns.confirm.startYes),
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
export function resumeText({ name, counts, connection, setRate }: CampaignStatus): Omit<ConfirmText, "danger"> {
  const params = { count: counts.pending, connection };
  return {
    title: t(($) => $.campaigns.confirm.resumeTitle, { name }),
    text:
      setRate === undefined
        ? t(($) => $.campaigns.confirm.resumeText, params)
        : t(($) => $.campaigns.confirm.resumeAtRateText, { ...params, rate: formatRate(setRate) }),
    yes: t(($) => $.campaigns.confirm.resumeYes, { count: counts.pending }),
  };
}
