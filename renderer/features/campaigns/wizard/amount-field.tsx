/** Field for a number of recipients, or a share of them. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import type { Amount } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { numberNames } from "./draft-issues.ts";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import classes from "./wizard.module.css";

export interface AmountFieldProps {
  readonly field: string;
  readonly value: Amount;
  readonly change: (amount: Amount) => DraftChange;
}

export function AmountField({ field, value, change }: AmountFieldProps): ReactElement {
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const isShare = "share" in value;
  return (
    <div className={classes["amount"]}>
      <NumberField
        change={(input) => (input === undefined ? {} : change(isShare ? { share: input / 100 } : { count: input }))}
        field={field}
        key={isShare ? "share" : "count"}
        max={isShare ? 100 : 1_000_000}
        min={isShare ? 0.01 : 1}
        value={isShare ? value.share * 100 : value.count}
        whole={!isShare}
      />
      <SegmentedControl
        aria-label={t(($) => $.planning.rollout.unitOf, { field: numberNames[field] ?? field })}
        data={[
          { value: "count", label: t(($) => $.planning.rollout.recipients) },
          { value: "share", label: "%" },
        ]}
        onChange={(kind) => typeInto(field, undefined, change(kind === "share" ? { share: 0.05 } : { count: 20 }))}
        value={isShare ? "share" : "count"}
      />
    </div>
  );
}
