/** Start, end, time zone, quiet hours, and the rule for a missed start. */
import { definedFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import { Select, Switch, TextInput } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import { displayZone } from "#shared/time-display.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { emptyBody } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import { NumberField } from "./number-field.tsx";
import { defaultMissedRule, defaultQuietHours, formatMoment, inZone, momentOf, wallClock } from "./schedule-time.ts";
import classes from "./wizard.module.css";
import type { DraftChange } from "./wizard-slice.ts";
import { clockOf, minuteOf } from "./plan-text.ts";
import { parseWallTime } from "../../../lib/parse-moment.ts";

type Changes = { readonly [K in keyof Schedule]?: Schedule[K] | undefined };

export function ScheduleFields(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const { schedule } = body;
  const write = useFleetdesk((state) => state.write);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  const own = displayZone().name;
  const zone = schedule?.zone ?? own;
  const changed = (change: Changes): DraftChange => {
    const next = definedFields<Schedule>({ zone: own, missed: defaultMissedRule, ...schedule, ...change });
    const hasTimes = next.at !== undefined || next.expiresAt !== undefined || next.quiet !== undefined;
    // A zone alone is no schedule; it is stored only as the zone of times entered later.
    return { schedule: hasTimes || next.zone !== own ? next : undefined };
  };
  const put = (change: Changes): void => write(changed(change));
  const putTime = (name: "at" | "expiresAt", time: number | undefined, unread: string | undefined): void => {
    typeInto(`schedule.${name}`, unread, changed({ [name]: time }));
  };
  const { at, expiresAt, missed = defaultMissedRule, quiet } = schedule ?? {};
  return (
    <>
      <div className={classes["row"]}>
        <TimeField
          error={issueOf(body, "schedule.at")}
          field="schedule.at"
          label={t(($) => $.planning.fields.startTime)}
          onChange={(next, unread) => putTime("at", next, unread)}
          unread={body.invalidInput?.["schedule.at"]}
          value={at}
          zone={zone}
        />
        <TimeField
          error={issueOf(body, "schedule.expiresAt")}
          field="schedule.expiresAt"
          label={t(($) => $.planning.fields.endTime)}
          onChange={(next, unread) => putTime("expiresAt", next, unread)}
          unread={body.invalidInput?.["schedule.expiresAt"]}
          value={expiresAt}
          zone={zone}
        />
        <Select
          allowDeselect={false}
          data={[...new Set([own, ...zones])]}
          description={t(($) => $.planning.schedule.zoneHelp)}
          label={t(($) => $.planning.schedule.zone)}
          onChange={(next) => {
            // The local time stays; the moment changes with the zone.
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
              { value: "run", label: t(($) => $.planning.schedule.startLate) },
              { value: "ask", label: t(($) => $.planning.safety.waitForDecision) },
              { value: "skip", label: t(($) => $.planning.schedule.skip) },
            ]}
            description={t(($) => $.planning.schedule.ifMissedHelp)}
            label={t(($) => $.planning.schedule.ifMissed)}
            onChange={(rule) =>
              typeInto(
                "schedule.missed",
                undefined,
                changed({ missed: rule === "ask" || rule === "skip" ? { rule } : defaultMissedRule }),
              )
            }
            value={missed.rule}
          />
          {missed.rule === "run" ? (
            <NumberField
              change={(value) => (value === undefined ? {} : changed({ missed: { rule: "run", lateMinutes: value } }))}
              description={t(($) => $.planning.fields.maxDelayHelp)}
              field="schedule.missed.lateMinutes"
              max={10_080}
              min={0}
              value={missed.lateMinutes}
            />
          ) : undefined}
        </div>
      )}
      <QuietFields changed={changed} quiet={quiet} />
    </>
  );
}

interface QuietFieldsProps {
  readonly quiet: Schedule["quiet"];
  readonly changed: (change: Changes) => DraftChange;
}

function QuietFields({ quiet, changed }: QuietFieldsProps): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  return (
    <>
      <Switch
        checked={quiet !== undefined}
        description={t(($) => $.planning.schedule.quietHelp)}
        label={t(($) => $.planning.schedule.quiet)}
        onChange={({ currentTarget: { checked } }) =>
          typeInto("schedule.quiet", undefined, changed({ quiet: checked ? defaultQuietHours : undefined }))
        }
      />
      {quiet === undefined ? undefined : (
        <div className={classes["row"]}>
          <ClockField
            change={(fromMinute) => changed({ quiet: { ...quiet, fromMinute } })}
            error={issueOf(body, "schedule.quiet")}
            field="schedule.quiet.from"
            label={t(($) => $.planning.schedule.from)}
            value={quiet.fromMinute}
          />
          <ClockField
            change={(untilMinute) => changed({ quiet: { ...quiet, untilMinute } })}
            field="schedule.quiet.until"
            label={t(($) => $.planning.schedule.until)}
            value={quiet.untilMinute}
          />
        </div>
      )}
    </>
  );
}

interface ClockFieldProps {
  /** Path in the draft. */
  readonly field: string;
  readonly label: string;
  readonly value: number;
  readonly error?: string;
  readonly change: (minute: number) => DraftChange;
}

/** A time of day in 24-hour format; the browser's own time field depends on the locale. */
function ClockField({ field, label, value, error, change }: ClockFieldProps): ReactElement {
  const unread = useFleetdesk((state) => state.wizard?.body.invalidInput?.[field]);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const [draft, setDraft] = useState<string>();
  return (
    <TextInput
      // Quiet hours that are equal are an issue of both fields.
      data-field={`${field} schedule.quiet`}
      error={
        draft?.trim() === ""
          ? t(($) => $.planning.problems.timeOfDayMissing)
          : draft === undefined && unread !== undefined
            ? t(($) => $.planning.problems.timeOfDay)
            : error
      }
      inputMode="numeric"
      label={label}
      onBlur={() => setDraft(undefined)}
      onChange={({ currentTarget: { value: text } }) => {
        setDraft(text);
        const minute = minuteOf(text.trim());
        if (minute !== undefined) typeInto(field, undefined, change(minute));
        else typeInto(field, text.trim() === "" ? undefined : text);
      }}
      placeholder="22:00"
      value={draft ?? unread ?? clockOf(value)}
    />
  );
}

interface TimeFieldProps {
  /** Path in the draft. */
  readonly field: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly zone: string;
  readonly error?: string;
  /** Typed text that is no valid time. */
  readonly unread: string | undefined;
  readonly onChange: (at: number | undefined, unread: string | undefined) => void;
}

/** Field for a local time in a zone. Shows the moment in the zone and on this computer, and notes a skipped or repeated time. */
function TimeField({ field, label, value, zone, error, unread, onChange }: TimeFieldProps): ReactElement {
  // While the field has the focus, the typed text stays, even a time that the zone skips.
  const [draft, setDraft] = useState<string>();
  const displayValue = draft ?? unread ?? (value === undefined ? "" : wallClock(value, zone).replace("T", " "));
  const momentAt = (text: string): ReturnType<typeof momentOf> => momentOf(parseWallTime(text) ?? "", zone);
  const notes = value === undefined ? undefined : [momentAt(displayValue)?.note, formatMoment(value, zone)];
  return (
    <TextInput
      data-field={field}
      description={notes?.filter((note) => note !== undefined).join(" ")}
      // Incomplete text is no error while typing.
      error={draft === undefined ? error : undefined}
      label={label}
      onBlur={() => setDraft(undefined)}
      onChange={({ currentTarget: { value: text } }) => {
        setDraft(text);
        const at = momentAt(text)?.at;
        onChange(at, at === undefined && text.trim() !== "" ? text : undefined);
      }}
      placeholder="2031-12-31 22:00"
      value={displayValue}
    />
  );
}
