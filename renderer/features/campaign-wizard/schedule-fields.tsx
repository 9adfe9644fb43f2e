/** When it starts, in which zone, what happens when the start was missed, when it ends, and when it is quiet. */
import { NumberInput, Select, Switch, TextInput } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { Schedule } from "#contract/campaign-words.ts";
import { exactly } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { clockOf, minuteOf } from "./draft-model.ts";
import { momentOf, ownZone, usualQuiet, wallClock } from "./schedule-model.ts";
import classes from "./wizard.module.css";

type Changes = { readonly [K in keyof Schedule]?: Schedule[K] | undefined };

export function ScheduleFields(): ReactElement {
  const schedule = useFleetdesk((state) => state.wizard?.body.schedule);
  const write = useFleetdesk((state) => state.write);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  const own = ownZone();
  const zone = schedule?.zone ?? own;
  const put = (change: Changes): void => {
    const base = { zone, missed: { rule: "run", lateMinutes: 15 }, ...schedule, ...change };
    const next = Object.fromEntries(Object.entries(base).filter(([, value]) => value !== undefined)) as Schedule;
    const says = next.at !== undefined || next.expiresAt !== undefined || next.quiet !== undefined;
    write({ schedule: says || change.zone !== undefined ? next : undefined });
  };
  const missed = schedule?.missed ?? { rule: "run", lateMinutes: 15 };
  const quiet = schedule?.quiet;
  return (
    <>
      <div className={classes["row"]}>
        <TimeField label="Starts" onChange={(at) => put({ at })} value={schedule?.at} zone={zone} />
        <TimeField
          label="Sends nothing after"
          onChange={(expiresAt) => put({ expiresAt })}
          value={schedule?.expiresAt}
          zone={zone}
        />
        <Select
          allowDeselect={false}
          data={[...new Set([own, ...zones])]}
          label="Time zone"
          onChange={(next) => put({ zone: next ?? own })}
          searchable
          value={zone}
        />
      </div>
      {schedule?.at === undefined ? undefined : (
        <div className={classes["row"]}>
          <Select
            allowDeselect={false}
            data={[
              { value: "run", label: "start late, within" },
              { value: "ask", label: "ask me" },
              { value: "skip", label: "do not run at all" },
            ]}
            label="When the start was missed"
            onChange={(rule) =>
              put({ missed: rule === "ask" || rule === "skip" ? { rule } : { rule: "run", lateMinutes: 15 } })
            }
            value={missed.rule}
          />
          {missed.rule === "run" ? (
            <NumberInput
              label="minutes"
              max={10_080}
              min={0}
              onChange={(value) => {
                if (typeof value === "number") put({ missed: { rule: "run", lateMinutes: value } });
              }}
              value={missed.lateMinutes}
            />
          ) : undefined}
        </div>
      )}
      <Switch
        checked={quiet !== undefined}
        description="Nothing is sent then; it goes on by itself afterwards."
        label="Quiet hours"
        onChange={({ currentTarget: { checked } }) => put({ quiet: checked ? usualQuiet : undefined })}
      />
      {quiet === undefined ? undefined : (
        <div className={classes["row"]}>
          <ClockField
            label="From"
            onChange={(fromMinute) => put({ quiet: { ...quiet, fromMinute } })}
            value={quiet.fromMinute}
          />
          <ClockField
            label="Until"
            onChange={(untilMinute) => put({ quiet: { ...quiet, untilMinute } })}
            value={quiet.untilMinute}
          />
        </div>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly zone: string;
  readonly onChange: (at: number | undefined) => void;
}

function TimeField({ label, value, zone, onChange }: TimeFieldProps): ReactElement {
  const [typed, setTyped] = useState(value === undefined ? "" : wallClock(value, zone));
  const moment = momentOf(typed, zone);
  const own = ownZone();
  const elsewhere = moment === undefined || zone === own ? undefined : `${exactly(moment.at)} here`;
  return (
    <TextInput
      description={[moment?.note, elsewhere].filter((word) => word !== undefined).join(" ") || undefined}
      label={label}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(momentOf(currentTarget.value, zone)?.at);
      }}
      type="datetime-local"
      value={typed}
    />
  );
}

interface ClockFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (minute: number) => void;
}

function ClockField({ label, value, onChange }: ClockFieldProps): ReactElement {
  return (
    <TextInput
      label={label}
      onChange={({ currentTarget }) => {
        const minute = minuteOf(currentTarget.value);
        if (minute !== undefined) onChange(minute);
      }}
      type="time"
      value={clockOf(value)}
    />
  );
}
