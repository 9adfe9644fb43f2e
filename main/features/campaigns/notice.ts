/** Notifications about automatic actions of a campaign, for an operator on another page. Pure. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { campaigns } from "#shared/contract/campaigns/campaigns.ts";
import type { z } from "zod";
import type { RowCounts } from "../../core/jobs/ledger.ts";
import { assertNever } from "#shared/failure.ts";

export type Notice = z.output<(typeof campaigns.topics)["campaigns.notice"]>;

/** An automatic action of a campaign. */
export type NoticeEvent =
  | { readonly kind: "finished"; readonly counts: RowCounts }
  | { readonly kind: "paused"; readonly reason: PauseReason; readonly message: CodedText | undefined }
  | { readonly kind: "gate-failed"; readonly message: CodedText }
  /** Cancelled by its own schedule. */
  | { readonly kind: "dropped"; readonly code: "missed-window" | "expired"; readonly message: CodedText };

/** Undefined where no notification is needed: quiet hours, for example, end automatically. */
export function noticeOf(
  campaign: { readonly id: number; readonly name: string },
  event: NoticeEvent,
): Notice | undefined {
  const about = { campaignId: String(campaign.id) };
  const { name } = campaign;
  switch (event.kind) {
    case "finished":
      return {
        ...about,
        kind: "finished",
        title: t(($) => $.campaigns.notice.finishedTitle, { name }),
        text: formatCounts(event.counts),
      };
    case "gate-failed":
      return {
        ...about,
        kind: "decision",
        title: t(($) => $.campaigns.notice.decisionTitle, { name }),
        text: t(($) => $.campaigns.notice.gateFailed, { reason: formatText(event.message) }),
      };
    case "dropped":
      return {
        ...about,
        kind: "paused",
        title: t(($) => $.campaigns.notice.endedTitle, { name }),
        text: t(($) => $.campaigns.notice.dropped, { reason: formatText(event.message) }),
      };
    case "paused": {
      const pause = pauses[event.reason];
      if (pause === undefined) return undefined;
      const title =
        pause.decision === true
          ? t(($) => $.campaigns.notice.decisionTitle, { name })
          : t(($) => $.campaigns.notice.pausedTitle, { name });
      return {
        ...about,
        kind: pause.decision === true ? "decision" : "paused",
        title,
        text: event.message === undefined ? pause.text : formatText(event.message),
      };
    }
    default:
      return assertNever(event);
  }
}

const pauses: Readonly<Partial<Record<PauseReason, { readonly text: string; readonly decision?: true }>>> = {
  errors: { text: t(($) => $.campaigns.notice.errors) },
  offline: { text: t(($) => $.campaigns.notice.offline) },
  "needs-sign-in": { text: t(($) => $.campaigns.notice.needsSignIn) },
  "rate-limited": { text: t(($) => $.campaigns.notice.rateLimited) },
  budget: { text: t(($) => $.campaigns.notice.budget), decision: true },
  expired: { text: t(($) => $.campaigns.notice.expired) },
  "missed-window": { text: t(($) => $.campaigns.notice.missedWindow), decision: true },
  "unverified-copy": { text: t(($) => $.campaigns.notice.unverifiedCopy), decision: true },
  "data-dir-gone": { text: t(($) => $.campaigns.notice.dataDirGone) },
  "unknown-recipients": { text: t(($) => $.campaigns.notice.unknownRecipients), decision: true },
  "canary-gate": { text: t(($) => $.campaigns.notice.gateNotPassed), decision: true },
};

function formatCounts(counts: RowCounts): string {
  const { accepted, refused: rejected, unknown, cancelled } = counts;
  const phrases = [
    ...(accepted > 0 ? [t(($) => $.campaigns.counts.accepted, { value: accepted })] : []),
    ...(rejected > 0 ? [t(($) => $.campaigns.counts.refused, { value: rejected })] : []),
    ...(unknown > 0 ? [t(($) => $.campaigns.counts.unknown, { value: unknown })] : []),
    ...(cancelled > 0 ? [t(($) => $.campaigns.counts.cancelled, { value: cancelled })] : []),
  ];
  if (phrases.length === 0) return t(($) => $.campaigns.notice.nothingSent);
  return t(($) => $.campaigns.counts.sentence, { counts: phrases.join(", ") });
}
