/** What is said before something that cannot be taken back, or that reaches devices. Pure. */
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { count, counted } from "../../lib/format.ts";
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
        title: `Cancel “${name}”?`,
        text: `${counted(counts.pending, "recipient")} not started will never be sent to. What was accepted stays sent; a recall cancels what is still buffered. A cancelled campaign cannot be started again.`,
        yes: "Cancel the campaign",
        danger: true,
      };
    case "retry-refused":
      return {
        title: `Retry ${counted(counts.refused, "refused recipient")}?`,
        text: "They are put back to be sent to when the campaign is resumed. The service said no to them before; nothing reached them.",
        yes: "Put them back",
        danger: false,
      };
    case "retry-unknown":
      return {
        title: `Retry ${counted(counts.unknown, "unknown recipient")}?`,
        text: `Whether the service took these messages is not known. They are looked up first; those it is too early to say of stay as they are. Up to ${counted(counts.unknown, "device")} may get it twice. A device that has its message already gets it a second time.`,
        yes: "Send again anyway",
        danger: true,
      };
    case "retry-unverified": {
      const unclear = unverified?.unclear ?? 0;
      return {
        title: `Retry ${counted(unclear, "unverified recipient")}?`,
        text: `Another copy or state of this database may have sent to them, and the SMS lists do not tell. Up to ${counted(unclear, "device")} may get the message twice.`,
        yes: `Retry ${counted(unclear, "recipient")}`,
        danger: true,
        type: unclear,
      };
    }
    case "open-ring":
      return { ...openRingWords(status, rings), danger: true };
    case "remove":
      return {
        title: `Remove “${name}”?`,
        text: "It was never started. Its recipients and texts are removed from this computer.",
        yes: "Remove it",
        danger: true,
      };
  }
}

function openRingWords(
  { ring, connection, state }: CampaignStatus,
  rings: readonly RingStatus[],
): Omit<ConfirmWords, "danger"> {
  const next = (ring?.open ?? 0) + 1;
  const pending = rings.find((one) => one.ring === next)?.pending ?? 0;
  const messages = counted(pending, "message");
  const when = state === "paused" ? " once you resume the campaign" : "";
  return {
    title: "Open the next ring?",
    text: `${messages} will be sent over “${connection}”${when}. Ring ${next + 1} of ${ring?.of ?? 1} opens whatever the gate before it says.`,
    yes: state === "paused" ? `Open the ring with ${messages}` : `Send ${messages}`,
  };
}

function startWords({ name, counts, setRate, ring, connection }: CampaignStatus): Omit<ConfirmWords, "danger"> {
  const speed = setRate === undefined ? "as fast as the rate limit allows" : `at ${rateWords(setRate)}`;
  const rings = ring === undefined ? "" : ` It is sent in ${ring.of} rings; the first one goes out now.`;
  return {
    title: `Start “${name}”?`,
    text: `One message goes to each of ${counted(audienceSize(counts), "endpoint")} over “${connection}”, ${speed}.${rings} It can be paused at any time; what a device has received cannot be taken back.`,
    yes: "Start sending",
  };
}

/** What came of putting recipients back. */
export function retriedWords(
  moved: number,
  lookedUp: { readonly accepted: number; readonly pending: number; readonly checking: number } | undefined,
): string {
  const resume = moved + (lookedUp?.pending ?? 0) > 0 ? ["Resume the campaign to send to them."] : [];
  if (lookedUp === undefined) return resume.join(" ");
  const { accepted, pending, checking } = lookedUp;
  const found =
    accepted + pending > 0 ? [`${count(accepted)} found to be sent, ${count(pending)} proven not sent.`] : [];
  const left = checking > 0 ? [`${count(checking)} still being checked: left as they are.`] : [];
  return [...found, ...left, ...resume].join(" ");
}

/** What is asked before a campaign resumes: how many messages are sent, and over which connection. */
export function resumeWords({ name, counts, connection, setRate }: CampaignStatus): Omit<ConfirmWords, "danger"> {
  const speed = setRate === undefined ? "as fast as the rate limit allows" : `at ${rateWords(setRate)}`;
  return {
    title: `Resume “${name}”?`,
    text: `${counted(counts.pending, "message")} not started will be sent over “${connection}”, ${speed}.`,
    yes: `Send to ${counted(counts.pending, "recipient")}`,
  };
}
