/** Actions on one message: cancel, look up, send again; each shows its outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { nextConfirmation, type SmsConfirmation } from "../../lib/sms-confirmation.ts";
import { useCall } from "../../ui/use-call.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { canCancel, canSendAgain, isUnknown } from "./message-status.ts";
import { refreshThread } from "./refresh-thread.ts";
import classes from "./messages.module.css";

export interface MessageActionsProps {
  readonly message: Message;
  /** The same text was sent again later. */
  readonly sentAgain: boolean;
}

const sendOutcomeTexts = {
  accepted: t(($) => $.messages.actions.accepted),
  refused: t(($) => $.messages.actions.rejected),
  unknown: t(($) => $.messages.actions.unknown),
} as const;

export function MessageActions({ message, sentAgain }: MessageActionsProps): ReactElement | undefined {
  const againable = canSendAgain(message) && !sentAgain;
  const { endpoint, id, payload = "", sourceAddress = "", owned } = message;
  const [status, setStatus] = useState<string>();
  const { busy, failure, run } = useCall();
  // The message belongs to the connection that the window shows, which may no longer be main's current one.
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const cancel = (): void =>
    void run(async () => {
      setStatus(formatText((await fleet.sms.cancel({ connection, endpoint, id })).message));
      await refreshThread(endpoint);
    });
  const lookUp = (): void =>
    void run(async () => {
      const { accepted, notSent, unknown } = await fleet.sms.reconcile({ connection, endpoint });
      setStatus(t(($) => $.messages.actions.checked, { accepted, notSent, unknown }));
      await reloadQueries("sms.thread");
    });
  const [confirmed, setConfirmed] = useState<SmsConfirmation>({});
  // A second press confirms the pending condition.
  const next = failure === undefined ? undefined : nextConfirmation(failure, confirmed);
  const needsConfirmation = next !== undefined;
  const again = (): void => {
    setConfirmed(next ?? {});
    void run(async () => {
      const expect = owned?.expect;
      const answer = await fleet.sms.send({
        connection,
        endpoint,
        from: sourceAddress,
        text: payload,
        expect,
        ...next,
      });
      setStatus(answer.message === undefined ? sendOutcomeTexts[answer.outcome] : formatText(answer.message));
      await reloadQueries("sms.thread");
    });
  };
  if (!canCancel(message) && !isUnknown(message) && !againable && status === undefined && failure === undefined)
    return undefined;
  return (
    <div className={classes["actions"]}>
      {canCancel(message) ? (
        <Button loading={busy} onClick={cancel}>
          {t(($) => $.messages.actions.cancel)}
        </Button>
      ) : undefined}
      {isUnknown(message) ? (
        <Button loading={busy} onClick={lookUp}>
          {t(($) => $.messages.actions.checkOutcome)}
        </Button>
      ) : undefined}
      {againable ? (
        <Button loading={busy} onClick={again}>
          {needsConfirmation ? t(($) => $.messages.actions.sendAgainAnyway) : t(($) => $.messages.actions.sendAgain)}
        </Button>
      ) : undefined}
      <span aria-live="polite">{failure === undefined ? status : formatText(failure.text)}</span>
    </div>
  );
}
