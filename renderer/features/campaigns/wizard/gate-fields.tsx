/** Gate of a wave: the condition for opening the next wave. */
import { t } from "#shared/texts/text.ts";
import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { Gate } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import classes from "./wizard.module.css";

export const usualGate: Gate = { on: "delivered", share: 0.9, withinMinutes: 30 };

export interface GateFieldsProps {
  /** Path in the draft. */
  readonly field: string;
  readonly gate: Gate;
  readonly change: (gate: Gate) => DraftChange;
}

export function GateFields({ field, gate, change }: GateFieldsProps): ReactElement {
  const write = useFleetdesk((state) => state.write);
  const expect = useFleetdesk((state) => state.wizard?.body.expect);
  return (
    <div className={classes["row"]}>
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...gate, share: value / 100 }))}
        field={`${field}.share`}
        label={t(($) => $.planning.rollout.target)}
        max={100}
        min={0.1}
        value={gate.share * 100}
      />
      <Select
        allowDeselect={false}
        data={[
          { value: "delivered", label: t(($) => $.planning.rollout.delivered) },
          { value: "expected-reply", label: t(($) => $.planning.rollout.expectedReply) },
        ]}
        error={
          gate.on === "expected-reply" && expect === undefined ? t(($) => $.planning.rollout.replyMissing) : undefined
        }
        label={t(($) => $.planning.rollout.condition)}
        onChange={(on) => write(change({ ...gate, on: on === "expected-reply" ? "expected-reply" : "delivered" }))}
        value={gate.on}
      />
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...gate, withinMinutes: value }))}
        field={`${field}.withinMinutes`}
        label={t(($) => $.planning.rollout.timeLimit)}
        max={10_080}
        min={0.1}
        value={gate.withinMinutes}
      />
    </div>
  );
}
