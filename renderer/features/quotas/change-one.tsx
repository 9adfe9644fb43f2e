/** The change of one quota: what it would come to, the race when somebody else was faster, and the answer that never came. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { QuotaAnswer } from "#contract/quotas.ts";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { Answered, Moved } from "./change-answers.tsx";
import { emptyForm, formFields, possibleOps, type QuotaForm } from "./quota-form-model.ts";
import { QuotaFields } from "./quota-fields.tsx";
import { quotaWord } from "./quota-words-model.ts";
import classes from "./quotas.module.css";
import { Becomes } from "./stand-view.tsx";
import { useQuotaCheck } from "./use-quota-check.ts";
import { ZeroDialog } from "./zero-dialog.tsx";

export interface ChangeOneProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** What is on the screen: the change is made of it and of nothing else. */
  readonly stand: QuotaStand | undefined;
  readonly form: QuotaForm;
  readonly formKey: string;
}

export function ChangeOne({ endpoint, kind, stand, form: kept, formKey }: ChangeOneProps): ReactElement {
  const ops = possibleOps(stand);
  const form = ops.includes(kept.op) ? kept : { ...kept, op: "set" as const };
  const put = useFleetdesk((state) => state.putQuotaForm);
  const announce = useFleetdesk((state) => state.announce);
  const online = useFleetdesk((state) => state.networkOnline);
  const [pressed, setPressed] = useState(false);
  const [asksZero, setAsksZero] = useState(false);
  const [answer, setAnswer] = useState<QuotaAnswer>();
  const { busy, failure, run, forgetFailure } = useCall();
  const check = useQuotaCheck(kind, form, { seen: stand, pressed });
  const problems = { ...check.problems, ...byField(failure) };
  const send = (seen: QuotaStand | undefined, confirmZero: boolean): void => {
    const { operation } = check;
    if (operation === undefined) return;
    setAnswer(undefined);
    void run(async () => {
      const given = seen === undefined ? {} : { seen };
      const told = await fleet.quotas.change({ endpoint, kind, operation, confirmZero, ...given });
      setAnswer(told);
      announce(told.message);
      if (told.outcome !== "set" && told.outcome !== "unchanged") return;
      put(formKey, { ...emptyForm, op: form.op === "delete" ? "set" : form.op });
      setPressed(false);
    }).finally(() => setAsksZero(false));
  };
  const goOn = (seen: QuotaStand | undefined): void => {
    setPressed(true);
    if (check.operation === undefined || Object.keys(check.problems).length > 0) return;
    if (check.checked?.needsConfirmZero === true) setAsksZero(true);
    else send(seen, false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    goOn(stand);
  };
  const refused = aboutNoField(failure, formFields) && failure.code !== "confirmation-needed" ? failure : undefined;
  return (
    <form className={classes["form"]} noValidate onSubmit={submit}>
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
        problems={problems}
      />
      {check.checked === undefined ? undefined : <Preview kind={kind} stand={stand} {...check.checked} />}
      {check.failure !== undefined && aboutNoField(check.failure, formFields) ? (
        <Callout title="This cannot be done" tone="waiting">
          <p>{check.failure.message}</p>
        </Callout>
      ) : undefined}
      {refused === undefined ? undefined : (
        <Callout title="The quota was not changed" tone="bad">
          <p>{refused.message}</p>
        </Callout>
      )}
      {answer?.outcome === "moved" ? (
        <Moved
          answer={answer}
          busy={busy}
          kind={kind}
          onGoOn={() => goOn(answer.current)}
          onLeave={() => setAnswer(undefined)}
        />
      ) : undefined}
      {answer === undefined || answer.outcome === "moved" ? undefined : (
        <Answered answer={answer} endpoint={endpoint} />
      )}
      <div className={classes["buttons"]}>
        <Button
          {...(form.op === "delete" ? { color: "red" } : {})}
          disabled={!online}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {verb(form.op)} the {quotaWord(kind)}
        </Button>
        {online ? undefined : <span className="muted">No network: nothing can be sent now. What is typed stays.</span>}
      </div>
      <ZeroDialog
        busy={busy}
        onClose={() => setAsksZero(false)}
        onYes={() => send(answer?.current ?? stand, true)}
        opened={asksZero || failure?.code === "confirmation-needed"}
        whom="this endpoint"
        yes="Leave nothing"
      />
    </form>
  );
}

function verb(op: QuotaForm["op"]): string {
  return { set: "Set", add: "Add to", change: "Change", delete: "Delete" }[op];
}

interface PreviewProps {
  readonly kind: QuotaKind;
  readonly stand: QuotaStand | undefined;
  readonly after: QuotaStand | undefined;
  readonly warnings: readonly string[];
}

/** What it comes to from what is shown; nothing was sent for it. */
function Preview({ kind, stand, after, warnings }: PreviewProps): ReactElement | undefined {
  if ((after === undefined || stand === undefined) && warnings.length === 0) return undefined;
  return (
    <section aria-label="What it comes to" className={classes["preview"]}>
      {after === undefined || stand === undefined ? undefined : (
        <>
          <h4>What it comes to</h4>
          <Becomes after={after} before={stand} kind={kind} />
        </>
      )}
      {warnings.map((warning) => (
        <p className={classes["sentence"]} key={warning}>
          {warning}
        </p>
      ))}
    </section>
  );
}
