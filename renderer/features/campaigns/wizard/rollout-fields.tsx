/** Canary, a first wave sampled from the audience, and the waves after it. */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import { Checkbox, SegmentedControl, Select, Switch } from "@mantine/core";
import type { ReactElement } from "react";
import type { Amount, Gate, Stratum, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import classes from "./wizard.module.css";
import { stratumLabels } from "./plan-text.ts";
import { numberNames } from "./draft-issues.ts";

const strata: readonly Stratum[] = ["tags", "service-profile", "name-prefix"];

type RolloutChange = { readonly [K in keyof WavePlan]?: WavePlan[K] | undefined };
type Canary = NonNullable<WavePlan["canary"]>;
type Waves = NonNullable<WavePlan["waves"]>;

const usualGate: Gate = { on: "delivered", share: 0.9, withinMinutes: 30 };
const usualCanary: Canary = { size: { count: 20 }, over: ["tags"], gate: usualGate };
const usualWaves: Waves = { size: { share: 0.1 }, pauseMinutes: 10 };

export function RolloutFields(): ReactElement {
  const rollout = useFleetdesk((state) => state.wizard?.body.rollout);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const put = (change: RolloutChange): DraftChange => {
    const next = definedFields<NonNullable<typeof rollout>>({ ...rollout, ...change });
    return { rollout: hasFields(next) ? next : undefined };
  };
  const { canary, waves } = rollout ?? {};
  return (
    <>
      <Switch
        checked={canary !== undefined}
        description={t(($) => $.planning.rollout.canaryHelp)}
        label={t(($) => $.planning.rollout.canarySwitch)}
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.canary", undefined, put({ canary: checked ? usualCanary : undefined }))
        }
      />
      {canary === undefined ? undefined : <CanaryFields canary={canary} change={(next) => put({ canary: next })} />}
      <Switch
        checked={waves !== undefined}
        description={t(($) => $.planning.rollout.wavesHelp)}
        label={
          canary === undefined
            ? t(($) => $.planning.rollout.wavesSwitch)
            : t(($) => $.planning.rollout.wavesAfterCanary)
        }
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.waves", undefined, put({ waves: checked ? usualWaves : undefined }))
        }
      />
      {waves === undefined ? undefined : <WavesFields change={(next) => put({ waves: next })} waves={waves} />}
    </>
  );
}

interface CanaryFieldsProps {
  readonly canary: Canary;
  readonly change: (canary: Canary) => DraftChange;
}

function CanaryFields({ canary, change }: CanaryFieldsProps): ReactElement {
  const write = useFleetdesk((state) => state.write);
  return (
    <div className={classes["indented"]}>
      <AmountField change={(size) => change({ ...canary, size })} field="rollout.canary.size" value={canary.size} />
      <Checkbox.Group
        description={t(($) => $.planning.rollout.sampleByHelp)}
        label={t(($) => $.planning.rollout.sampleBy)}
        onChange={(over) => write(change({ ...canary, over }))}
        value={canary.over}
      >
        <div className={classes["choices"]}>
          {strata.map((stratum) => (
            <Checkbox key={stratum} label={stratumLabels[stratum]} value={stratum} />
          ))}
        </div>
      </Checkbox.Group>
      <GateFields change={(gate) => change({ ...canary, gate })} field="rollout.canary.gate" gate={canary.gate} />
    </div>
  );
}

interface WavesFieldsProps {
  readonly waves: Waves;
  readonly change: (waves: Waves) => DraftChange;
}

function WavesFields({ waves, change }: WavesFieldsProps): ReactElement {
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const { gate, ...rest } = waves;
  return (
    <div className={classes["indented"]}>
      <AmountField change={(size) => change({ ...waves, size })} field="rollout.waves.size" value={waves.size} />
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...waves, pauseMinutes: value }))}
        description={t(($) => $.planning.fields.wavePauseHelp)}
        field="rollout.waves.pauseMinutes"
        max={10_080}
        min={0}
        value={waves.pauseMinutes}
      />
      <Switch
        checked={gate !== undefined}
        label={t(($) => $.planning.rollout.gateAfterWave)}
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.waves.gate", undefined, change(checked ? { ...rest, gate: usualGate } : rest))
        }
      />
      {gate === undefined ? undefined : (
        <GateFields change={(next) => change({ ...waves, gate: next })} field="rollout.waves.gate" gate={gate} />
      )}
    </div>
  );
}

interface AmountFieldProps {
  readonly field: string;
  readonly value: Amount;
  readonly change: (amount: Amount) => DraftChange;
}

/** Field for a number of recipients, or a share of them. */
function AmountField({ field, value, change }: AmountFieldProps): ReactElement {
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

interface GateFieldsProps {
  /** Path in the draft. */
  readonly field: string;
  readonly gate: Gate;
  readonly change: (gate: Gate) => DraftChange;
}

/** Gate of a wave: the condition for opening the next wave. */
function GateFields({ field, gate, change }: GateFieldsProps): ReactElement {
  const write = useFleetdesk((state) => state.write);
  const isReplyMissing =
    useFleetdesk((state) => state.wizard?.body.expect === undefined) && gate.on === "expected-reply";
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
        data-field={isReplyMissing ? "rollout" : undefined}
        error={isReplyMissing ? t(($) => $.planning.rollout.replyMissing) : undefined}
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
