/** What came of a change of one quota: done, done by somebody else meanwhile, or not known. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaAnswer } from "#contract/quotas.ts";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { changedLines, standText } from "./quota-words-model.ts";
import classes from "./quotas.module.css";
import { Becomes } from "./stand-view.tsx";
import { UnsettledAnswer } from "./unsettled-answer.tsx";

export interface AnswerProps extends MovedProps {
  readonly endpoint: string;
  readonly onSendAllTheSame: () => void;
}

export function Answer({ endpoint, onSendAllTheSame, ...moved }: AnswerProps): ReactElement {
  const { answer, busy, kind, onLeave } = moved;
  switch (answer.outcome) {
    case "moved":
      return <Moved {...moved} />;
    case "unsettled":
      return (
        <UnsettledAnswer
          answer={answer}
          busy={busy}
          endpoint={endpoint}
          kind={kind}
          onRead={onLeave}
          onSendAllTheSame={onSendAllTheSame}
        />
      );
    case "unknown":
      return <Unknown answer={answer} endpoint={endpoint} />;
    case "differs":
      return <Differs answer={answer} kind={kind} />;
    case "set":
    case "deleted":
    case "unchanged":
      return <Answered answer={answer} />;
  }
}

interface MovedProps {
  readonly kind: QuotaKind;
  readonly answer: QuotaAnswer;
  readonly busy: boolean;
  readonly onGoOn: () => void;
  readonly onLeave: () => void;
}

/** The race: what the person saw, what it is now, and going on from there. */
function Moved({ kind, answer, busy, onGoOn, onLeave }: MovedProps): ReactElement {
  const { seen, current, message, usageOnly } = answer;
  return (
    <Callout
      actions={
        <>
          <Button loading={busy} onClick={onGoOn} variant="filled">
            Go on with the new value
          </Button>
          <Button onClick={onLeave}>Leave it</Button>
        </>
      }
      title={usageOnly === true ? "Less is left by now" : "It is another one by now"}
      tone="waiting"
    >
      <p>{message}</p>
      <dl className={classes["both"]}>
        <dt>You saw</dt>
        <dd>{standText(kind, seen)}</dd>
        <dt>It is now</dt>
        <dd>{standText(kind, current)}</dd>
      </dl>
      {seen === undefined || current === undefined || tellsAll(kind, seen, current) ? undefined : (
        <Becomes after={current} before={seen} kind={kind} />
      )}
    </Callout>
  );
}

/** Volume and expiry stand in the lines above; other fields have to be told one by one. */
function tellsAll(kind: QuotaKind, seen: QuotaStand, current: QuotaStand): boolean {
  if (seen.state === "none" || current.state === "none") return true;
  return changedLines(kind, seen, current).every(({ field }) => field === "Left" || field === "Expires");
}

function Answered({ answer }: { readonly answer: QuotaAnswer }): ReactElement {
  const isDone = answer.outcome !== "unchanged";
  return (
    <Callout title={isDone ? "Done" : "Nothing to do"} tone={isDone ? "good" : "neutral"}>
      <p>{answer.message}</p>
      {answer.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Callout>
  );
}

/** The service accepted the change, and returns another quota than was requested. */
function Differs({ answer, kind }: Pick<AnswerProps, "answer" | "kind">): ReactElement {
  const { message, requested, reading } = answer;
  return (
    <Callout title="The quota differs from the request" tone="waiting">
      <p>{message}</p>
      <dl className={classes["both"]}>
        <dt>Requested</dt>
        <dd>{standText(kind, requested)}</dd>
        <dt>From the service</dt>
        <dd>{standText(kind, reading?.stand)}</dd>
      </dl>
    </Callout>
  );
}

/** Nothing is repeated: reading again tells what came of it. */
function Unknown({ answer, endpoint }: Pick<AnswerProps, "answer" | "endpoint">): ReactElement {
  const { change } = answer;
  const { busy, failure, run } = useCall();
  const open = useFleetdesk((state) => state.openEndpointQuotas);
  const loadChanges = useFleetdesk((state) => state.loadEndpointChanges);
  const look = (): void =>
    void run(async () => {
      if (change !== undefined) await fleet.quotas.settle({ change });
      await Promise.all([open(endpoint), loadChanges(endpoint)]);
    });
  return (
    <Callout
      actions={
        <Button loading={busy} onClick={look}>
          Look again
        </Button>
      }
      title="What came of it is unknown"
      tone="unknown"
    >
      <p>{answer.message}</p>
      <p>It is not sent again by itself; below, among the changes, stands what is found out.</p>
      {failure === undefined ? undefined : <p role="alert">{failure.message}</p>}
    </Callout>
  );
}
