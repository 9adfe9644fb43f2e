/** Actions on single messages. */
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { IconMessage } from "@tabler/icons-react";
import type { Action, AppAction } from "../../app/actions/action.ts";
import { withoutConnection } from "../../app/actions/navigation.ts";
import { runAction } from "../../app/actions/run-action.tsx";
import { type State, useFleetdesk } from "../../app/store/store.ts";
import { cachedData, type InputOf, loadData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { focusWhenMounted } from "../../lib/focus.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { formatOpen, parseOpen } from "../../lib/records.ts";
import { nextConfirmation, type SmsConfirmation } from "../../lib/sms-confirmation.ts";
import { currentConnection } from "../../data/connection.ts";
import { canCancel, canSendAgain, isUnknown, relationsOf } from "./message-status.ts";
import { refreshThread } from "./refresh-thread.ts";

/** Opens the conversation with an endpoint; its composer takes the focus. */
export function writeTo(endpoint: string, { setQuery }: Pick<State, "setQuery">): void {
  setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "messages" });
  focusWhenMounted("[data-composer] textarea", { take: true });
}

/** The endpoint whose details are open. */
function openEndpoint({ address }: Pick<State, "address">): string | undefined {
  const open = parseOpen(address.query["open"] ?? "");
  return open?.collection === "endpoint" ? open.id : undefined;
}

export const writeSms: AppAction = {
  id: "write-sms",
  changesNothing: true,
  title: t(($) => $.shell.commands.writeSms.title),
  icon: IconMessage,
  group: "fleet",
  keywords: t(($) => $.shell.commands.writeSms.keywords),
  disabledReason: (state) => (openEndpoint(state) === undefined ? t(($) => $.shell.unavailable.noEndpoint) : undefined),
  run: (state) => writeTo(openEndpoint(state) ?? "", state),
};

/** The palette, for an endpoint to write to. It is always asked for: what is pasted next must not go into the text to the open endpoint. */
export const newSms: AppAction = {
  id: "new-sms",
  changesNothing: true,
  title: t(($) => $.shell.commands.newSms.title),
  icon: IconMessage,
  group: "fleet",
  keys: "mod+shift+M",
  whileTyping: true,
  disabledReason: withoutConnection,
  run: ({ showOverlay, typePalette }) => {
    showOverlay("palette");
    typePalette(t(($) => $.shell.rows.sendSmsTo, { name: "" }));
  },
};

/** What the actions of a message have in common: one at a time, with a network. */
const ofMessage = {
  scope: ({ endpoint, key }: Message) => `message ${endpoint} ${key}`,
};

function offline({ networkOnline }: Pick<State, "networkOnline">): string | undefined {
  return networkOnline ? undefined : t(($) => $.shell.unavailable.offline);
}

/** The message belongs to the connection that the window shows, which may no longer be main's current one. */
function connectionOf(): string | undefined {
  return currentConnection()?.name;
}

function showResult(state: State, { endpoint, key }: Message, title: string, text: string): void {
  const connection = connectionOf();
  state.notify({ about: `message ${endpoint} ${key}`, title, text, tone: "plain", connection });
}

export const cancelMessage: Action<Message> = {
  ...ofMessage,
  id: "cancel-message",
  changesService: true,
  title: t(($) => $.messages.actions.cancel),
  disabledReason: (message, state) =>
    canCancel(message) ? offline(state) : t(($) => $.messages.actions.notCancellable),
  run: async (message, state) => {
    const { endpoint, id } = message;
    const answer = await fleet.sms.cancel({ connection: connectionOf(), endpoint, id });
    showResult(
      state,
      message,
      t(($) => $.messages.actions.cancel),
      formatText(answer.message),
    );
    await refreshThread(endpoint);
  },
};

export const checkMessage: Action<Message> = {
  ...ofMessage,
  id: "check-message-outcome",
  title: t(($) => $.messages.actions.checkOutcome),
  disabledReason: (message, state) => (isUnknown(message) ? offline(state) : t(($) => $.messages.actions.notUnknown)),
  run: async (message, state) => {
    const { endpoint } = message;
    const counts = await fleet.sms.reconcile({ connection: connectionOf(), endpoint });
    showResult(
      state,
      message,
      t(($) => $.messages.actions.checkOutcome),
      t(($) => $.messages.actions.checked, counts),
    );
    await reloadQueries("sms.thread");
  },
};

const sendOutcomeTexts = {
  accepted: t(($) => $.messages.actions.accepted),
  refused: t(($) => $.messages.actions.rejected),
  unknown: t(($) => $.messages.actions.unknown),
} as const;

/**
 * Sends the text once more; only of a message that is proven not sent. That it was sent again before, and each condition that main names, is
 * confirmed in a dialog.
 */
export const sendMessageAgain: Action<Message> = {
  ...ofMessage,
  id: "send-message-again",
  changesService: true,
  title: t(($) => $.messages.actions.sendAgain),
  disabledReason: (message, state) => (canSendAgain(message) ? offline(state) : t(($) => $.messages.actions.mayArrive)),
  prepare: async ({ endpoint }) => void (await loadData("sms.thread", threadOf(endpoint))),
  confirm: (message) => {
    const { items = [] } = cachedData("sms.thread", threadOf(message.endpoint)) ?? {};
    return relationsOf(message, items).sentAgain
      ? sendAgainConfirmation(t(($) => $.messages.actions.sentAgainBefore))
      : undefined;
  },
  run: async (message, state) => await sendAgain({ message, confirmed: {} }, state),
};

function threadOf(endpoint: string): InputOf<"sms.thread"> {
  return { connection: connectionOf(), endpoint };
}

function sendAgainConfirmation(summary: string): Confirmation {
  return {
    title: t(($) => $.messages.actions.sendAgainTitle),
    summary,
    confirmLabel: t(($) => $.messages.actions.sendAgainAnyway),
    danger: true,
  };
}

interface ConfirmedMessage {
  readonly message: Message;
  readonly confirmed: SmsConfirmation;
  /** The condition that is confirmed now. */
  readonly reason: CodedText;
}

const sendAgainAnyway: Action<ConfirmedMessage> = {
  id: "send-message-again-anyway",
  title: t(($) => $.messages.actions.sendAgainAnyway),
  // The dialog opens while the first attempt ends.
  scope: ({ message, confirmed }) => `${ofMessage.scope(message)} ${JSON.stringify(confirmed)}`,
  confirm: ({ reason }) => sendAgainConfirmation(formatText(reason)),
  run: async (target, state) => await sendAgain(target, state),
};

async function sendAgain({ message, confirmed }: Omit<ConfirmedMessage, "reason">, state: State): Promise<void> {
  const { endpoint, payload = "", sourceAddress = "", owned } = message;
  const connection = connectionOf();
  try {
    const request = { connection, endpoint, from: sourceAddress, text: payload, expect: owned?.expect };
    const answer = await fleet.sms.send({ ...request, ...confirmed });
    const text = answer.message === undefined ? sendOutcomeTexts[answer.outcome] : formatText(answer.message);
    showResult(
      state,
      message,
      t(($) => $.messages.actions.sendAgain),
      text,
    );
  } catch (error) {
    const failure = failureOf(error);
    const next = nextConfirmation(failure, confirmed);
    const { pendingAction } = useFleetdesk.getState();
    // After a switch of the connection, the id may refer to another endpoint. The dialog of another action is not replaced.
    if (next === undefined || connectionOf() !== connection || pendingAction !== state.pendingAction) throw error;
    void runAction(sendAgainAnyway, { message, confirmed: next, reason: failure.text });
  }
  await reloadQueries("sms.thread");
}
