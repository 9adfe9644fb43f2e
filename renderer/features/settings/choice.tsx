/** One of a few values, with its label at the left. */
import { SegmentedControl } from "@mantine/core";
import { type ReactElement, useId } from "react";
import classes from "./settings.module.css";

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): ReactElement {
  const id = useId();
  return (
    <div className={classes["row"]}>
      <span id={id}>{label}</span>
      <SegmentedControl<T> aria-labelledby={id} data={[...choices]} onChange={onChange} value={value} />
    </div>
  );
}
