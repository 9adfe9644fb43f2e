/** Third step: the exact requests, their warnings, and the send button. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { StreamAnswer, StreamPreview } from "#shared/contract/network/streams.ts";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { NoNetwork } from "../../../ui/no-network.tsx";
import { currentConnection } from "../../connections/connections-slice.ts";
import { CodeText } from "./code-text.tsx";
import { SentAnswer } from "./sent-answer.tsx";
import classes from "./streams.module.css";
import { fieldOf } from "./stream-labels.ts";
import { type Step, stepOfField, steps } from "./stream-draft.ts";

export interface StreamReviewProps {
  readonly preview: AsyncState<StreamPreview>;
  readonly busy: boolean;
  /** Failure of the creation request. */
  readonly failure: Failure | undefined;
  readonly result: StreamAnswer | undefined;
  readonly onGo: (step: Step) => void;
  readonly onSend: (fingerprint: string, allowSame: boolean) => void;
}

export function StreamReview({ preview, busy, failure, result, onGo, onSend }: StreamReviewProps): ReactElement {
  const connection = useFleetdesk((state) => currentConnection(state)?.name ?? "");
  const online = useFleetdesk((state) => state.networkOnline);
  if (preview.state === "failed") {
    return <StepError failure={preview.failure} onGo={onGo} title={t(($) => $.network.streams.review.notReady)} />;
  }
  const checked = dataOf(preview);
  if (checked === undefined) return <p className="muted">{t(($) => $.network.streams.review.checking)}</p>;
  const { requests, fingerprint, reused, warnings } = checked;
  return (
    <>
      <p>
        {requests.length === 1 ? t(($) => $.network.streams.review.one) : t(($) => $.network.streams.review.several)}
      </p>
      {requests.map(({ method, path, body }, index) => (
        <CodeText
          key={path}
          label={t(($) => $.network.streams.review.request, { number: index + 1 })}
          text={body}
          title={t(($) => $.network.streams.review.requestTitle, { number: index + 1, method, path })}
        />
      ))}
      {reused === undefined ? undefined : (
        <Callout tone="neutral">
          <p>{formatText(reused.message)}</p>
        </Callout>
      )}
      {warnings.length === 0 ? undefined : (
        <Callout title={t(($) => $.network.streams.review.warnings)} tone="waiting">
          {warnings.map(({ field, message }) => (
            <p key={`${field} ${message.code}`}>{formatText(message)}</p>
          ))}
        </Callout>
      )}
      {failure === undefined ? undefined : (
        <StepError failure={failure} onGo={onGo} title={t(($) => $.network.streams.review.notCreated)} />
      )}
      {result === undefined ? undefined : (
        <SentAnswer busy={busy || !online} onSendAnyway={() => onSend(fingerprint, true)} answer={result} />
      )}
      <div className={classes["actions"]}>
        <Button
          disabled={!online || preview.state !== "ready"}
          loading={busy}
          onClick={() => onSend(fingerprint, false)}
          variant="filled"
        >
          {t(($) => $.network.streams.review.create)}
        </Button>
        <NoNetwork online={online} />
        <span className="muted">
          {failure === undefined && result === undefined
            ? t(($) => $.network.streams.review.connectionNotSent, { connection })
            : t(($) => $.network.streams.review.connection, { connection })}
        </span>
      </div>
    </>
  );
}

function StepError({
  failure,
  title,
  onGo,
}: {
  readonly failure: Failure;
  readonly title: string;
  readonly onGo: (step: Step) => void;
}): ReactElement {
  const field = fieldOf(failure);
  const step = field === undefined ? undefined : steps.find(({ id }) => id === stepOfField(field));
  return (
    <Callout
      actions={
        step === undefined ? undefined : (
          <Button onClick={() => onGo(step.id)}>
            {t(($) => $.network.streams.review.goToStep, { step: step.title })}
          </Button>
        )
      }
      title={title}
      tone="bad"
    >
      <p>{formatText(failure.text)}</p>
      <p className="mono">{failure.code}</p>
    </Callout>
  );
}
