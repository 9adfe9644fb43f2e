/** Canary, a first wave sampled from the audience, and the waves after it. */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import { Checkbox, Switch } from "@mantine/core";
import type { ReactElement } from "react";
import type { WavePlan, Stratum } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { AmountField } from "./amount-field.tsx";
import { GateFields, usualGate } from "./gate-fields.tsx";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import classes from "./wizard.module.css";
import { stratumLabels } from "./plan-text.ts";

const strata: readonly Stratum[] = ["tags", "service-profile", "name-prefix"];

type RolloutChange = { readonly [K in keyof WavePlan]?: WavePlan[K] | undefined };
type Canary = NonNullable<WavePlan["canary"]>;
type Waves = NonNullable<WavePlan["waves"]>;

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
