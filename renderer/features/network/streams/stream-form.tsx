/**
 * Creates a data stream in three steps. The draft is stored until the stream is created; main validates it and sends exactly the
 * requests that were shown.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { StreamAnswer } from "#shared/contract/network/streams.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Spacer } from "../../../ui/page-frame/page.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { StreamReview } from "./stream-review.tsx";
import { DestinationStep } from "./destination-step.tsx";
import classes from "./streams.module.css";
import { fieldOf, errorsByField } from "./stream-labels.ts";
import { formOf, type Step, stepOf, steps, type StreamDraft } from "./stream-draft.ts";
import { useStreamDraft } from "./use-stream-draft.ts";
import { TargetStep } from "./target-step.tsx";

export function StreamForm(): ReactElement {
  const { values: draft, update: type, clear, hasDraft: isStarted, connection } = useStreamDraft();
  const step = useFleetdesk((state) => stepOf(state.address.query["step"]));
  const setQuery = useFleetdesk((state) => state.setQuery);
  const announce = useFleetdesk((state) => state.announce);
  const callbacks = useFleetData("streams.callbacks", {});
  const streams = useFleetData("streams.list", {});
  const [result, setResult] = useState<StreamAnswer>();
  const [turn, setTurn] = useState(0);
  const { busy, failure, run, clearFailure } = useCall();
  const body = useRef<HTMLFormElement>(null);
  const form = useMemo(() => formOf(draft), [draft]);
  // Reloaded when the cached lists change, since a callback that exists by now is reused.
  const loadPreview = useCallback(
    (signal: AbortSignal) => fleet.streams.preview({ form }, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [form, callbacks, streams, turn],
  );
  const preview = useAsyncState(loadPreview);
  const visibleFailure = failure ?? (step === "review" && preview.state === "failed" ? preview.failure : undefined);
  const wrong = fieldOf(visibleFailure);
  const errors = errorsByField(visibleFailure);
  useEffect(() => {
    if (wrong !== undefined) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, step, failure]);
  const put = (change: Partial<StreamDraft>): void => {
    type(change);
    setResult(undefined);
    clearFailure();
  };
  const goTo = (to: Step): void => setQuery({ step: to });
  const next = (): void =>
    void run(async () => {
      if (step === "target") await fleet.streams.preview({ form });
      goTo(step === "destination" ? "target" : "review");
    });
  const send = (fingerprint: string, allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.streams.create({ connection, form, fingerprint, allowSame });
      setResult(answer);
      if (answer.outcome === "moved") setTurn((now) => now + 1);
      if (answer.outcome !== "created") return;
      clear();
      announce(formatText(answer.message));
      setQuery({ stream: answer.key, step: undefined }, { replace: true });
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step !== "review") next();
      }}
      ref={body}
    >
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{t(($) => $.network.streams.list.new)}</h2>
        <Steps onGo={goTo} step={step} />
      </div>
      {step === "destination" ? <DestinationStep errors={errors} put={put} draft={draft} /> : undefined}
      {step === "target" ? <TargetStep errors={errors} put={put} draft={draft} /> : undefined}
      {step === "review" ? (
        <StreamReview busy={busy} failure={failure} onGo={goTo} onSend={send} preview={preview} result={result} />
      ) : undefined}
      <div className={`${classes["actions"]} ${classes["foot"]}`}>
        {step === "destination" ? undefined : (
          <Button onClick={() => goTo(step === "review" ? "target" : "destination")}>{t(($) => $.common.back)}</Button>
        )}
        {step === "review" ? undefined : (
          <Button loading={busy} type="submit" variant="filled">
            {t(($) => $.common.next)}
          </Button>
        )}
        <Spacer />
        {isStarted ? (
          <Button onClick={() => (clear(), goTo("destination"))}>{t(($) => $.network.streams.form.discard)}</Button>
        ) : undefined}
      </div>
    </form>
  );
}

function Steps({ step, onGo }: { readonly step: Step; readonly onGo: (step: Step) => void }): ReactElement {
  return (
    <nav aria-label={t(($) => $.network.streams.form.steps)}>
      <ol className={classes["steps"]}>
        {steps.map(({ id, title }, index) => (
          <li key={id}>
            <button aria-current={id === step ? "step" : undefined} onClick={() => onGo(id)} type="button">
              {t(($) => $.network.streams.form.step, { number: index + 1, title })}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
