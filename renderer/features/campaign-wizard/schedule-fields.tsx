/** When it starts, in which zone, what happens when the start was missed, when it ends, and when it is quiet. */
import { Select, Switch, TextInput } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import type { Schedule } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { incompleteTime, lackOf, nothingWritten } from "./draft-model.ts";
import { NumberField } from "./number-field.tsx";
import { inZone, ownZone, usualMissed, usualQuiet } from "./schedule-model.ts";
import { TimeField } from "./time-field.tsx";
import classes from "./wizard.module.css";
import type { DraftChange } from "./wizard-slice.ts";
import { clockOf, minuteOf } from "./words-model.ts";

type Changes = { readonly [K in keyof Schedule]?: Schedule[K] | undefined };

export function ScheduleFields(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const { schedule } = body;
  const write = useFleetdesk((state) => state.write);
  const typeInto = useFleetdesk((state) => state.typeInto);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  const own = ownZone();
  const zone = schedule?.zone ?? own;
  const changed = (change: Changes): DraftChange => {
    const base = { zone: own, missed: usualMissed, ...schedule, ...change };
    const next = Object.fromEntries(Object.entries(base).filter(([, value]) => value !== undefined)) as Schedule;
    const says = next.at !== undefined || next.expiresAt !== undefined || next.quiet !== undefined;
    // A zone alone says nothing, and is remembered only for what comes next.
    return { schedule: says || next.zone !== own ? next : undefined };
  };
  const put = (change: Changes): void => write(changed(change));
  const putTime = (name: "at" | "expiresAt", time: number | undefined, incomplete: boolean): void => {
    typeInto(`schedule.${name}`, incomplete ? incompleteTime : undefined, changed({ [name]: time }));
  };
  const { at, expiresAt, missed = usualMissed, quiet } = schedule ?? {};
  return (
    <>
      <div className={classes["row"]}>
        <TimeField
          error={lackOf(body, "schedule.at")}
          label="Starts"
          onChange={(next, incomplete) => putTime("at", next, incomplete)}
          value={at}
          zone={zone}
        />
        <TimeField
          error={lackOf(body, "schedule.expiresAt")}
          label="Sends nothing after"
          onChange={(next, incomplete) => putTime("expiresAt", next, incomplete)}
          value={expiresAt}
          zone={zone}
        />
        <Select
          allowDeselect={false}
          data={[...new Set([own, ...zones])]}
          description="Times and quiet hours are read in it."
          label="Time zone"
          onChange={(next) => {
            // What stands on the wall stays; it is another moment there.
            const to = next ?? own;
            put({ zone: to, at: inZone(at, zone, to), expiresAt: inZone(expiresAt, zone, to) });
          }}
          searchable
          value={zone}
        />
      </div>
      {at === undefined ? undefined : (
        <div className={classes["row"]}>
          <Select
            allowDeselect={false}
            data={[
              { value: "run", label: "start late all the same" },
              { value: "ask", label: "ask me" },
              { value: "skip", label: "do not send at all" },
            ]}
            description="Because the computer slept, or nobody was signed in."
            label="When the start was missed"
            onChange={(rule) =>
              typeInto(
                "schedule.missed",
                undefined,
                changed({ missed: rule === "ask" || rule === "skip" ? { rule } : usualMissed }),
              )
            }
            value={missed.rule}
          />
          {missed.rule === "run" ? (
            <NumberField
              change={(value) => (value === undefined ? {} : changed({ missed: { rule: "run", lateMinutes: value } }))}
              description="Later than that it asks."
              field="schedule.missed.lateMinutes"
              label="At most so late, minutes"
              max={10_080}
              min={0}
              value={missed.lateMinutes}
            />
          ) : undefined}
        </div>
      )}
      <Switch
        checked={quiet !== undefined}
        description="Nothing is sent then. It goes on by itself afterwards."
        label="Quiet hours"
        onChange={({ currentTarget: { checked } }) => put({ quiet: checked ? usualQuiet : undefined })}
      />
      {quiet === undefined ? undefined : (
        <div className={classes["row"]}>
          <ClockField
            error={lackOf(body, "schedule.quiet")}
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

interface ClockFieldProps {
  readonly label: string;
  readonly value: number;
  readonly error?: string | undefined;
  readonly onChange: (minute: number) => void;
}

function ClockField({ label, value, error, onChange }: ClockFieldProps): ReactElement {
  return (
    <TextInput
      error={error}
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
