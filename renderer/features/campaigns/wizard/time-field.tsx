/** Field for a local time in a zone. Shows the moment in the zone and on this computer, and notes a skipped or repeated time. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { parseWallTime } from "../../../lib/parse-moment.ts";
import { momentOf, formatMoment, wallClock } from "./schedule-time.ts";

export interface TimeFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly zone: string;
  readonly error?: string;
  /** Typed text that is no valid time. */
  readonly unread: string | undefined;
  readonly onChange: (at: number | undefined, unread: string | undefined) => void;
}

export function TimeField({ label, value, zone, error, unread, onChange }: TimeFieldProps): ReactElement {
  // While the field has the focus, the typed text stays, even a time that the zone skips.
  const [draft, setDraft] = useState<string>();
  const displayValue = draft ?? unread ?? (value === undefined ? "" : wallClock(value, zone).replace("T", " "));
  const momentAt = (text: string): ReturnType<typeof momentOf> => momentOf(parseWallTime(text) ?? "", zone);
  const notes = value === undefined ? undefined : [momentAt(displayValue)?.note, formatMoment(value, zone)];
  return (
    <TextInput
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
