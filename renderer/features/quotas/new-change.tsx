/** Defines a bulk change: targets and operation; previous values are then read. Sends no change. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, SegmentedControl } from "@mantine/core";
import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { emptyForm, formFields } from "./quota-form.ts";
import { QuotaFields } from "./quota-fields.tsx";
import { QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";
import { useQuotaCheck } from "./use-quota-check.ts";
import { EndpointsPanel } from "./endpoints-panel.tsx";
import { confirmReasonsOf, ConfirmQuotaDialog } from "./confirm-quota-dialog.tsx";

const selectFirst = t(($) => $.quotas.plan.selectFirst);

export function NewChange({ connection }: { readonly connection: string }): ReactElement {
  const key = `${connection}/many`;
  const form = useFleetdesk((state) => state.quotaForms[key]) ?? emptyForm;
  const readForm = useFleetdesk((state) => state.readQuotaForm);
  const put = useFleetdesk((state) => state.saveQuotaForm);
  const source = useFleetdesk((state) => state.quotaSource);
  const kind = useFleetdesk((state) => state.quotaKind);
  const take = useFleetdesk((state) => state.takeQuotaSource);
  const navigate = useFleetdesk((state) => state.navigate);
  const [pressed, setPressed] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { busy, failure, run, clearFailure } = useCall();
  useEffect(() => readForm(key), [key, readForm]);
  const check = useQuotaCheck(kind, form, { seen: undefined, pressed });
  const { operation, checked } = check;
  const plan = (confirmed: boolean): void => {
    if (source === undefined || operation === undefined) return;
    void run(async () => {
      const confirmations = { confirmZero: confirmed, confirmPast: confirmed };
      const { change } = await fleet.quotas.plan({ connection, kind, operation, source, ...confirmations });
      // The change is saved, so the form is reset.
      put(key, emptyForm);
      take(undefined);
      navigate({ path: ["quotas", "changes", String(change)], query: {} });
    }).finally(() => setConfirming(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setPressed(true);
    if (source === undefined || operation === undefined || Object.keys(check.problems).length > 0) return;
    if (confirmReasonsOf(checked).length > 0) setConfirming(true);
    else plan(false);
  };
  const rejection = aboutNoField(failure, formFields) && failure.code !== "confirmation-needed" ? failure : undefined;
  return (
    <>
      <QuotasHead />
      <div className={classes["body"]}>
        <div className={classes["column"]}>
          <EndpointsPanel
            connection={connection}
            onChange={(next) => {
              take(next);
              clearFailure();
            }}
            problem={pressed && source === undefined ? selectFirst : undefined}
            source={source}
          />
          <Panel title={t(($) => $.quotas.plan.change)}>
            <form aria-label={t(($) => $.quotas.plan.change)} className={classes["form"]} noValidate onSubmit={submit}>
              <SegmentedControl
                aria-label={t(($) => $.quotas.kind.label)}
                className={classes["kindControl"] ?? ""}
                data={[
                  { value: "data", label: t(($) => $.quotas.kind.data) },
                  { value: "sms", label: t(($) => $.quotas.kind.sms) },
                ]}
                onChange={(value) => take(source, value === "sms" ? "sms" : "data")}
                value={kind}
              />
              <QuotaFields
                form={form}
                kind={kind}
                many
                onChange={(next) => {
                  put(key, next);
                  clearFailure();
                }}
                ops={["set", "add", "change", "delete"]}
                problems={{ ...check.problems, ...byField(failure) }}
              />
              {checked?.warnings.map((warning) => (
                <p className={classes["sentence"]} key={warning.code}>
                  {formatText(warning)}
                </p>
              ))}
              {rejection === undefined ? undefined : (
                <Callout title={t(($) => $.quotas.plan.impossible)} tone="bad">
                  <p>{formatText(rejection.text)}</p>
                </Callout>
              )}
              <div className={classes["buttons"]}>
                <Button loading={busy} type="submit" variant="filled">
                  {t(($) => $.quotas.plan.preview)}
                </Button>
                <span className="muted">{t(($) => $.quotas.plan.previewHelp)}</span>
              </div>
            </form>
          </Panel>
        </div>
      </div>
      <ConfirmQuotaDialog
        busy={busy}
        deletes={form.op === "delete"}
        reasons={confirmReasonsOf(checked)}
        onClose={() => {
          setConfirming(false);
          clearFailure();
        }}
        onConfirm={() => plan(true)}
        opened={confirming || failure?.code === "confirmation-needed"}
        many
        confirmLabel={t(($) => $.quotas.plan.preview)}
      />
    </>
  );
}
