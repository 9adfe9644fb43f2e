/** A first ring that stands for all the others, and waves after it. */
import { Checkbox, NumberInput, Select, Switch } from "@mantine/core";
import type { ReactElement } from "react";
import type { Gate, Rings, Stratum } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { AmountField } from "./amount-field.tsx";
import classes from "./wizard.module.css";

const usualGate: Gate = { on: "delivered", share: 0.9, withinMinutes: 30 };
const strata: readonly { readonly value: Stratum; readonly label: string }[] = [
  { value: "tags", label: "tags" },
  { value: "service-profile", label: "service profile" },
  { value: "name-prefix", label: "beginning of the name" },
];

export function RingsFields(): ReactElement {
  const rings = useFleetdesk((state) => state.wizard?.body.rings) ?? {};
  const write = useFleetdesk((state) => state.write);
  const put = (change: { readonly [K in keyof Rings]?: Rings[K] | undefined }): void => {
    const next = Object.fromEntries(Object.entries({ ...rings, ...change }).filter(([, value]) => value !== undefined));
    write({ rings: Object.keys(next).length === 0 ? undefined : next });
  };
  const { canary, waves } = rings;
  return (
    <>
      <Switch
        checked={canary !== undefined}
        description="A small first ring; the next one opens only when enough of it was delivered or answered."
        label="Canary first"
        onChange={({ currentTarget: { checked } }) =>
          put({ canary: checked ? { size: { count: 25 }, over: ["tags"], gate: usualGate } : undefined })
        }
      />
      {canary === undefined ? undefined : (
        <div className={classes["inside"]}>
          <AmountField label="Size" onChange={(size) => put({ canary: { ...canary, size } })} value={canary.size} />
          <Checkbox.Group
            description="Each kind has its share in the canary."
            label="Stands for every kind of"
            onChange={(over) => put({ canary: { ...canary, over } })}
            value={canary.over}
          >
            <div className={classes["row"]}>
              {strata.map(({ value, label }) => (
                <Checkbox key={value} label={label} value={value} />
              ))}
            </div>
          </Checkbox.Group>
          <GateFields gate={canary.gate} onChange={(gate) => put({ canary: { ...canary, gate } })} />
        </div>
      )}
      <Switch
        checked={waves !== undefined}
        description="The rest goes in parts, with a pause or a gate between them."
        label="Then in waves"
        onChange={({ currentTarget: { checked } }) =>
          put({ waves: checked ? { size: { share: 0.25 }, pauseMinutes: 10 } : undefined })
        }
      />
      {waves === undefined ? undefined : (
        <div className={classes["inside"]}>
          <AmountField
            label="Size of a wave"
            onChange={(size) => put({ waves: { ...waves, size } })}
            value={waves.size}
          />
          <NumberInput
            label="Pause between waves, minutes"
            max={10_080}
            min={0}
            onChange={(value) => {
              if (typeof value === "number") put({ waves: { ...waves, pauseMinutes: value } });
            }}
            value={waves.pauseMinutes}
          />
          <Switch
            checked={waves.gate !== undefined}
            label="A gate after each wave"
            onChange={({ currentTarget: { checked } }) => {
              const { gate: _before, ...rest } = waves;
              put({ waves: checked ? { ...rest, gate: usualGate } : rest });
            }}
          />
          {waves.gate === undefined ? undefined : (
            <GateFields gate={waves.gate} onChange={(gate) => put({ waves: { ...waves, gate } })} />
          )}
        </div>
      )}
    </>
  );
}

function GateFields({
  gate,
  onChange,
}: {
  readonly gate: Gate;
  readonly onChange: (gate: Gate) => void;
}): ReactElement {
  return (
    <div className={classes["row"]}>
      <NumberInput
        label="Opens the next at, %"
        max={100}
        min={1}
        onChange={(value) => {
          if (typeof value === "number" && value > 0) onChange({ ...gate, share: Math.min(1, value / 100) });
        }}
        value={Math.round(gate.share * 100)}
      />
      <Select
        allowDeselect={false}
        data={[
          { value: "delivered", label: "delivered" },
          { value: "expected-reply", label: "answered as expected" },
        ]}
        label="of those sent to"
        onChange={(on) => onChange({ ...gate, on: on === "expected-reply" ? "expected-reply" : "delivered" })}
        value={gate.on}
      />
      <NumberInput
        label="within, minutes"
        max={10_080}
        min={1}
        onChange={(value) => {
          if (typeof value === "number" && value > 0) onChange({ ...gate, withinMinutes: value });
        }}
        value={gate.withinMinutes}
      />
    </div>
  );
}
