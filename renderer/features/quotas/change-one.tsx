/** Changes one quota: the form, and the answer: a conflict with a change made elsewhere, or an unknown outcome. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import { useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { Answer } from "./change-answers.tsx";
import { changeQuota, type QuotaWrite } from "./quota-change-actions.ts";
import { type ConfirmReason, QuotaChangeForm } from "./quota-change-form.tsx";
import { emptyForm, possibleOps, type QuotaForm } from "./quota-form.ts";

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
  const blocker = useSendBlocker();
  const [answer, setAnswer] = useState<QuotaAnswer>();
  const write = (change: Pick<QuotaWrite, "operation" | "seen" | "confirmed" | "allowUnresolved">): QuotaWrite => ({
    ...change,
    endpoint,
    kind,
    onAnswer: (result) => {
      setAnswer(result);
      if (isOver.has(result.outcome)) put(formKey, { ...emptyForm, op: form.op === "delete" ? "set" : form.op });
    },
  });
  const call = useActionCall(
    changeQuota,
    write({ operation: { op: "delete" }, seen: quotaState, confirmed: false, allowUnresolved: false }),
  );
  const send = async (change: Parameters<typeof write>[0]): Promise<boolean> => {
    setAnswer(undefined);
    return await call.run(write(change));
  };
  return (
    <QuotaChangeForm
      aside={<SendBlocker reason={blocker} />}
      blocker={blocker}
      call={call}
      confirmLabel={(reasons) => confirmLabelOf(form.op, reasons)}
      endpoint={endpoint}
      failureTitle={t(($) => $.quotas.one.notChanged)}
      form={form}
      fresh={quotaState?.state === "none"}
      kind={kind}
      onChange={(next) => {
        put(formKey, next);
        setAnswer(undefined);
      }}
      onSend={async (operation, confirmed, seen) => await send({ operation, seen, confirmed, allowUnresolved: false })}
      ops={ops}
      seen={quotaState}
      submit={t(($) => $.quotas.one.submit[kind][form.op])}
    >
      {(submit, operation, isConfirmed) =>
        answer === undefined ? undefined : (
          <Answer
            answer={answer}
            busy={call.busy}
            endpoint={endpoint}
            kind={kind}
            onContinue={() => submit(answer.current)}
            onLeave={() => setAnswer(undefined)}
            onSendAnyway={() => {
              if (operation === undefined) return;
              void send({ operation, seen: answer.current, confirmed: isConfirmed, allowUnresolved: true });
            }}
          />
        )
      }
    </QuotaChangeForm>
  );
}
