/** One quota of an endpoint: state, consequences under its service profile, its change form, and the answer: applied, changed elsewhere, or unknown. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import type { EndpointQuotas, QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { type DraftForm, useDraftForm } from "../../app/store/use-draft-form.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { emptyForm, isUntouched, parseForm, possibleOps, type QuotaForm } from "./quota-form.ts";
import { changedLines, quotaText, quotaTitles, readingStatus } from "./quota-labels.ts";
import { QuotaDiff, QuotaStateView } from "./quota-state-view.tsx";
import { useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { changeQuota, checkQuotaOutcome, type QuotaWrite } from "./quota-actions.ts";
import { type ConfirmReason, QuotaChangeForm } from "./quota-change-form.tsx";
import { type InputOf, runRefresh, useRefreshState } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { RichText } from "../../ui/rich-text.tsx";
import classes from "./quotas.module.css";

const opens: Readonly<Record<QuotaKind, string>> = {
  data: t(($) => $.quotas.one.openData),
  sms: t(($) => $.quotas.one.openSms),
};

export interface QuotaCardProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  readonly reading: EndpointQuotas[QuotaKind];
  /** A read error common to both quotas is shown above them. */
  readonly isReportedAbove: boolean;
}

export function QuotaCard({ endpoint, kind, reading, isReportedAbove }: QuotaCardProps): ReactElement {
  const { state: quotaState, problem, enforcement } = reading;
  const draft = useDraftForm("quota", `${endpoint}/${kind}`, emptyForm, parseForm);
  // A stored draft reopens the form, which then stays open: it shows the answer.
  const [opened, setOpened] = useState<boolean | undefined>(() => (isUntouched(draft.values) ? undefined : true));
  const now = useNow();
  const editing = opened ?? !isUntouched(draft.values);
  return (
    <Panel
      aside={
        <Button aria-expanded={editing} onClick={() => setOpened(!editing)}>
          {editing ? t(($) => $.quotas.one.close) : opens[kind]}
        </Button>
      }
      title={quotaTitles[kind]}
    >
      {quotaState === undefined ? (
        <div>
          <StatusPill tone={readingStatus(reading).tone}>{readingStatus(reading).text}</StatusPill>
        </div>
      ) : (
        <QuotaStateView kind={kind} quotaState={quotaState} />
      )}
      {enforcement.blocks ? (
        <Callout title={t(($) => $.quotas.one.blocked)} tone="bad">
          <p>{formatText(enforcement.sentence)}</p>
        </Callout>
      ) : (
        <p className={classes["sentence"]}>{formatText(enforcement.sentence)}</p>
      )}
      {problem === undefined || isReportedAbove ? undefined : (
        <Callout title={t(($) => $.quotas.one.readFailed, { time: formatTime(problem.at, now) })} tone="waiting">
          <p>{formatText(problem.message)}</p>
          {quotaState === undefined ? undefined : <p>{t(($) => $.quotas.olderData)}</p>}
        </Callout>
      )}
      {editing ? <ChangeOne draft={draft} endpoint={endpoint} kind={kind} quotaState={quotaState} /> : undefined}
    </Panel>
  );
}

function confirmLabelOf(op: QuotaForm["op"], reasons: readonly ConfirmReason[]): string {
  if (op === "delete") return t(($) => $.quotas.one.yesDelete);
  const isZero = op === "set" && !reasons.includes("past");
  return isZero ? t(($) => $.quotas.one.yesZero) : t(($) => $.quotas.one.sendAnyway);
}

interface ChangeOneProps {
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** The state that is shown; the change applies only to exactly this state. */
  readonly quotaState: QuotaState | undefined;
  readonly draft: DraftForm<QuotaForm>;
}

/** Outcomes after which the form is reset. */
const isOver: ReadonlySet<QuotaAnswer["outcome"]> = new Set(["set", "deleted", "differs", "unchanged"]);

function ChangeOne({ endpoint, kind, quotaState, draft }: ChangeOneProps): ReactElement {
  const ops = possibleOps(quotaState);
  const form = ops.includes(draft.values.op) ? draft.values : { ...draft.values, op: "set" as const };
  const blocker = useSendBlocker();
  const refreshing = useRefreshState("quotas.read", quotaReading(endpoint)).state === "loading";
  const [answer, setAnswer] = useState<QuotaAnswer>();
  const write = (change: Pick<QuotaWrite, "operation" | "seen" | "confirmed" | "allowUnresolved">): QuotaWrite => ({
    ...change,
    endpoint,
    kind,
    onAnswer: (result) => {
      setAnswer(result);
      if (isOver.has(result.outcome)) draft.clear({ op: form.op === "delete" ? "set" : form.op });
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
        draft.update(next);
        setAnswer(undefined);
      }}
      onSend={async (operation, confirmed, seen) => await send({ operation, seen, confirmed, allowUnresolved: false })}
      ops={ops}
      refreshing={refreshing}
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

interface AnswerProps extends MovedProps {
  readonly endpoint: string;
  readonly onSendAnyway: () => void;
}

function Answer({ endpoint, onSendAnyway, ...props }: AnswerProps): ReactElement {
  const { answer, busy, kind, onLeave } = props;
  switch (answer.outcome) {
    case "moved":
      return <ChangedElsewhere {...props} />;
    case "unsettled":
      return (
        <UnresolvedAnswer
          answer={answer}
          busy={busy}
          endpoint={endpoint}
          kind={kind}
          onRead={onLeave}
          onSendAnyway={onSendAnyway}
        />
      );
    case "unknown":
      return <Unknown answer={answer} />;
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
  readonly onContinue: () => void;
  readonly onLeave: () => void;
}

/** Conflict: the value that was shown, the current value, and an option to continue from there. */
function ChangedElsewhere({ kind, answer, busy, onContinue, onLeave }: MovedProps): ReactElement {
  const { seen, current, message, usageOnly } = answer;
  return (
    <Callout
      actions={
        <>
          <Button loading={busy} onClick={onContinue} variant="filled">
            {t(($) => $.quotas.answer.apply)}
          </Button>
          <Button onClick={onLeave}>{t(($) => $.common.cancel)}</Button>
        </>
      }
      title={usageOnly === true ? t(($) => $.quotas.answer.usedTitle) : t(($) => $.quotas.answer.changedTitle)}
      tone="waiting"
    >
      <p>{formatText(message)}</p>
      <dl className={classes["details"]}>
        <dt>{t(($) => $.quotas.answer.visible)}</dt>
        <dd>{quotaText(kind, seen)}</dd>
        <dt>{t(($) => $.quotas.answer.current)}</dt>
        <dd>{quotaText(kind, current)}</dd>
      </dl>
      {seen === undefined || current === undefined || coversAllFields(kind, seen, current) ? undefined : (
        <QuotaDiff after={current} before={seen} kind={kind} />
      )}
    </Callout>
  );
}

/** Volume and expiry are shown above; differences in other fields are listed individually. */
function coversAllFields(kind: QuotaKind, seen: QuotaState, current: QuotaState): boolean {
  if (seen.state === "none" || current.state === "none") return true;
  const coveredFields: readonly string[] = [t(($) => $.quotas.field.remaining), t(($) => $.quotas.field.expires)];
  return changedLines(kind, seen, current).every(({ field }) => coveredFields.includes(field));
}

function Answered({ answer }: { readonly answer: QuotaAnswer }): ReactElement {
  const { outcome, message, warnings } = answer;
  return (
    <Callout title={answeredTitle(outcome)} tone={outcome === "unchanged" ? "neutral" : "good"}>
      <p>{formatText(message)}</p>
      {warnings.map((warning) => (
        <p key={warning.code}>{formatText(warning)}</p>
      ))}
    </Callout>
  );
}

function answeredTitle(outcome: QuotaAnswer["outcome"]): string {
  if (outcome === "unchanged") return t(($) => $.quotas.answer.unchanged);
  return outcome === "deleted" ? t(($) => $.quotas.answer.deleted) : t(($) => $.quotas.answer.done);
}

/** The service accepted the change but returns a different quota than requested. */
function Differs({ answer, kind }: Pick<AnswerProps, "answer" | "kind">): ReactElement {
  const { message, requested, reading } = answer;
  return (
    <Callout title={t(($) => $.quotas.answer.differs)} tone="waiting">
      <p>{formatText(message)}</p>
      <dl className={classes["details"]}>
        <dt>{t(($) => $.quotas.answer.requested)}</dt>
        <dd>{quotaText(kind, requested)}</dd>
        <dt>{t(($) => $.quotas.answer.fromService)}</dt>
        <dd>{quotaText(kind, reading?.state)}</dd>
      </dl>
    </Callout>
  );
}

/** Nothing is retried automatically: reading the quota again resolves the outcome. */
function Unknown({ answer }: Pick<AnswerProps, "answer">): ReactElement {
  const { change } = answer;
  const target = { change };
  const { busy, failure, disabledReason, run } = useActionCall(checkQuotaOutcome, target);
  return (
    <Callout
      actions={
        <Button
          disabled={disabledReason !== undefined}
          loading={busy}
          onClick={() => void run(target)}
          title={disabledReason}
        >
          {t(($) => $.quotas.answer.checkAgain)}
        </Button>
      }
      title={t(($) => $.common.outcomeUnknown)}
      tone="unknown"
    >
      <p>{formatText(answer.message)}</p>
      <p>{t(($) => $.quotas.answer.notRepeated)}</p>
      {failure === undefined ? undefined : <p role="alert">{formatText(failure.text)}</p>}
    </Callout>
  );
}

interface UnresolvedAnswerProps {
  readonly answer: QuotaAnswer;
  readonly busy: boolean;
  readonly endpoint: string;
  readonly kind: QuotaKind;
  /** The quota was read again. */
  readonly onRead: () => void;
  readonly onSendAnyway: () => void;
}

/** Nothing was sent, because an earlier change has an unknown outcome. Reading the quota resolves it; a second press continues anyway. */
function UnresolvedAnswer(props: UnresolvedAnswerProps): ReactElement {
  const { answer, busy, endpoint, kind, onRead, onSendAnyway } = props;
  const reading = useRefreshState("quotas.read", quotaReading(endpoint, [kind]));
  const { unresolved } = answer;
  return (
    <Callout
      actions={
        <>
          <Button
            disabled={busy}
            loading={reading.state === "loading"}
            onClick={() => void readQuotas(endpoint, [kind]).then(onRead)}
          >
            {t(($) => $.quotas.answer.refresh)}
          </Button>
          <Button loading={busy} onClick={onSendAnyway}>
            {t(($) => $.quotas.one.sendAnyway)}
          </Button>
        </>
      }
      title={t(($) => $.quotas.answer.notSent)}
      tone="unknown"
    >
      {unresolved === undefined ? <p>{formatText(answer.message)}</p> : <Earlier {...unresolved} />}
      {reading.state === "failed" ? <p role="alert">{formatText(reading.failure.text)}</p> : undefined}
    </Callout>
  );
}

/** The content comes from the catalogue. */
function ChangeLink({ change, children }: { readonly change: number; readonly children?: ReactNode }): ReactElement {
  return (
    <a className={classes["link"]} href={`#/quotas/changes/${change}`}>
      {children}
    </a>
  );
}

function Earlier({ change, title, sentAt, resolvableFrom }: NonNullable<QuotaAnswer["unresolved"]>): ReactElement {
  return (
    <>
      <p>
        <RichText
          components={{ change: <ChangeLink change={change} /> }}
          text={sentAt === undefined ? ($) => $.quotas.answer.earlier : ($) => $.quotas.answer.earlierAt}
          values={{ change, title: formatText(title), time: sentAt === undefined ? "" : formatDateTime(sentAt) }}
        />
      </p>
      <p>
        {resolvableFrom === undefined
          ? t(($) => $.quotas.answer.resolveByHand)
          : t(($) => $.quotas.answer.resolveByRefresh, { time: formatDateTime(resolvableFrom) })}
      </p>
    </>
  );
}

/** Identifies the reading for `useRefreshState`. */
export function quotaReading(
  endpoint: string,
  kinds: readonly QuotaKind[] = ["data", "sms"],
): InputOf<"quotas.read"> & { readonly endpoint: string } {
  return { endpoint, kinds: [...kinds] };
}

/** Refreshes from the service, then shows the cached state. Never rejects. */
export async function readQuotas(endpoint: string, kinds?: readonly QuotaKind[]): Promise<void> {
  await runRefresh("quotas.read", quotaReading(endpoint, kinds));
  await reloadQueries("quotas.get");
}
