/** A moment, typed as the clock on the wall of a zone shows it; says what it is there and here, and what the clocks do to it. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { momentOf, sayMoment, wallClock } from "./schedule-model.ts";

export interface TimeFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly zone: string;
  readonly error?: string | undefined;
  /** `incomplete`: something is typed that is no moment yet, or never will be. */
  readonly onChange: (at: number | undefined, incomplete: boolean) => void;
}

export function TimeField({ label, value, zone, error, onChange }: TimeFieldProps): ReactElement {
  // A time that the clocks leave out stands as it was typed, as long as it is looked at.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? "" : wallClock(value, zone));
  const moment = momentOf(shown, zone);
  const read = (input: HTMLInputElement): void => {
    const at = momentOf(input.value, zone)?.at;
    // What is typed in part has no value, and no change of one: only the browser knows that it stands there.
    onChange(at, at === undefined && (input.validity.badInput || input.value !== ""));
  };
  const said = value === undefined ? undefined : [moment?.note, `${sayMoment(value, zone)}.`];
  return (
    <TextInput
      description={said?.filter((word) => word !== undefined).join(" ")}
      error={error}
      label={label}
      onBlur={({ currentTarget }) => {
        setTyped(undefined);
        if (momentOf(currentTarget.value, zone) === undefined) read(currentTarget);
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        read(currentTarget);
      }}
      type="datetime-local"
      value={shown}
    />
  );
}
