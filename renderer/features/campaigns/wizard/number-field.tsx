/** A number of the draft. Text that is not a valid number is saved with the draft and reported, so no input is lost. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { numberNames, numberProblem } from "./draft-issues.ts";
import { formatNumberInput, numberOf, type NumberRule } from "../../../lib/parse-number.ts";
import type { DraftChange } from "./wizard-slice.ts";

export interface NumberFieldProps extends NumberRule {
  /** Path in the draft. */
  readonly field: string;
  readonly value: number | undefined;
  /** Called for a valid number, and with undefined for an empty field if `mayBeEmpty`. */
  readonly change: (value: number | undefined) => DraftChange;
  readonly description?: string;
  readonly label?: string;
  /** Whether an empty field is valid. */
  readonly mayBeEmpty?: boolean;
  readonly placeholder?: string;
}

export function NumberField(props: NumberFieldProps): ReactElement {
  const { field, value, change, description, label = numberNames[field] ?? field, mayBeEmpty = false, ...rule } = props;
  const unread = useFleetdesk((state) => state.wizard?.body.invalidInput?.[field]);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  // While typing, the text stays unchanged: "1." may become 1.5.
  const [typing, setTyping] = useState<string>();
  const displayValue = typing ?? unread ?? (value === undefined ? "" : formatNumberInput(value));
  const type = (text: string): void => {
    setTyping(text);
    const read = numberOf(text, rule);
    if (read !== undefined) typeInto(field, undefined, change(read));
    else if (text.trim() === "" && mayBeEmpty) typeInto(field, undefined, change(undefined));
    else typeInto(field, text, mayBeEmpty ? change(undefined) : {});
  };
  const empty = typing?.trim() === "" && !mayBeEmpty;
  return (
    <TextInput
      data-field={field}
      description={description}
      error={
        unread !== undefined ? numberProblem(rule) : empty ? t(($) => $.planning.problems.numberMissing) : undefined
      }
      inputMode="decimal"
      label={label}
      onBlur={() => setTyping(undefined)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      placeholder={props.placeholder}
      value={displayValue}
    />
  );
}
