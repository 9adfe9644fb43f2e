/** The fields of a change of a quota, for one endpoint or many. What is wrong is said at its field; what is typed stays. */
import { Select, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaKind } from "#contract/quota-words.ts";
import { useNow } from "../../ui/use-now.ts";
import { momentText, typedMoment } from "../../lib/typed-moment.ts";
import { exactly } from "../../lib/format.ts";
import { type FormOp, type Problems, type QuotaForm, throttleRates } from "./quota-form-model.ts";
import classes from "./quotas.module.css";

export interface QuotaFieldsProps {
  readonly kind: QuotaKind;
  readonly form: QuotaForm;
  readonly problems: Problems;
  /** Operations that make sense here. */
  readonly ops: readonly FormOp[];
  /** For more than one endpoint: some may have no quota yet. */
  readonly many?: boolean;
  /** None is set: what is left empty has no former value to stay at. */
  readonly fresh?: boolean;
  readonly onChange: (form: QuotaForm) => void;
}

const opWords: Readonly<Record<FormOp, string>> = {
  set: "Set",
  add: "Add",
  change: "Settings only",
  delete: "Delete",
};

export function QuotaFields(props: QuotaFieldsProps): ReactElement {
  const { kind, form, problems, ops, many = false, onChange } = props;
  const put = (part: Partial<QuotaForm>): void => onChange({ ...form, ...part });
  const unit = kind === "data" ? "MB" : "messages";
  return (
    <div className={classes["form"]}>
      <div className={classes["row"]}>
        <SegmentedControl
          aria-label="What to do"
          className={classes["fixed"] ?? ""}
          data={ops.map((value) => ({ value, label: opWords[value] }))}
          onChange={(op) => put({ op })}
          value={form.op}
        />
        {problems["op"] === undefined ? undefined : <p role="alert">{problems["op"]}</p>}
      </div>
      {form.op === "set" || form.op === "add" ? (
        <div className={classes["row"]}>
          <TextInput
            autoComplete="off"
            error={problems["volume"]}
            inputMode="decimal"
            label={form.op === "set" ? `Left from now on, ${unit}` : `To add, ${unit}`}
            onChange={({ currentTarget }) => put({ volume: currentTarget.value })}
            value={form.volume}
          />
          {form.op === "add" && many ? (
            <Select
              allowDeselect={false}
              data={[
                { value: "skip", label: "Skip it" },
                { value: "set", label: "Set it to this volume" },
              ]}
              label="An endpoint without a quota"
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
  { text: "in 30 days", days: 30 },
  { text: "in a year", days: 365 },
  { text: "in 5 years", days: 5 * 365 },
];

function Settings({ kind, form, problems, fresh = false, put }: SettingsProps): ReactElement {
  const now = useNow();
  const stays = fresh ? "" : "stays as it is";
  const at = typedMoment(form.expiresAt);
  return (
    <>
      <div className={classes["row"]}>
        <div>
          <TextInput
            autoComplete="off"
            description={at === undefined ? undefined : `${exactly(at)} by this computer's clock`}
            error={problems["expiresAt"]}
            inputWrapperOrder={["label", "input", "description", "error"]}
            label="Expires"
            onChange={({ currentTarget }) => put({ expiresAt: currentTarget.value })}
            placeholder={fresh ? "2031-12-31 23:59" : stays}
            value={form.expiresAt}
          />
          <div className={classes["quick"]}>
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
          label="Threshold, per cent left"
          onChange={({ currentTarget }) => put({ thresholdPercent: currentTarget.value })}
          placeholder={fresh ? (kind === "sms" ? "20" : "by the service") : stays}
          value={form.thresholdPercent}
        />
      </div>
      <div className={classes["row"]}>
        {kind === "data" ? (
          <Select
            clearable
            data={[
              { value: "block", label: "Block" },
              ...throttleRates.map((rate) => ({ value: String(rate), label: `Slow down to ${rate / 1000} kbit/s` })),
            ]}
            error={problems["onExhaustion"]}
            label="When it is used up"
            onChange={(value) => put({ onExhaustion: value ?? "" })}
            placeholder={fresh ? "Block" : stays}
            value={form.onExhaustion === "" ? null : form.onExhaustion}
          />
        ) : undefined}
        <Select
          clearable
          data={[
            { value: "yes", label: "Every day at midnight UTC" },
            { value: "no", label: "Never" },
          ]}
          error={problems["autoRefill"]}
          label="Refilled"
          onChange={(value) => put({ autoRefill: value === "yes" || value === "no" ? value : "" })}
          placeholder={fresh ? "Never" : stays}
          value={form.autoRefill === "" ? null : form.autoRefill}
        />
      </div>
    </>
  );
}
