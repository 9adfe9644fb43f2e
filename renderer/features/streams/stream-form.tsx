/** A new data stream in three steps. What is typed is kept until it is created; the core checks it, and sends what was shown. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { StreamAnswer } from "#contract/streams.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Gap } from "../../ui/page-frame/page.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useRemote } from "../../ui/use-remote.ts";
import { CheckStep } from "./check-step.tsx";
import { DestinationStep } from "./destination-step.tsx";
import classes from "./streams.module.css";
import { fieldOf, mistakesOf } from "./streams-model.ts";
import { formOf, type Step, stepOf, steps, type TypedStream } from "./typed-stream-model.ts";
import { useTypedStream } from "./use-typed-stream.ts";
import { WhereStep } from "./where-step.tsx";

export function StreamForm(): ReactElement {
  const { typed, put: type, clear, begun, connection } = useTypedStream();
  const step = useFleetdesk((state) => stepOf(state.address.query["step"]));
  const refine = useFleetdesk((state) => state.refine);
  const announce = useFleetdesk((state) => state.announce);
  const lists = useFleetdesk((state) => state.callbackList);
  const streams = useFleetdesk((state) => state.streamList);
  const [said, setSaid] = useState<StreamAnswer>();
  const [turn, setTurn] = useState(0);
  const { busy, failure, run, forgetFailure } = useCall();
  const body = useRef<HTMLFormElement>(null);
  const form = useMemo(() => formOf(typed), [typed]);
  // Asked again when what is known has changed: a callback that is there by now is used.
  const ask = useCallback(
    (signal: AbortSignal) => fleet.streams.preview({ form }, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [form, lists, streams, turn],
  );
  const preview = useRemote(ask);
  const shownFailure = failure ?? (step === "check" && preview.state === "failed" ? preview.failure : undefined);
  const wrong = fieldOf(shownFailure);
  const mistakes = mistakesOf(shownFailure);
  useEffect(() => {
    if (wrong !== undefined) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, step, failure]);
  const put = (change: Partial<TypedStream>): void => {
    type(change);
    setSaid(undefined);
    forgetFailure();
  };
  const goTo = (to: Step): void => refine({ step: to });
  const next = (): void =>
    void run(async () => {
      if (step === "where") await fleet.streams.preview({ form });
      goTo(step === "destination" ? "where" : "check");
    });
  const send = (seal: string, allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.streams.create({ connection, form, seal, allowSame });
      setSaid(answer);
      if (answer.outcome === "moved") setTurn((now) => now + 1);
      if (answer.outcome !== "created") return;
      clear();
      announce(formatText(answer.message));
      refine({ stream: answer.key, step: undefined }, { replace: true });
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step !== "check") next();
      }}
      ref={body}
    >
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{t(($) => $.network.streams.list.new)}</h2>
        <Steps onGo={goTo} step={step} />
      </div>
      {step === "destination" ? <DestinationStep mistakes={mistakes} put={put} typed={typed} /> : undefined}
      {step === "where" ? <WhereStep mistakes={mistakes} put={put} typed={typed} /> : undefined}
      {step === "check" ? (
        <CheckStep busy={busy} failure={failure} onGo={goTo} onSend={send} preview={preview} said={said} />
      ) : undefined}
      <div className={`${classes["deeds"]} ${classes["foot"]}`}>
        {step === "destination" ? undefined : (
          <Button onClick={() => goTo(step === "check" ? "where" : "destination")}>{t(($) => $.common.back)}</Button>
        )}
        {step === "check" ? undefined : (
          <Button loading={busy} type="submit" variant="filled">
            {t(($) => $.common.next)}
          </Button>
        )}
        <Gap />
        {begun ? (
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
