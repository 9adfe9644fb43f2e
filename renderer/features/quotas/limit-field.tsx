/** Input for a limit of the overview: applied while valid; invalid input is preserved. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { parseNumber } from "../../lib/parse-number.ts";
import classes from "./quotas.module.css";

export interface LimitFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  readonly onChange: (value: number) => void;
}

export function LimitField({ label, value, min, max, whole = false, onChange }: LimitFieldProps): ReactElement {
  const [input, setInput] = useState<string>();
  const text = input ?? String(value);
  const fits = (number: number | undefined): number is number =>
    number !== undefined && number >= min && number <= max && (!whole || Number.isInteger(number));
  const isInvalid = !fits(parseNumber(text));
  return (
    <TextInput
      className={classes["limit"] ?? ""}
      error={isInvalid ? expected({ min, max, whole }) : undefined}
      inputMode="decimal"
      label={label}
      onBlur={() => {
        if (!isInvalid) setInput(undefined);
      }}
      onChange={({ currentTarget }) => {
        setInput(currentTarget.value);
        const number = parseNumber(currentTarget.value);
        if (fits(number)) onChange(number);
      }}
      value={text}
    />
  );
}

function expected({
  min,
  max,
  whole,
}: {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}): string {
  return whole ? t(($) => $.quotas.filter.notWhole, { min, max }) : t(($) => $.quotas.filter.notNumber, { min, max });
}
