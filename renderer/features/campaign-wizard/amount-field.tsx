/** A number of recipients, or a share of them. */
import { NumberInput, SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import type { Amount } from "#contract/campaign-words.ts";
import classes from "./wizard.module.css";

export interface AmountFieldProps {
  readonly label: string;
  readonly value: Amount;
  readonly onChange: (amount: Amount) => void;
}

export function AmountField({ label, value, onChange }: AmountFieldProps): ReactElement {
  const isShare = "share" in value;
  return (
    <div className={classes["row"]}>
      <NumberInput
        label={label}
        max={isShare ? 100 : 1_000_000}
        min={isShare ? 0.1 : 1}
        onChange={(typed) => {
          if (typeof typed !== "number" || typed <= 0) return;
          onChange(isShare ? { share: Math.min(1, typed / 100) } : { count: Math.round(typed) });
        }}
        value={isShare ? Math.round(value.share * 1000) / 10 : value.count}
      />
      <SegmentedControl
        aria-label={`${label}: in`}
        data={[
          { value: "count", label: "recipients" },
          { value: "share", label: "%" },
        ]}
        onChange={(kind) => onChange(kind === "share" ? { share: 0.05 } : { count: 25 })}
        value={isShare ? "share" : "count"}
      />
    </div>
  );
}
