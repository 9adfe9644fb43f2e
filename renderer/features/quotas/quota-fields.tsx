/** Fields of a quota change for one or many endpoints. Errors are shown at their fields; input is preserved. */
import { t } from "#shared/texts/text.ts";
import { Select, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { useNow } from "../../ui/use-now.ts";
import { momentText, parseMoment } from "../../lib/parse-moment.ts";
import { formatDateTime } from "#shared/format.ts";
import { type FormOp, type Problems, type QuotaForm, throttleRates } from "./quota-form.ts";
import classes from "./quotas.module.css";

export interface QuotaFieldsProps {
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

const opLabels: Readonly<Record<FormOp, string>> = {
  set: t(($) => $.quotas.form.set),
  add: t(($) => $.quotas.form.add),
  change: t(($) => $.quotas.form.change),
  delete: t(($) => $.quotas.form.delete),
};

const volumeLabels: Readonly<Record<"set" | "add", Readonly<Record<QuotaKind, string>>>> = {
  set: { data: t(($) => $.quotas.form.remainingData), sms: t(($) => $.quotas.form.remainingSms) },
  add: { data: t(($) => $.quotas.form.addData), sms: t(($) => $.quotas.form.addSms) },
};

export function QuotaFields(props: QuotaFieldsProps): ReactElement {
  const { kind, form, problems, ops, many = false, onChange } = props;
  const put = (part: Partial<QuotaForm>): void => onChange({ ...form, ...part });
  return (
    <div className={classes["form"]}>
      <div className={classes["row"]}>
        <SegmentedControl
          aria-label={t(($) => $.quotas.form.operation)}
          className={classes["fitContent"] ?? ""}
          data={ops.map((value) => ({ value, label: opLabels[value] }))}
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
              at === undefined ? undefined : t(($) => $.quotas.form.expiryLocal, { time: formatDateTime(at) })
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
