/** One end of a time range as text input. An invalid time stays in the input and is not applied. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { momentText, parseMoment } from "../lib/parse-moment.ts";
import { useInputDraft } from "./use-input-draft.ts";

export interface MomentFieldProps {
  readonly end: "from" | "until";
  /** Epoch milliseconds, as in the address. */
  readonly at: number | undefined;
  readonly other: number | undefined;
  /** Called on Enter, and on blur if the time changed or was cleared. */
  readonly onChange: (at: number | undefined) => void;
}

const labels = { from: t(($) => $.shell.period.from), until: t(($) => $.shell.period.until) } as const;

export function MomentField({ end, at, other, onChange }: MomentFieldProps): ReactElement {
  const [text, type] = useInputDraft(at === undefined ? "" : momentText(at));
  // A date alone means its end; as the start of a range, it means its first moment.
  const full = end === "from" && /^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(text) ? `${text.trim()} 00:00` : text;
  const moment = parseMoment(full);
  const isInvalid = text.trim() !== "" && moment === undefined;
  const late = end === "until" && moment !== undefined && other !== undefined && moment <= other;
  const take = (): void => {
    if (text.trim() === "" && at !== undefined) onChange(undefined);
    else if (moment !== undefined && !late && moment !== at) onChange(moment);
  };
  return (
    <TextInput
      aria-label={labels[end]}
      error={isInvalid ? t(($) => $.shell.period.format) : late ? t(($) => $.shell.period.endsBeforeStart) : undefined}
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
