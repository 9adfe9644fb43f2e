/** One message: which way it went, what came of it, and what can be done about it. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Message } from "#contract/sms.ts";
import { fleet } from "../../lib/fleet.ts";
import { counted, exactly } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { canCancel, canSendAgain, isUnknown, replyOf, statusOf } from "./message-model.ts";
import classes from "./messages.module.css";

export function MessageLine({ message }: { readonly message: Message }): ReactElement {
  const { direction, payload, sourceAddress, submittedAt, finalAt, segments, owned, answers, record, statusText } =
    message;
  const status = statusOf(message);
  const reply = replyOf(message);
  const received = direction === "mo";
  return (
    <li className={classes["message"]} data-direction={direction} data-key={message.key}>
      <div className={classes["line"]}>
        <b>{received ? "From the device" : direction === "mt" ? "To the device" : "Direction unknown"}</b>
        <StatusPill title={status.hint} tone={status.tone}>
          {status.text}
        </StatusPill>
        {reply === undefined ? undefined : (
          <StatusPill title={reply.hint} tone={reply.tone}>
            answer: {reply.text}
          </StatusPill>
        )}
        {owned?.campaign === undefined ? undefined : <a href={`#/campaigns/${owned.campaignId}`}>{owned.campaign}</a>}
      </div>
      <p className={classes["payload"]}>{payload ?? "The service does not show its text."}</p>
      <p className="muted">
        {[
          submittedAt === undefined ? "time unknown" : exactly(submittedAt),
          finalAt === undefined ? undefined : `final ${exactly(finalAt)}`,
          sourceAddress === undefined ? undefined : `from ${sourceAddress}`,
          segments === undefined ? undefined : counted(segments, "segment"),
          statusText === undefined || received ? undefined : `the service says ${statusText}`,
          answers === undefined ? undefined : "answers a command of ours",
        ]
          .filter((word) => word !== undefined)
          .join(" · ")}
      </p>
      {owned?.message === undefined || owned.outcome === "accepted" ? undefined : <p>{owned.message}</p>}
      {owned?.outcome === "accepted" && owned.expect !== undefined ? (
        <p className="muted">Expects an answer like “{owned.expect.pattern}”.</p>
      ) : undefined}
      <MessageDeeds message={message} />
      {record === undefined ? undefined : (
        <details className={classes["raw"]}>
          <summary>Raw record</summary>
          <pre>{JSON.stringify(record, undefined, 2)}</pre>
        </details>
      )}
    </li>
  );
}

function MessageDeeds({ message }: { readonly message: Message }): ReactElement | undefined {
  const { endpoint, id, payload = "", sourceAddress = "", owned } = message;
  const open = useFleetdesk((state) => state.openThread);
  const refresh = useFleetdesk((state) => state.refreshThread);
  const [said, setSaid] = useState<string>();
  const { busy, failure, run } = useCall();
  const cancel = (): void =>
    void run(async () => {
      setSaid((await fleet.sms.cancel({ endpoint, id })).message);
      await refresh(endpoint);
    });
  const look = (): void =>
    void run(async () => {
      const { accepted, notSent, unknown } = await fleet.sms.reconcile({ endpoint });
      setSaid(`${accepted} found, ${notSent} proven not sent, ${unknown} still unknown.`);
      await open(endpoint);
    });
  const again = (): void =>
    void run(async () => {
      const expect = owned?.expect;
      const answer = await fleet.sms.send({
        endpoint,
        from: sourceAddress,
        text: payload,
        ...(expect === undefined ? {} : { expect }),
      });
      setSaid(answer.message ?? `The service ${answer.outcome === "accepted" ? "took" : "did not take"} it.`);
      await open(endpoint);
    });
  if (
    !canCancel(message) &&
    !isUnknown(message) &&
    !canSendAgain(message) &&
    said === undefined &&
    failure === undefined
  )
    return undefined;
  return (
    <div className={classes["deeds"]}>
      {canCancel(message) ? (
        <Button loading={busy} onClick={cancel}>
          Cancel this SMS
        </Button>
      ) : undefined}
      {isUnknown(message) ? (
        <Button loading={busy} onClick={look}>
          Look it up now
        </Button>
      ) : undefined}
      {canSendAgain(message) ? (
        <Button loading={busy} onClick={again}>
          Send it again
        </Button>
      ) : undefined}
      <span aria-live="polite">{failure?.message ?? said}</span>
    </div>
  );
}
