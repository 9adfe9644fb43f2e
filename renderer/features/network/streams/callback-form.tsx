/** Creates an API callback: URL and purpose. The draft is stored until the callback is created. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../../app/actions/run-action.tsx";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useDraftForm } from "../../../app/store/use-draft-form.ts";
import { Callout } from "../../../ui/callout.tsx";
import { SendBlocker } from "../../../ui/send-blocker.tsx";
import { useFirstErrorFocus } from "../../../ui/use-first-error-focus.ts";
import { useCall } from "../../../ui/use-call.ts";
import { SentAnswer } from "./sent-answer.tsx";
import { helpBelow, monoInput } from "./field-layout.ts";
import classes from "./streams.module.css";
import { fieldOf, errorsByField } from "./stream-labels.ts";

const empty = { url: "", purpose: "" };
type CreateCallbackResult = Awaited<ReturnType<typeof fleet.streams.createCallback>>;

export function CallbackForm(): ReactElement {
  const { values: draft, update: type, clear, connection } = useDraftForm("streams", "callback", empty);
  const [result, setResult] = useState<CreateCallbackResult>();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const announce = useFleetdesk((state) => state.announce);
  const blocker = useSendBlocker();
  const { busy, failure, run, clearFailure } = useCall();
  const form = useFirstErrorFocus(failure);
  const field = fieldOf(failure);
  const errors = errorsByField(failure);
  const put = (change: Partial<typeof empty>): void => {
    type(change);
    setResult(undefined);
    clearFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.streams.createCallback({ connection, ...draft, allowSame });
      setResult(answer);
      if (answer.outcome !== "created") return;
      clear();
      announce(formatText(answer.message));
      setQuery({ callback: answer.id ?? answer.key }, { replace: true });
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create(false);
      }}
      ref={form}
    >
      <h2 className={classes["title"]}>{t(($) => $.network.streams.callbacks.new)}</h2>
      <TextInput
        {...helpBelow}
        autoComplete="off"
        classNames={monoInput}
        description={t(($) => $.network.streams.callbacks.urlHelp)}
        error={errors["url"]}
        label={t(($) => $.network.streams.callbacks.url)}
        onChange={({ currentTarget }) => put({ url: currentTarget.value })}
        placeholder="https://fleet.example.com/in"
        spellCheck={false}
        value={draft.url}
      />
      <TextInput
        {...helpBelow}
        description={t(($) => $.network.streams.callbacks.purposeHelp)}
        error={errors["purpose"]}
        label={t(($) => $.network.streams.callbacks.purpose)}
        onChange={({ currentTarget }) => put({ purpose: currentTarget.value })}
        value={draft.purpose}
      />
      {failure === undefined || field === "url" || field === "purpose" ? undefined : (
        <Callout title={t(($) => $.network.streams.callbacks.notCreated)} tone="bad">
          <p>{formatText(failure.text)}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      )}
      {result === undefined || result.outcome === "created" ? undefined : (
        <SentAnswer
          busy={busy || blocker !== undefined}
          mayResendCallback
          onSendAnyway={() => create(true)}
          answer={{ ...result, of: "callback" }}
        />
      )}
      <div className={classes["actions"]}>
        <Button disabled={blocker !== undefined} loading={busy} type="submit" variant="filled">
          {t(($) => $.network.streams.callbacks.create)}
        </Button>
        <SendBlocker reason={blocker} />
      </div>
    </form>
  );
}
