/** The change of one quota: what it would come to, the race when somebody else was faster, and the answer that never came. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { QuotaAnswer } from "#contract/quotas.ts";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { Answer } from "./change-answers.tsx";
import { Preview } from "./change-preview.tsx";
import { emptyForm, formFields, possibleOps, type QuotaForm } from "./quota-form-model.ts";
import { QuotaFields } from "./quota-fields.tsx";
import classes from "./quotas.module.css";
import { useQuotaCheck } from "./use-quota-check.ts";
import { type Doubt, doubtsOf, SureDialog } from "./sure-dialog.tsx";

type Said = { readonly confirmZero?: boolean; readonly confirmPast?: boolean; readonly allowUnsettled?: boolean };

/** After the dialog, which says what is to be confirmed. */
const confirmedAll: Said = { confirmZero: true, confirmPast: true };

function yesOf(op: QuotaForm["op"], doubts: readonly Doubt[]): string {
  if (op === "delete") return t(($) => $.quotas.one.yesDelete);
  const isZero = op === "set" && !doubts.includes("past");
  return isZero ? t(($) => $.quotas.one.yesZero) : t(($) => $.quotas.one.sendAnyway);
}

export interface ChangeOneProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** What is on the screen: the change is made of it and of nothing else. */
  readonly stand: QuotaStand | undefined;
  readonly form: QuotaForm;
  readonly formKey: string;
}

/** Outcomes after which the form starts again. */
const isOver: ReadonlySet<QuotaAnswer["outcome"]> = new Set(["set", "deleted", "differs", "unchanged"]);

export function ChangeOne({ endpoint, kind, stand, form: kept, formKey }: ChangeOneProps): ReactElement {
  const ops = possibleOps(stand);
  const form = ops.includes(kept.op) ? kept : { ...kept, op: "set" as const };
  const put = useFleetdesk((state) => state.putQuotaForm);
  const announce = useFleetdesk((state) => state.announce);
  const online = useFleetdesk((state) => state.networkOnline);
  const [pressed, setPressed] = useState(false);
  const [asksSure, setAsksSure] = useState(false);
  const [answer, setAnswer] = useState<QuotaAnswer>();
  const { busy, failure, run, forgetFailure } = useCall();
  const check = useQuotaCheck(kind, form, { endpoint, seen: stand, pressed });
  const doubtful = doubtsOf(check.checked).length > 0;
  const send = (seen: QuotaStand | undefined, said: Said): void => {
    const { operation } = check;
    if (operation === undefined) return;
    setAnswer(undefined);
    void run(async () => {
      const given = seen === undefined ? {} : { seen };
      const told = await fleet.quotas.change({ endpoint, kind, operation, ...said, ...given });
      setAnswer(told);
      announce(formatText(told.message));
      if (!isOver.has(told.outcome)) return;
      put(formKey, { ...emptyForm, op: form.op === "delete" ? "set" : form.op });
      setPressed(false);
    }).finally(() => setAsksSure(false));
  };
  const goOn = (seen: QuotaStand | undefined): void => {
    setPressed(true);
    if (check.operation === undefined || Object.keys(check.problems).length > 0) return;
    if (doubtful) setAsksSure(true);
    else send(seen, {});
  };
  const refused = aboutNoField(failure, formFields) && failure.code !== "confirmation-needed" ? failure : undefined;
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn(stand);
      }}
    >
      <QuotaFields
        form={form}
        fresh={stand?.state === "none"}
        kind={kind}
        onChange={(next) => {
          put(formKey, next);
          forgetFailure();
          setAnswer(undefined);
        }}
        ops={ops}
        problems={{ ...check.problems, ...byField(failure) }}
      />
      {check.checked === undefined ? undefined : <Preview kind={kind} stand={stand} {...check.checked} />}
      {check.failure !== undefined && aboutNoField(check.failure, formFields) ? (
        <Callout title={t(($) => $.quotas.one.impossible)} tone="waiting">
          <p>{formatText(check.failure.text)}</p>
        </Callout>
      ) : undefined}
      {refused === undefined ? undefined : (
        <Callout title={t(($) => $.quotas.one.notChanged)} tone="bad">
          <p>{formatText(refused.text)}</p>
        </Callout>
      )}
      {answer === undefined ? undefined : (
        <Answer
          answer={answer}
          busy={busy}
          endpoint={endpoint}
          kind={kind}
          onGoOn={() => goOn(answer.current)}
          onLeave={() => setAnswer(undefined)}
          onSendAllTheSame={() => send(answer.current, { ...(doubtful ? confirmedAll : {}), allowUnsettled: true })}
        />
      )}
      <div className={classes["buttons"]}>
        <Button
          {...(form.op === "delete" ? { color: "red" } : {})}
          disabled={!online}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {t(($) => $.quotas.one.submit[kind][form.op])}
        </Button>
        {online ? undefined : <span className="muted">{t(($) => $.quotas.one.offline)}</span>}
      </div>
      <SureDialog
        busy={busy}
        deletes={form.op === "delete"}
        doubts={doubtsOf(check.checked)}
        onClose={() => {
          setAsksSure(false);
          forgetFailure();
        }}
        onYes={() => send(answer?.current ?? stand, confirmedAll)}
        opened={asksSure || failure?.code === "confirmation-needed"}
        said={check.checked?.warnings ?? []}
        yes={yesOf(form.op, doubtsOf(check.checked))}
      />
    </form>
  );
}
