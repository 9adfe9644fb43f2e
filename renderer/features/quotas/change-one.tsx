/** Changes one quota: preview, conflict with a change made elsewhere, and unknown outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { Answer } from "./change-answers.tsx";
import { type QuotaForm, emptyForm, formFields, possibleOps } from "./quota-form.ts";
import { QuotaFields } from "./quota-fields.tsx";
import classes from "./quotas.module.css";
import { useQuotaCheck } from "./use-quota-check.ts";
import { type ConfirmReason, confirmReasonsOf, ConfirmQuotaDialog } from "./confirm-quota-dialog.tsx";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { QuotaDiff } from "./quota-state-view.tsx";

type Confirmations = {
  readonly confirmZero?: boolean;
  readonly confirmPast?: boolean;
  readonly allowUnresolved?: boolean;
};

/** Set after the dialog, which lists what is confirmed. */
const confirmedAll: Confirmations = { confirmZero: true, confirmPast: true };

function confirmLabelOf(op: QuotaForm["op"], reasons: readonly ConfirmReason[]): string {
  if (op === "delete") return t(($) => $.quotas.one.yesDelete);
  const isZero = op === "set" && !reasons.includes("past");
  return isZero ? t(($) => $.quotas.one.yesZero) : t(($) => $.quotas.one.sendAnyway);
}

export interface ChangeOneProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** The state that is shown; the change applies only to exactly this state. */
  readonly quotaState: QuotaState | undefined;
  readonly form: QuotaForm;
  readonly formKey: string;
}

/** Outcomes after which the form is reset. */
const isOver: ReadonlySet<QuotaAnswer["outcome"]> = new Set(["set", "deleted", "differs", "unchanged"]);

export function ChangeOne({ endpoint, kind, quotaState, form: storedForm, formKey }: ChangeOneProps): ReactElement {
  const ops = possibleOps(quotaState);
  const form = ops.includes(storedForm.op) ? storedForm : { ...storedForm, op: "set" as const };
  const put = useFleetdesk((state) => state.saveQuotaForm);
  const announce = useFleetdesk((state) => state.announce);
  const blocker = useSendBlocker();
  const [pressed, setPressed] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [answer, setAnswer] = useState<QuotaAnswer>();
  const { busy, failure, run, clearFailure } = useCall();
  const check = useQuotaCheck(kind, form, { endpoint, seen: quotaState, pressed });
  const needsConfirmation = confirmReasonsOf(check.checked).length > 0;
  const send = (seen: QuotaState | undefined, confirmations: Confirmations): void => {
    const { operation } = check;
    if (operation === undefined) return;
    setAnswer(undefined);
    void run(async () => {
      const seenOption = seen === undefined ? {} : { seen };
      const result = await fleet.quotas.change({ endpoint, kind, operation, ...confirmations, ...seenOption });
      setAnswer(result);
      announce(formatText(result.message));
      if (!isOver.has(result.outcome)) return;
      put(formKey, { ...emptyForm, op: form.op === "delete" ? "set" : form.op });
      setPressed(false);
    }).finally(() => setConfirming(false));
  };
  const goOn = (seen: QuotaState | undefined): void => {
    setPressed(true);
    if (check.operation === undefined || Object.keys(check.problems).length > 0) return;
    if (needsConfirmation) setConfirming(true);
    else send(seen, {});
  };
  const rejection = aboutNoField(failure, formFields) && failure.code !== "confirmation-needed" ? failure : undefined;
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn(quotaState);
      }}
    >
      <QuotaFields
        form={form}
        fresh={quotaState?.state === "none"}
        kind={kind}
        onChange={(next) => {
          put(formKey, next);
          clearFailure();
          setAnswer(undefined);
        }}
        ops={ops}
        problems={{ ...check.problems, ...byField(failure) }}
      />
      {check.checked === undefined ? undefined : <Preview kind={kind} quotaState={quotaState} {...check.checked} />}
      {check.failure !== undefined && aboutNoField(check.failure, formFields) ? (
        <Callout title={t(($) => $.quotas.one.impossible)} tone="waiting">
          <p>{formatText(check.failure.text)}</p>
        </Callout>
      ) : undefined}
      {rejection === undefined ? undefined : (
        <Callout title={t(($) => $.quotas.one.notChanged)} tone="bad">
          <p>{formatText(rejection.text)}</p>
        </Callout>
      )}
      {answer === undefined ? undefined : (
        <Answer
          answer={answer}
          busy={busy}
          endpoint={endpoint}
          kind={kind}
          onContinue={() => goOn(answer.current)}
          onLeave={() => setAnswer(undefined)}
          onSendAnyway={() =>
            send(answer.current, { ...(needsConfirmation ? confirmedAll : {}), allowUnresolved: true })
          }
        />
      )}
      <div className={classes["buttons"]}>
        <Button
          color={form.op === "delete" ? "red" : undefined}
          disabled={blocker !== undefined}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {t(($) => $.quotas.one.submit[kind][form.op])}
        </Button>
        <SendBlocker reason={blocker} />
      </div>
      <ConfirmQuotaDialog
        busy={busy}
        deletes={form.op === "delete"}
        reasons={confirmReasonsOf(check.checked)}
        onClose={() => {
          setConfirming(false);
          clearFailure();
        }}
        onConfirm={() => send(answer?.current ?? quotaState, confirmedAll)}
        opened={confirming || failure?.code === "confirmation-needed"}
        warnings={check.checked?.warnings ?? []}
        confirmLabel={confirmLabelOf(form.op, confirmReasonsOf(check.checked))}
      />
    </form>
  );
}

// Preview of a change, with its warnings.

interface PreviewProps {
  readonly kind: QuotaKind;
  readonly quotaState: QuotaState | undefined;
  readonly after: QuotaState | undefined;
  readonly warnings: readonly CodedText[];
}

/** Computes the result from the displayed state; sends nothing. */
function Preview({ kind, quotaState, after, warnings }: PreviewProps): ReactElement | undefined {
  if ((after === undefined || quotaState === undefined) && warnings.length === 0) return undefined;
  return (
    <section aria-label={t(($) => $.quotas.preview.title)} className={classes["preview"]}>
      {after === undefined || quotaState === undefined ? undefined : (
        <>
          <h3>{t(($) => $.quotas.preview.title)}</h3>
          <QuotaDiff after={after} before={quotaState} kind={kind} />
        </>
      )}
      {warnings.map((warning) => (
        <p className={classes["sentence"]} key={warning.code}>
          {formatText(warning)}
        </p>
      ))}
    </section>
  );
}
