/** Texts of the confirmation before what cannot be undone or reaches devices. Pure. */
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { t } from "#shared/texts/text.ts";
import { audienceSize, rateWords } from "./campaign-model.ts";
import { numberToType } from "./deeds-model.ts";

export type Confirmed =
  | "start"
  | "cancel"
  | "retry-refused"
  | "retry-unknown"
  | "retry-unverified"
  | "open-ring"
  | "remove";

export interface ConfirmWords {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger: boolean;
  /** Has to be typed first. */
  readonly type?: number | undefined;
}

/** `rings`: where they are known, the next one says how many it sends to. */
export function confirmWords(
  asked: Confirmed,
  status: CampaignStatus,
  rings: readonly RingStatus[] = [],
): ConfirmWords {
  const { name, counts, unverified } = status;
  switch (asked) {
    case "start":
      return status.startedAt === undefined
        ? { ...startWords(status), danger: false, type: numberToType(status) }
        : { ...resumeWords(status), danger: false };
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
        yes: t(($) => $.campaigns.confirm.retryUnknownYes),
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
      return { ...openRingWords(status, rings), danger: true };
    case "remove":
      return {
        title: t(($) => $.campaigns.confirm.deleteTitle, { name }),
        text: t(($) => $.campaigns.confirm.deleteText),
        yes: t(($) => $.campaigns.confirm.deleteYes),
        danger: true,
      };
  }
}

function openRingWords(
  { ring, connection, state }: CampaignStatus,
  rings: readonly RingStatus[],
): Omit<ConfirmWords, "danger"> {
  const next = (ring?.open ?? 0) + 1;
  const count = rings.find((one) => one.ring === next)?.pending ?? 0;
  const params = { count, connection, wave: next + 1, waves: ring?.of ?? 1 };
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

function startWords({ name, counts, setRate, ring, connection }: CampaignStatus): Omit<ConfirmWords, "danger"> {
  const params = { count: audienceSize(counts), connection };
  const sends =
    setRate === undefined
      ? t(($) => $.campaigns.confirm.startText, params)
      : t(($) => $.campaigns.confirm.startAtRateText, { ...params, rate: rateWords(setRate) });
  const waves = ring === undefined ? [] : [t(($) => $.campaigns.confirm.startWaves, { waves: ring.of })];
  return {
    title: t(($) => $.campaigns.confirm.startTitle, { name }),
    text: [sends, ...waves, t(($) => $.campaigns.confirm.startUndo)].join(" "),
    yes: t(($) => $.campaigns.confirm.startYes),
  };
}

/** Outcome of a retry: what was found before, and what is left to do. */
export function retriedWords(
  moved: number,
  lookedUp: { readonly accepted: number; readonly pending: number; readonly checking: number } | undefined,
): string {
  const resume = moved + (lookedUp?.pending ?? 0) > 0 ? [t(($) => $.campaigns.done.resumeToSend)] : [];
  if (lookedUp === undefined) return resume.join(" ");
  const { accepted, pending, checking } = lookedUp;
  const found =
    accepted + pending > 0 ? [t(($) => $.campaigns.done.lookedUp, { sent: accepted, notSent: pending })] : [];
  const left = checking > 0 ? [t(($) => $.campaigns.done.stillChecking, { count: checking })] : [];
  return [...found, ...left, ...resume].join(" ");
}

/** Confirmation before a campaign resumes: how many messages are sent, and over which connection. */
export function resumeWords({ name, counts, connection, setRate }: CampaignStatus): Omit<ConfirmWords, "danger"> {
  const params = { count: counts.pending, connection };
  return {
    title: t(($) => $.campaigns.confirm.resumeTitle, { name }),
    text:
      setRate === undefined
        ? t(($) => $.campaigns.confirm.resumeText, params)
        : t(($) => $.campaigns.confirm.resumeAtRateText, { ...params, rate: rateWords(setRate) }),
    yes: t(($) => $.campaigns.confirm.resumeYes, { count: counts.pending }),
  };
}
