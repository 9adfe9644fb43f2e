/** Formats a campaign as text and as JSON of the command line. */
import { t } from "../../text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CampaignStatus, Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import { labelOf } from "../../option-values.ts";
import { formatDuration, formatNumber } from "#shared/format.ts";
import { isDeliveryUnchecked } from "#shared/rules/campaign-status.ts";
import { pauseReasonText } from "#shared/rules/pause-reasons.ts";
import { formatZonedTime } from "#shared/texts/zoned-time.ts";
import { iso } from "../../output.ts";

const outcomes = [
  "accepted",
  "refused",
  "unknown",
  "pending",
  "sending",
  "cancelled",
  "excluded",
] as const satisfies readonly (keyof Counts)[];

const wordOf: Readonly<Record<(typeof outcomes)[number], string>> = {
  accepted: t(($) => $.cli.campaigns.text.accepted),
  refused: t(($) => $.cli.campaigns.text.rejected),
  unknown: t(($) => $.cli.campaigns.text.unknown),
  pending: t(($) => $.cli.campaigns.text.notStarted),
  sending: t(($) => $.cli.campaigns.text.sending),
  cancelled: t(($) => $.cli.campaigns.text.cancelled),
  excluded: t(($) => $.cli.campaigns.text.excluded),
};

/** "4,812 accepted, 3 unknown, 5,185 not started"; zero counts are omitted. */
export function describeCounts(counts: Counts): string {
  const fragments = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${wordOf[outcome]}`);
  return fragments.length === 0 ? t(($) => $.cli.campaigns.text.noRecipients) : fragments.join(", ");
}

/** State and reason: `paused (too many errors)`, `waiting (offline since 2031-03-03T13:13:00Z)`. */
export function describeState({ state, reason, waitingSince }: CampaignStatus): string {
  if (reason === undefined) return state;
  return waitingSince === undefined
    ? `${state} (${pauseReasonText(reason)})`
    : t(($) => $.cli.campaigns.text.waitingSince, { state, reason: pauseReasonText(reason), time: iso(waitingSince) });
}

function describeUnverified({ toLookUp, unclear }: NonNullable<CampaignStatus["unverified"]>): string {
  return t(($) => $.cli.campaigns.text.unverified, {
    lookUps: formatNumber(toLookUp),
    undecided: formatNumber(unclear),
  });
}

export function describeStatus(status: CampaignStatus): string {
  const { campaignId, name, connection, message, counts, delivery, rate, setRate, concurrency, etaMs, wave } = status;
  const { unverified } = status;
  const delivered = Object.entries(delivery).filter(([, count]) => count > 0);
  const unknownDelivery = isDeliveryUnchecked(status)
    ? t(($) => $.cli.campaigns.text.notChecked)
    : t(($) => $.cli.campaigns.text.unknown);
  const answered = Object.entries(status.replies).filter(([word, count]) => count > 0 && word !== "unknown");
  const lines = [
    t(($) => $.cli.campaigns.text.head, { campaign: campaignId, name, connection, status: describeState(status) }),
    ...(message === undefined ? [] : [formatText(message)]),
    ...(status.start === undefined || status.startedAt !== undefined
      ? []
      : [t(($) => $.cli.campaigns.text.start, { start: formatZonedTime(status.start) })]),
    ...(wave === undefined ? [] : [t(($) => $.cli.campaigns.text.wave, { wave: wave.open + 1, waves: wave.of })]),
    `${t(($) => $.common.recipientCount, { count: counts.planned - counts.excluded })}: ${describeCounts(counts)}`,
    ...(status.matchedByText === 0
      ? []
      : [t(($) => $.cli.campaigns.text.matchedByText, { count: status.matchedByText })]),
    ...(unverified === undefined ? [] : [describeUnverified(unverified)]),
    ...(delivered.length === 0
      ? []
      : [
          t(($) => $.cli.campaigns.text.delivery, {
            counts: delivered
              .map(([word, count]) => `${formatNumber(count)} ${word === "unknown" ? unknownDelivery : word}`)
              .join(", "),
          }),
        ]),
    ...(answered.length === 0
      ? []
      : [
          t(($) => $.cli.campaigns.text.replies, {
            counts: answered.map(([word, count]) => `${formatNumber(count)} ${labelOf(word)}`).join(", "),
          }),
        ]),
    ...(rate === undefined
      ? []
      : [
          etaMs === undefined
            ? t(($) => $.cli.campaigns.text.rate, { rate: rate.toFixed(1) })
            : t(($) => $.cli.campaigns.text.rateAndTime, { rate: rate.toFixed(1), duration: formatDuration(etaMs) }),
        ]),
    t(($) => $.cli.campaigns.text.speed, {
      rate: setRate === undefined ? t(($) => $.cli.campaigns.text.noRate) : `${Number(setRate.toFixed(3))}/s`,
      concurrency,
    }),
  ];
  return `${lines.join("\n")}\n`;
}
