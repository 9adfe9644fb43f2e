/**
 * The one form of a quota change, of one endpoint or many: fields, validation by main while typing, preview, and the second confirmation if the
 * change leaves no volume or an expiry in the past.
 */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { displayZone } from "#shared/time-display.ts";
import type { ActionCall } from "../../app/actions/run-action.tsx";
import type { Confirmation } from "../../lib/confirmation.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { momentText, parseMoment } from "../../lib/parse-moment.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type FormOp, formFields, type Problems, type QuotaForm, readForm, throttleRates } from "./quota-form.ts";
import { QuotaDiff } from "./quota-state-view.tsx";
import classes from "./quotas.module.css";

export interface QuotaChangeFormProps extends Pick<QuotaFieldsProps, "kind" | "form" | "ops" | "many" | "fresh"> {
  /** Accessible name of the form. */
  readonly label?: string;
  /** For a single endpoint the preview is more specific. */
  readonly endpoint?: string;
  /** The state is being refreshed. */
  readonly refreshing?: boolean;
  /** The state that is shown; the change applies only to exactly this state. */
  readonly seen?: QuotaState;
  readonly call: Pick<ActionCall<unknown>, "busy" | "failure" | "clearFailure">;
  readonly failureTitle: string;
  readonly submit: string;
  /** Why nothing can be sent. */
  readonly blocker?: string;
  /** Next to the submit button. */
  readonly aside: ReactNode;
  /** Above the fields. */
  readonly head?: ReactNode;
  readonly confirmLabel: (reasons: readonly ConfirmReason[]) => string;
  readonly onChange: (form: QuotaForm) => void;
  /** Called when the form is submitted; false if something else is missing. */
  readonly isReady?: () => boolean;
  /** `confirmed` after the second confirmation; `seen` is the state that the change applies to. Resolves to false if it failed. */
  readonly onSend: (operation: QuotaOperation, confirmed: boolean, seen: QuotaState | undefined) => Promise<boolean>;
  /** Below the fields; `submit` sends the form for another state; `needsConfirmation`: it was confirmed a second time. */
  readonly children?: (
    submit: (seen: QuotaState | undefined) => void,
    operation: QuotaOperation | undefined,
    needsConfirmation: boolean,
  ) => ReactNode;
}

export function QuotaChangeForm(props: QuotaChangeFormProps): ReactElement {
  const { kind, form, endpoint, seen, call, onSend, isReady = () => true } = props;
  const [pressed, setPressed] = useState(false);
  const [confirming, setConfirming] = useState<{ readonly seen: QuotaState | undefined }>();
  const check = useQuotaCheck(kind, form, { endpoint, seen, pressed });
  const { operation, checked } = check;
  const reasons = confirmReasonsOf(checked);
  const isUnconfirmed = call.failure?.code === "confirmation-needed";
  const send = async (confirmed: boolean, state: QuotaState | undefined): Promise<void> => {
    if (operation === undefined) return;
    const isSent = await onSend(operation, confirmed, state);
    setConfirming(undefined);
    // Its fields are empty now, and not yet wrong.
    if (isSent) setPressed(false);
  };
  const submit = (state: QuotaState | undefined): void => {
    setPressed(true);
    if (!isReady() || operation === undefined || Object.keys(check.problems).length > 0) return;
    if (reasons.length > 0) setConfirming({ seen: state });
    else void send(false, state);
  };
  return (
    <form
      aria-label={props.label}
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(seen);
      }}
    >
      {props.head}
      <QuotaFields
        {...props}
        onChange={(next) => {
          call.clearFailure();
          props.onChange(next);
        }}
        problems={{ ...check.problems, ...byField(call.failure) }}
      />
      {checked === undefined ? undefined : (
        <Preview kind={kind} quotaState={seen} refreshing={props.refreshing} {...checked} />
      )}
      {aboutNoField(check.failure, formFields) ? (
        <FailureCallout failure={check.failure} title={t(($) => $.quotas.one.impossible)} tone="waiting" />
      ) : undefined}
      {aboutNoField(call.failure, formFields) && !isUnconfirmed ? (
        <FailureCallout failure={call.failure} title={props.failureTitle} />
      ) : undefined}
      {props.children?.(submit, operation, reasons.length > 0)}
      <div className="controls">
        <Button
          color={form.op === "delete" && props.many !== true ? "red" : undefined}
          disabled={props.blocker !== undefined}
          loading={call.busy}
          type="submit"
          variant="filled"
        >
          {props.submit}
        </Button>
        {props.aside}
      </div>
      <ConfirmDialog
        call={{ busy: call.busy, failure: undefined }}
        confirmation={
          confirming !== undefined || isUnconfirmed
            ? confirmationOf({
                reasons,
                deletes: form.op === "delete",
                warnings: props.many === true ? [] : checked?.warnings,
                many: props.many,
                confirmLabel: props.confirmLabel(reasons),
              })
            : undefined
        }
        onClose={() => {
          setConfirming(undefined);
          call.clearFailure();
        }}
        onConfirm={() => void send(true, confirming === undefined ? seen : confirming.seen)}
      />
    </form>
  );
}

interface QuotaFieldsProps {
  readonly kind: QuotaKind;
  readonly form: QuotaForm;
  readonly problems: Problems;
  /** Operations offered. */
  readonly ops: readonly FormOp[];
  /** For more than one endpoint: some may have no quota. */
  readonly many?: boolean;
  /** No quota is set, so empty fields have no previous value to retain. */
  readonly fresh?: boolean;
  readonly onChange: (form: QuotaForm) => void;
}

const volumeLabels: Readonly<Record<"set" | "add", Readonly<Record<QuotaKind, string>>>> = {
  set: { data: t(($) => $.quotas.form.remainingData), sms: t(($) => $.quotas.form.remainingSms) },
  add: { data: t(($) => $.quotas.form.addData), sms: t(($) => $.quotas.form.addSms) },
};

/** Errors are shown at their fields; input is preserved. */
function QuotaFields(props: QuotaFieldsProps): ReactElement {
  const { kind, form, problems, ops, many = false, onChange } = props;
  const put = (part: Partial<QuotaForm>): void => onChange({ ...form, ...part });
  return (
    <div className={classes["form"]}>
      <div className={classes["row"]}>
        <SegmentedControl
          aria-label={t(($) => $.quotas.form.operation)}
          className={classes["fitContent"] ?? ""}
          data={ops.map((value) => ({ value, label: t(($) => $.quotas.form[value]) }))}
          onChange={(op) => put({ op })}
          value={form.op}
        />
        {problems["op"] === undefined ? undefined : <p role="alert">{problems["op"]}</p>}
      </div>
      {form.op === "set" || form.op === "add" ? (
        <div className={classes["row"]}>
          <TextInput
            autoComplete="off"
            data-volume=""
            error={problems["volume"]}
            inputMode="decimal"
            label={volumeLabels[form.op][kind]}
            onChange={({ currentTarget }) => put({ volume: currentTarget.value })}
            value={form.volume}
          />
          {form.op === "add" && many ? (
            <Select
              allowDeselect={false}
              data={[
                { value: "skip", label: t(($) => $.quotas.form.whereNoneSkip) },
                { value: "set", label: t(($) => $.quotas.form.whereNoneSet) },
              ]}
              label={t(($) => $.quotas.form.whereNone)}
              onChange={(value) => put({ whereNone: value === "set" ? "set" : "skip" })}
              value={form.whereNone}
            />
          ) : undefined}
        </div>
      ) : undefined}
      {form.op === "delete" ? undefined : <Settings {...props} put={put} />}
    </div>
  );
}

interface SettingsProps extends QuotaFieldsProps {
  readonly put: (part: Partial<QuotaForm>) => void;
}

const day = 86_400_000;
const quickExpiries = [
  { text: t(($) => $.quotas.form.in30Days), days: 30 },
  { text: t(($) => $.quotas.form.inOneYear), days: 365 },
  { text: t(($) => $.quotas.form.in5Years), days: 5 * 365 },
];

function Settings({ kind, form, problems, fresh = false, put }: SettingsProps): ReactElement {
  const now = useNow();
  const stays = fresh ? "" : t(($) => $.quotas.form.keep);
  const at = parseMoment(form.expiresAt);
  return (
    <>
      <div className={classes["row"]}>
        <div>
          <TextInput
            autoComplete="off"
            description={
              at === undefined
                ? undefined
                : t(($) => $.quotas.form.expiryTime, { time: formatDateTime(at), zone: displayZone().name })
            }
            error={problems["expiresAt"]}
            inputWrapperOrder={["label", "input", "description", "error"]}
            label={t(($) => $.quotas.form.expiry)}
            onChange={({ currentTarget }) => put({ expiresAt: currentTarget.value })}
            placeholder={fresh ? "2031-12-31 23:59" : stays}
            value={form.expiresAt}
          />
          <div className={classes["presets"]}>
            {quickExpiries.map(({ text, days }) => (
              <button
                className={classes["link"]}
                key={text}
                onClick={() => put({ expiresAt: momentText(Math.floor((now + days * day) / 60_000) * 60_000) })}
                type="button"
              >
                {text}
              </button>
            ))}
          </div>
        </div>
        <TextInput
          autoComplete="off"
          error={problems["thresholdPercent"]}
          inputMode="decimal"
          label={t(($) => $.quotas.form.threshold)}
          onChange={({ currentTarget }) => put({ thresholdPercent: currentTarget.value })}
          placeholder={fresh ? (kind === "sms" ? "20" : t(($) => $.quotas.form.thresholdByService)) : stays}
          value={form.thresholdPercent}
        />
      </div>
      <div className={classes["row"]}>
        {kind === "data" ? (
          <Select
            clearable
            data={[
              { value: "block", label: t(($) => $.quotas.value.block) },
              ...throttleRates.map((rate) => ({
                value: String(rate),
                label: t(($) => $.quotas.value.throttle, { rate: rate / 1000 }),
              })),
            ]}
            error={problems["onExhaustion"]}
            label={t(($) => $.quotas.form.onExhaustion)}
            onChange={(value) => put({ onExhaustion: value ?? "" })}
            placeholder={fresh ? t(($) => $.quotas.value.block) : stays}
            value={form.onExhaustion === "" ? null : form.onExhaustion}
          />
        ) : undefined}
        <Select
          clearable
          data={[
            { value: "yes", label: t(($) => $.quotas.form.autoRefillDaily) },
            { value: "no", label: t(($) => $.quotas.form.autoRefillOff) },
          ]}
          error={problems["autoRefill"]}
          label={t(($) => $.quotas.form.autoRefill)}
          onChange={(value) => put({ autoRefill: value === "yes" || value === "no" ? value : "" })}
          placeholder={fresh ? t(($) => $.quotas.form.autoRefillOff) : stays}
          value={form.autoRefill === "" ? null : form.autoRefill}
        />
      </div>
    </>
  );
}

// Validation.

interface Checked {
  readonly after: QuotaState | undefined;
  readonly needsConfirmZero: boolean;
  readonly needsConfirmPast: boolean;
  readonly warnings: readonly CodedText[];
}

interface QuotaCheck {
  /** The operation of the form; undefined while it cannot be parsed. */
  readonly operation: QuotaOperation | undefined;
  readonly checked: Checked | undefined;
  /** Main's validation error. */
  readonly failure: Failure | undefined;
  /** Errors by field: of filled fields, or of all fields after an attempt to submit. */
  readonly problems: Problems;
}

interface Verdict {
  readonly of: string;
  readonly checked?: Checked;
  readonly failure?: Failure;
}

/** Main is called after a pause in typing of this length. */
const pauseMs = 120;

/** `pressed`: submission was attempted, so that empty fields are reported too. */
function useQuotaCheck(
  kind: QuotaKind,
  form: QuotaForm,
  {
    endpoint,
    seen,
    pressed,
  }: {
    /** For a single endpoint the preview is more specific. */
    readonly endpoint?: string;
    readonly seen: QuotaState | undefined;
    readonly pressed: boolean;
  },
): QuotaCheck {
  const read = readForm(kind, form);
  const operation = read.ok ? read.operation : undefined;
  const requestKey =
    operation === undefined
      ? ""
      : JSON.stringify({ endpoint, kind, operation, ...(seen === undefined ? {} : { seen }) });
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    if (requestKey === "") return undefined;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      const input = JSON.parse(requestKey) as Parameters<typeof fleet.quotas.check>[0];
      fleet.quotas.check(input, abort.signal).then(
        ({ after, ...checked }) => setVerdict({ of: requestKey, checked: { ...checked, after } }),
        (error: unknown) => {
          if (!abort.signal.aborted) setVerdict({ of: requestKey, failure: failureOf(error) });
        },
      );
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [requestKey]);
  const own = verdict?.of === requestKey ? verdict : undefined;
  const allProblems = { ...byField(own?.failure), ...(read.ok ? {} : read.problems) };
  return {
    operation,
    checked: own?.checked,
    failure: own?.failure,
    problems: pressed ? allProblems : problemsOfFilled(form, allProblems),
  };
}

/** Empty fields are not reported before the first attempt to submit. */
function problemsOfFilled(form: QuotaForm, problems: Problems): Problems {
  const isFilled = (field: string): boolean => field !== "op" && (form as unknown as Problems)[field]?.trim() !== "";
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isFilled(field)));
}

// Second confirmation.

export type ConfirmReason = "zero" | "past";

/** The reasons for a second confirmation, equal to those that main validates. */
function confirmReasonsOf(
  checked: { readonly needsConfirmZero: boolean; readonly needsConfirmPast: boolean } | undefined,
): readonly ConfirmReason[] {
  if (checked === undefined) return [];
  return [
    ...(checked.needsConfirmZero ? ["zero" as const] : []),
    ...(checked.needsConfirmPast ? ["past" as const] : []),
  ];
}

interface QuotaConfirmation {
  readonly reasons: readonly ConfirmReason[];
  /** The quota is deleted. */
  readonly deletes?: boolean;
  /** Known consequences. */
  readonly warnings?: readonly CodedText[];
  /** For more than one endpoint. */
  readonly many?: boolean;
  readonly confirmLabel: string;
}

function confirmationOf({
  reasons,
  deletes = false,
  warnings = [],
  many = false,
  confirmLabel,
}: QuotaConfirmation): Confirmation {
  const isZero = reasons.includes("zero");
  const isPast = reasons.includes("past");
  return {
    title: titleOf(reasons, deletes, many),
    summary: [
      ...(isZero ? warnings.map((text) => formatText(text)) : []),
      ...(isPast ? [many ? t(($) => $.quotas.confirm.pastMany) : t(($) => $.quotas.confirm.past)] : []),
      ...((isZero || reasons.length === 0) && warnings.length === 0 ? [zeroText(deletes, many)] : []),
    ],
    acknowledgement: acknowledgementOf(reasons, deletes),
    confirmLabel,
    danger: true,
  };
}

function titleOf(reasons: readonly ConfirmReason[], deletes: boolean, many: boolean): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteManyTitle) : t(($) => $.quotas.confirm.deleteTitle);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.pastTitle) : t(($) => $.quotas.confirm.zeroTitle);
}

function acknowledgementOf(reasons: readonly ConfirmReason[], deletes: boolean): string {
  if (deletes) return t(($) => $.quotas.confirm.understandDelete);
  if (reasons.length > 1) return t(($) => $.quotas.confirm.understandBoth);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.understandPast) : t(($) => $.quotas.confirm.understandZero);
}

function zeroText(deletes: boolean, many: boolean): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteMany) : t(($) => $.quotas.confirm.delete);
  return many ? t(($) => $.quotas.confirm.zeroMany) : t(($) => $.quotas.confirm.zero);
}

// Preview.

interface PreviewProps extends Pick<QuotaChangeFormProps, "refreshing"> {
  readonly kind: QuotaKind;
  readonly quotaState: QuotaState | undefined;
  readonly after: QuotaState | undefined;
  readonly warnings: readonly CodedText[];
}

/** Computes the result from the displayed state; sends nothing. */
function Preview({ kind, quotaState, refreshing, after, warnings }: PreviewProps): ReactElement | undefined {
  if ((after === undefined || quotaState === undefined) && warnings.length === 0) return undefined;
  return (
    <section aria-label={t(($) => $.quotas.preview.title)} className={classes["preview"]}>
      {after === undefined || quotaState === undefined ? undefined : (
        <>
          <h3>{t(($) => $.quotas.preview.title)}</h3>
          <QuotaDiff after={after} before={quotaState} kind={kind} />
          {refreshing === true ? <p className="muted">{t(($) => $.quotas.preview.refreshing)}</p> : undefined}
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
