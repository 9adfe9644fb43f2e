/** A moment, typed as the clock on the wall of a zone shows it; says what it is there and here, and what the clocks do to it. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { parseWallTime } from "../../lib/parse-moment.ts";
import { momentOf, formatMoment, wallClock } from "./schedule-time.ts";

export interface TimeFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly zone: string;
  readonly error?: string | undefined;
  /** What is typed and is no moment yet, or never will be. */
  readonly unread: string | undefined;
  readonly onChange: (at: number | undefined, unread: string | undefined) => void;
}

export function TimeField({ label, value, zone, error, unread, onChange }: TimeFieldProps): ReactElement {
  // A time that the clocks leave out stands as it was typed, as long as it is looked at.
  const [draft, setDraft] = useState<string>();
  const displayValue = draft ?? unread ?? (value === undefined ? "" : wallClock(value, zone).replace("T", " "));
  const momentAt = (text: string): ReturnType<typeof momentOf> => momentOf(parseWallTime(text) ?? "", zone);
  const notes = value === undefined ? undefined : [momentAt(displayValue)?.note, formatMoment(value, zone)];
  return (
    <TextInput
      description={notes?.filter((note) => note !== undefined).join(" ")}
      // What is being typed is on its way to be right.
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
