/** One end of a stretch of time, as it is typed. What is no moment stays where it was typed and counts for nothing. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { momentText, typedMoment } from "../lib/typed-moment.ts";
import { useTyped } from "./use-typed.ts";

export interface MomentFieldProps {
  readonly end: "from" | "until";
  /** Epoch milliseconds, as the address has both ends. */
  readonly at: number | undefined;
  readonly other: number | undefined;
  /** At Enter, and when the field is left with another moment in it, or with none. */
  readonly onChange: (at: number | undefined) => void;
}

const words = { from: t(($) => $.shell.period.from), until: t(($) => $.shell.period.until) } as const;

export function MomentField({ end, at, other, onChange }: MomentFieldProps): ReactElement {
  const [typed, type] = useTyped(at === undefined ? "" : momentText(at));
  // A day alone means its end; a beginning is meant to be its first moment.
  const full = end === "from" && /^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(typed) ? `${typed.trim()} 00:00` : typed;
  const meant = typedMoment(full);
  const wrong = typed.trim() !== "" && meant === undefined;
  const late = end === "until" && meant !== undefined && other !== undefined && meant <= other;
  const take = (): void => {
    if (typed.trim() === "" && at !== undefined) onChange(undefined);
    else if (meant !== undefined && !late && meant !== at) onChange(meant);
  };
  return (
    <TextInput
      aria-label={words[end]}
      error={wrong ? t(($) => $.shell.period.format) : late ? t(($) => $.shell.period.endsBeforeStart) : undefined}
      onBlur={take}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
      placeholder={words[end]}
      value={typed}
      w={138}
    />
  );
}
