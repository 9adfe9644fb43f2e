/**
 * Drafts per endpoint, and the outcomes of sending them. Stored by connection and endpoint, independent of the composer component:
 * closing and reopening the tab neither loses a text nor sends it twice.
 */
import { formatText, t } from "#shared/texts/text.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { saveTextDraft, readTextDraft } from "../../lib/draft-storage.ts";
import type { SliceCreator } from "../../lib/slice.ts";
import { nextConfirmation, type SmsConfirmation } from "../../lib/sms-confirmation.ts";
import {
  afterAcceptance,
  resolveFromThread,
  expectOf,
  emptyMessageDraft,
  parseMessageDraft,
  type MessageDraft,
  withUnconfirmed,
  withoutUnconfirmed,
  serializeMessageDraft,
} from "./message-draft.ts";
import { isUnknown } from "./message-status.ts";

interface SendResult {
  readonly tone: "good" | "bad" | "unknown";
  readonly title: string;
  readonly sentence: string;
  /** Nothing was sent; sending again confirms this condition. */
  readonly confirmation?: SmsConfirmation;
}

interface InFlight {
  readonly text: string;
}

export interface ComposingSlice {
  readonly messageDrafts: Readonly<Record<string, MessageDraft>>;
  /** Requests in flight. */
  readonly sending: Readonly<Record<string, InFlight | undefined>>;
  /** Outcome of the last request. */
  readonly sent: Readonly<Record<string, SendResult | undefined>>;
  /** Merges a change into the current draft, so that concurrent input is preserved. */
  readonly updateMessageDraft: (connection: string, endpoint: string, change: Partial<MessageDraft>) => void;
  readonly restoreMessageDraft: (connection: string, endpoint: string) => void;
  /**
   * Sends the draft; does nothing while a request of the same composer is in flight. Sending again after a confirmation was
   * requested confirms it. `from` resolves to the sender.
   */
  readonly sendMessage: (connection: string, endpoint: string, from: () => Promise<string>) => Promise<void>;
  /**
   * Updates drafts with an unknown outcome: the thread may have resolved it, or contain a message with this exact text whose
   * outcome is unknown.
   */
  readonly resolveUnconfirmed: (connection: string, endpoint: string, items: readonly Message[]) => void;
}

export function messageDraftKey(connection: string, endpoint: string): string {
  return `${connection}/${endpoint}`;
}

export const createComposingSlice: SliceCreator<ComposingSlice> = (set, get) => {
  const put = (key: string, messageDrafts: MessageDraft): void => {
    saveTextDraft(`sms/${key}`, serializeMessageDraft(messageDrafts));
    set({ messageDrafts: { ...get().messageDrafts, [key]: messageDrafts } });
  };
  const setResult = (key: string, result: SendResult | undefined): void =>
    set({ sent: { ...get().sent, [key]: result } });
  const at = (key: string): MessageDraft => get().messageDrafts[key] ?? emptyMessageDraft;
  const setSending = (key: string, flight: InFlight | undefined): void =>
    set({ sending: { ...get().sending, [key]: flight } });
  /**
   * Releases the composer once the thread shows the message in flight with an unknown outcome: the call itself then still re-reads the
   * endpoint's list, which takes minutes.
   */
  const letGo = (key: string, { text }: InFlight, items: readonly Message[]): void => {
    const line = items.find((one) => one.payload === text && isUnknown(one));
    if (line === undefined) return;
    setSending(key, undefined);
    if (at(key).text === text) put(key, { ...at(key), unconfirmed: { key: line.key, text } });
    setResult(key, resultOf({ outcome: "unknown" }));
  };
  return {
    messageDrafts: {},
    sending: {},
    sent: {},
    updateMessageDraft: (connection, endpoint, change) => {
      const key = messageDraftKey(connection, endpoint);
      put(key, { ...at(key), ...change });
      if (get().sent[key] !== undefined) setResult(key, undefined);
    },
    restoreMessageDraft: (connection, endpoint) => {
      const key = messageDraftKey(connection, endpoint);
      if (get().messageDrafts[key] !== undefined) return;
      set({ messageDrafts: { ...get().messageDrafts, [key]: parseMessageDraft(readTextDraft(`sms/${key}`)) } });
    },
    sendMessage: async (connection, endpoint, from) => {
      const key = messageDraftKey(connection, endpoint);
      if (get().sending[key] !== undefined) return;
      const { text } = at(key);
      const confirmed = get().sent[key]?.confirmation ?? {};
      const flight: InFlight = { text };
      const waits = (): boolean => get().sending[key] === flight;
      setSending(key, flight);
      setResult(key, undefined);
      const expect = expectOf(at(key));
      try {
        const call = { connection, endpoint, from: await from(), text, ...confirmed, expect };
        const result = await fleet.sms.send(call);
        const { outcome } = result;
        if (outcome === "accepted" && waits()) put(key, afterAcceptance(at(key), text));
        if (outcome === "refused") put(key, withoutUnconfirmed(at(key)));
        const unconfirmed =
          outcome === "unknown" && waits() ? { key: await findUnconfirmedKey(call), text } : undefined;
        // A released composer is updated from the thread instead.
        if (!waits()) return;
        // The draft as it is now: it may have been edited while the thread was read.
        if (unconfirmed !== undefined) put(key, { ...at(key), unconfirmed });
        setResult(key, resultOf(result));
      } catch (error) {
        if (waits()) setResult(key, failureResult(error, confirmed));
      } finally {
        if (waits()) setSending(key, undefined);
      }
    },
    resolveUnconfirmed: (connection, endpoint, items) => {
      const key = messageDraftKey(connection, endpoint);
      const flight = get().sending[key];
      if (flight !== undefined) return letGo(key, flight, items);
      const before = withUnconfirmed(at(key), items);
      const after = resolveFromThread(before, items);
      if (after !== at(key)) put(key, after);
      if (after === before) return;
      setResult(
        key,
        after.text === before.text
          ? {
              tone: "bad",
              title: t(($) => $.messages.composer.notSent),
              sentence: t(($) => $.messages.composer.notSentHelp),
            }
          : {
              tone: "good",
              title: t(($) => $.messages.composer.sent),
              sentence: t(($) => $.messages.composer.sentHelp),
            },
      );
    },
  };
};

/** Key of the thread message whose response was lost; empty if the thread cannot be read. */
async function findUnconfirmedKey(sent: {
  readonly connection: string;
  readonly endpoint: string;
  readonly text: string;
}): Promise<string> {
  const { connection, endpoint, text } = sent;
  const items = await fleet.sms.thread({ connection, endpoint }).then(
    (thread) => thread.items,
    () => [], // the SMS was sent anyway, so its reported outcome stays valid
  );
  return items.find((one) => one.payload === text && isUnknown(one))?.key ?? "";
}

/** An internal error leaves open whether anything was sent; any other error means that nothing was. */
function failureResult(error: unknown, confirmed: SmsConfirmation): SendResult {
  const failure = failureOf(error);
  const { code } = failure;
  const message = formatText(failure.text);
  const confirmation = nextConfirmation(failure, confirmed);
  if (confirmation !== undefined) {
    const title =
      confirmation.evenIfSuppressed === true
        ? t(($) => $.messages.composer.suppressed)
        : t(($) => $.messages.composer.longMessage);
    return { tone: "bad", title, sentence: message, confirmation };
  }
  const ownError = code === "internal" || code === "window-error";
  return ownError
    ? {
        tone: "unknown",
        title: t(($) => $.common.outcomeUnknown),
        sentence: t(($) => $.messages.composer.outcomeUnknownHelp, { failure: message }),
      }
    : { tone: "bad", title: t(($) => $.messages.composer.notSent), sentence: message };
}

function resultOf({
  outcome,
  code,
  message,
}: Pick<Awaited<ReturnType<typeof fleet.sms.send>>, "outcome" | "code" | "message">): SendResult {
  if (outcome === "accepted") {
    const isMatched = code === "matched-by-text";
    const sentence = isMatched ? t(($) => $.messages.composer.matchedHelp) : t(($) => $.messages.composer.acceptedHelp);
    return { tone: "good", title: t(($) => $.common.accepted), sentence };
  }
  if (outcome === "refused")
    return {
      tone: "bad",
      title: t(($) => $.common.rejected),
      sentence: message === undefined ? t(($) => $.messages.composer.rejectedHelp) : formatText(message),
    };
  return {
    tone: "unknown",
    title: t(($) => $.messages.composer.checking),
    sentence: t(($) => $.messages.composer.checkingHelp),
  };
}
