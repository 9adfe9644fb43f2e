/** Texts and shares from the counts of a campaign. Pure. */
import { t } from "#shared/texts/text.ts";
import { finalDeliveries, isDeliveryUnchecked } from "#shared/rules/campaign-status.ts";
import type { CampaignStatus, Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatDuration, formatPercent, formatTime } from "#shared/format.ts";
import { campaignMessage, deliveryLabel, notCheckedLabel, type OutcomeLabel } from "../../lib/outcome-labels.ts";
import type { StatusTone } from "../../lib/records.ts";
import type { GovernorView } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";

/** Number of messages that can still be recalled: accepted, without a final delivery status. */
export function recallable({ counts, delivery }: CampaignStatus): number {
  const finalCount = finalDeliveries.reduce((sum, one) => sum + (delivery[one] ?? 0), 0);
  return Math.max(0, counts.accepted - finalCount);
}

/** Recipients without the excluded ones. */
export function audienceSize({ planned, excluded }: Counts): number {
  return planned - excluded;
}

const countTexts = {
  accepted: (value: number): string => t(($) => $.campaigns.counts.accepted, { value }),
  refused: (value: number): string => t(($) => $.campaigns.counts.refused, { value }),
  unknown: (value: number): string => t(($) => $.campaigns.counts.unknown, { value }),
  sending: (value: number): string => t(($) => $.campaigns.counts.sending, { value }),
  pending: (value: number): string => t(($) => $.campaigns.counts.pending, { value }),
  cancelled: (value: number): string => t(($) => $.campaigns.counts.cancelled, { value }),
} as const;
const countedOutcomes = ["accepted", "refused", "unknown", "sending", "pending", "cancelled"] as const;

/** "4,812 accepted, 3 unknown, 5,185 not started". */
export function countSentence(counts: Counts): string {
  const fragments = countedOutcomes.flatMap((outcome) =>
    counts[outcome] > 0 ? [countTexts[outcome](counts[outcome])] : [],
  );
  return fragments.length === 0 ? t(($) => $.campaigns.counts.noRecipients) : fragments.join(", ");
}

/** "0.4/min", "350/min", "12/s". */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10) return t(($) => $.campaigns.counts.perSecond, { value: Math.round(perSecond) });
  const perMinute = perSecond * 60;
  return t(($) => $.campaigns.counts.perMinute, {
    value: perMinute < 10 ? Number(perMinute.toPrecision(2)) : Math.round(perMinute),
  });
}

/** Number of recipients, excluded ones and wave. */
export function formatSize({ counts, wave }: CampaignStatus): string {
  const fragments: string[] = [t(($) => $.common.recipientCount, { count: audienceSize(counts) })];
  if (counts.excluded > 0) fragments.push(t(($) => $.campaigns.counts.excluded, { value: counts.excluded }));
  if (wave !== undefined) fragments.push(formatWave(wave));
  return fragments.join(" · ");
}

function formatWave({ open, of }: NonNullable<CampaignStatus["wave"]>): string {
  return t(($) => $.campaigns.counts.wave, { wave: open + 1, waves: of });
}

/** Wave, rate and remaining time. */
export function formatPace({ etaMs, rate, wave }: CampaignStatus): string {
  const fragments = wave === undefined ? [] : [formatWave(wave)];
  if (rate !== undefined) fragments.push(formatRate(rate));
  if (etaMs !== undefined) fragments.push(t(($) => $.campaigns.counts.timeLeft, { duration: formatDuration(etaMs) }));
  return fragments.join(" · ");
}

export interface Share {
  readonly id: string;
  readonly text: string;
  readonly count: number;
  readonly tone: StatusTone;
}

/** Parts of the outcome bar; their sum is the size of the audience. */
export function outcomeShares(counts: Counts): readonly Share[] {
  return [
    { id: "accepted", text: t(($) => $.common.accepted), count: counts.accepted, tone: "good" },
    { id: "refused", text: t(($) => $.common.rejected), count: counts.refused, tone: "bad" },
    { id: "unknown", text: t(($) => $.common.outcomeUnknown), count: counts.unknown, tone: "unknown" },
    { id: "sending", text: t(($) => $.shell.outcome.sending), count: counts.sending, tone: "waiting" },
    { id: "pending", text: t(($) => $.shell.outcome.notStarted), count: counts.pending, tone: "neutral" },
    { id: "cancelled", text: t(($) => $.shell.outcome.cancelled), count: counts.cancelled, tone: "neutral" },
  ];
}

/** Excluded recipients as another part: they are not in the bar. */
export function excludedShare({ excluded }: Counts): Share {
  return { id: "excluded", text: t(($) => $.shell.outcome.excluded), count: excluded, tone: "neutral" };
}

export const isCounted = (share: Share): boolean => share.count > 0;

/** Display order, from the best to the least known status; values of a newer core come last. */
const orders = {
  delivery: ["delivered", "in-progress", "buffered", "pending", "failed", "expired", "cancelled", "unknown"],
  reply: ["as-expected", "answered", "otherwise", "waiting", "silent", "unknown"],
} as const;

/** Parts of the delivery bar or the reply bar. */
export function sharesOf(
  kind: keyof typeof orders,
  counts: Readonly<Record<string, number>>,
  wordOf: (value: string) => OutcomeLabel,
): readonly Share[] {
  const order: readonly string[] = orders[kind];
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return Object.entries(counts)
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([id, many]) => ({ id, count: many, text: wordOf(id).text, tone: wordOf(id).tone }));
}

/** Parts of the delivery bar: messages not checked yet are not counted as unknown. */
export function deliveryShares(status: CampaignStatus): readonly Share[] {
  const isUnchecked = isDeliveryUnchecked(status);
  return sharesOf("delivery", status.delivery, (value) =>
    value === "unknown" && isUnchecked ? notCheckedLabel : deliveryLabel(value),
  );
}

/** Whether a reply is expected: only then "as expected" has a count. */
export function expectsAnswers({ replies }: Pick<CampaignStatus, "replies">): boolean {
  return ["waiting", "as-expected", "otherwise", "silent"].some((reply) => reply in replies);
}

/** "88.8%"; less than the whole is never rounded up to 100%. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const tenths = part === whole ? 1000 : Math.min(999, Math.round((part / whole) * 1000));
  return formatPercent(tenths / 1000);
}

// Texts about rate, waits and session lifetime of a campaign. Pure.

interface PaceContext {
  /** Of the campaign's connection; undefined if another connection is selected. */
  readonly governor: GovernorView | undefined;
  readonly session: SessionState | undefined;
  readonly now: number;
}

/** Short texts, most important first; empty after the end. */
export function paceTexts(status: CampaignStatus, around: PaceContext): readonly string[] {
  const { state, setRate, rate, concurrency, etaMs } = status;
  if (state === "finished" || state === "cancelled") return [];
  const { governor, session, now } = around;
  const texts: string[] = [];
  texts.push(
    setRate === undefined
      ? t(($) => $.campaigns.pace.targetMaximum)
      : t(($) => $.campaigns.pace.target, { rate: formatRate(setRate) }),
  );
  if (state === "running") {
    texts.push(
      rate === undefined
        ? t(($) => $.campaigns.pace.noActual)
        : t(($) => $.campaigns.pace.actual, { rate: formatRate(rate) }),
    );
  }
  texts.push(t(($) => $.campaigns.pace.concurrent, { count: concurrency }));
  if (etaMs !== undefined) texts.push(t(($) => $.campaigns.pace.ends, { time: formatTime(now + etaMs, now) }));
  const slowedBy = state === "running" ? campaignMessage(status, governor) : undefined;
  if (slowedBy !== undefined) texts.push(slowedBy);
  const sessionText = formatSession(session, etaMs === undefined ? undefined : now + etaMs, now);
  if (sessionText !== undefined) texts.push(sessionText);
  return texts;
}

/** Undefined if the session lifetime is unknown or does not matter. */
function formatSession(session: SessionState | undefined, endsAt: number | undefined, now: number): string | undefined {
  if (session === undefined) return undefined;
  if (session.state === "signed-out") return t(($) => $.campaigns.pace.signedOut);
  if (session.kind === "application-token") return t(($) => $.campaigns.pace.sessionRenews);
  const until = session.refreshExpiresAt ?? session.authExpiresAt;
  if (until === undefined) return t(($) => $.campaigns.pace.sessionEndUnknown);
  if (endsAt === undefined) return t(($) => $.campaigns.pace.sessionUntil, { time: formatTime(until, now) });
  return endsAt <= until
    ? t(($) => $.campaigns.pace.sessionLastsLonger, { time: formatTime(until, now) })
    : t(($) => $.campaigns.pace.sessionEndsBefore, { time: formatTime(until, now) });
}

/** Time of the last state change. */
export function stateSince(steps: readonly { readonly at: number; readonly state: string }[]): number | undefined {
  let since: number | undefined;
  let before: string | undefined;
  for (const { at, state } of steps) {
    if (state !== before) since = at;
    before = state;
  }
  return since;
}
