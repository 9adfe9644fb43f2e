/** One end of a stretch of time, as it is typed. What is no moment stays where it was typed and counts for nothing. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { momentText, parseMoment } from "../lib/parse-moment.ts";
import { useInputDraft } from "./use-input-draft.ts";

export interface MomentFieldProps {
  readonly end: "from" | "until";
  /** Epoch milliseconds, as the address has both ends. */
  readonly at: number | undefined;
  readonly other: number | undefined;
  /** At Enter, and when the field is left with another moment in it, or with none. */
  readonly onChange: (at: number | undefined) => void;
}

const labels = { from: t(($) => $.shell.period.from), until: t(($) => $.shell.period.until) } as const;

export function MomentField({ end, at, other, onChange }: MomentFieldProps): ReactElement {
  const [text, type] = useInputDraft(at === undefined ? "" : momentText(at));
  // A day alone means its end; a beginning is meant to be its first moment.
  const full = end === "from" && /^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(text) ? `${text.trim()} 00:00` : text;
  const moment = parseMoment(full);
  const wrong = text.trim() !== "" && moment === undefined;
  const late = end === "until" && moment !== undefined && other !== undefined && moment <= other;
  const take = (): void => {
    if (text.trim() === "" && at !== undefined) onChange(undefined);
    else if (moment !== undefined && !late && moment !== at) onChange(moment);
  };
  return (
    <TextInput
      aria-label={labels[end]}
      error={wrong ? t(($) => $.shell.period.format) : late ? t(($) => $.shell.period.endsBeforeStart) : undefined}
      onBlur={take}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
      placeholder={labels[end]}
      value={text}
      w={138}
    />
  );
}
