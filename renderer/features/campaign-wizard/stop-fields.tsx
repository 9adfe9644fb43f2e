/** When a campaign pauses by itself because something is wrong. */
import { NumberInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { StopRule } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./wizard.module.css";

export function StopFields(): ReactElement {
  const rule = useFleetdesk((state) => state.wizard?.body.stopRule) ?? {};
  const write = useFleetdesk((state) => state.write);
  const put = (change: Partial<StopRule>): void => write({ stopRule: { ...rule, ...change } });
  const field = (
    label: string,
    description: string,
    value: number,
    max: number,
    change: (value: number) => void,
  ): ReactElement => (
    <NumberInput
      allowDecimal={false}
      description={description}
      label={label}
      max={max}
      min={1}
      onChange={(typed) => {
        if (typeof typed === "number" && typed >= 1) change(Math.min(max, Math.round(typed)));
      }}
      value={value}
    />
  );
  return (
    <div className={classes["row"]}>
      {field("Refused, %", "of those tried", Math.round((rule.refusedShare ?? 0.2) * 100), 100, (value) =>
        put({ refusedShare: value / 100 }),
      )}
      {field("once so many were tried", "before that it goes on", rule.minimumAttempts ?? 20, 1_000_000, (value) =>
        put({ minimumAttempts: value }),
      )}
      {field("In a row", "failures of one kind", rule.consecutive ?? 10, 1_000_000, (value) =>
        put({ consecutive: value }),
      )}
      {field("Forbidden", "times “403”", rule.forbidden ?? 2, 1000, (value) => put({ forbidden: value }))}
    </div>
  );
}
