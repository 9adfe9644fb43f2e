/** What a person is told of a campaign when they look elsewhere: never of what they did themselves just now. Pure. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/format-text.ts";
import type { PauseReason } from "#contract/campaign-words.ts";
import type { campaigns } from "#contract/campaigns.ts";
import type { z } from "zod";
import type { RowCounts } from "../../jobs/ledger.ts";
import { assertNever } from "../../failure.ts";

export type Notice = z.output<(typeof campaigns.topics)["campaigns.notice"]>;

/** What a campaign did by itself. */
export type NoticeEvent =
  | { readonly what: "finished"; readonly counts: RowCounts }
  | { readonly what: "paused"; readonly reason: PauseReason; readonly message: CodedText | undefined }
  | { readonly what: "gate-failed"; readonly message: CodedText }
  /** Cancelled by its own schedule. */
  | { readonly what: "dropped"; readonly code: "missed-window" | "expired"; readonly message: CodedText };

/** Undefined where nobody needs to know: hours that are quiet end by themselves. */
export function noticeOf(
  campaign: { readonly id: number; readonly name: string },
  event: NoticeEvent,
): Notice | undefined {
  const about = { campaignId: String(campaign.id) };
  const name = `“${campaign.name}”`;
  switch (event.what) {
    case "finished":
      return { ...about, kind: "finished", title: `Campaign ${name} has finished`, text: sayCounts(event.counts) };
    case "gate-failed":
      return {
        ...about,
        kind: "decision",
        title: `Campaign ${name} needs a decision`,
        text: `${formatText(event.message)} Open the next ring, or cancel the campaign.`,
      };
    case "dropped":
      return {
        ...about,
        kind: "paused",
        title: `Campaign ${name} has ended`,
        text: `${formatText(event.message)} Who was not sent to is cancelled.`,
      };
    case "paused": {
      const said = pauses[event.reason];
      if (said === undefined) return undefined;
      const title = `Campaign ${name} ${said.decision === true ? "needs a decision" : "is paused"}`;
      return {
        ...about,
        kind: said.decision === true ? "decision" : "paused",
        title,
        text: event.message === undefined ? said.text : formatText(event.message),
      };
    }
    default:
      return assertNever(event);
  }
}

const pauses: Readonly<Partial<Record<PauseReason, { readonly text: string; readonly decision?: true }>>> = {
  errors: { text: "Too much went wrong; it stopped itself." },
  offline: { text: "The service did not answer within the set limit." },
  "needs-sign-in": { text: "Sign in to resume." },
  "rate-limited": { text: "The service has been asking to wait for too long." },
  budget: { text: "The daily budget of its connection is spent.", decision: true },
  expired: { text: "Its time is over." },
  "missed-window": { text: "The time to start was missed.", decision: true },
  "unverified-copy": { text: "Another copy of the database may have sent to pending recipients.", decision: true },
  "data-dir-gone": { text: "The data directory was deleted or replaced." },
  "unknown-recipients": { text: "Some recipients have an unknown outcome.", decision: true },
  "canary-gate": { text: "A ring did not pass its gate.", decision: true },
};

const number = new Intl.NumberFormat("en-US");

function sayCounts(counts: RowCounts): string {
  const words = ["accepted", "refused", "unknown", "cancelled"] as const;
  const parts = words.filter((word) => counts[word] > 0).map((word) => `${number.format(counts[word])} ${word}`);
  return parts.length === 0 ? "No messages were sent." : `${parts.join(", ")}.`;
}
