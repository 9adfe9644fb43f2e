/** The time range in the address of a list: a period that ends now, or two times as entered. */
import { type ReactElement, useState } from "react";
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { readMoment, writeMoment, momentText, parseMoment } from "../../lib/parse-moment.ts";
import { useFleetdesk } from "../store/store.ts";
import { useInputDraft } from "../../ui/use-input-draft.ts";

interface SpanOfAddress {
  /** A period, "dates", or empty for all time. */
  readonly value: string;
  readonly choose: (value: string) => void;
  /** The two times; undefined for a period. */
  readonly fields: ReactElement | undefined;
}

export function useSpan(options?: { readonly replace?: boolean }): SpanOfAddress {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [choosing, setChoosing] = useState(false);
  const dated = choosing || query["from"] !== undefined || query["until"] !== undefined;
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  const put = (end: "from" | "until", at: number | undefined): void =>
    setQuery({ [end]: at === undefined ? undefined : writeMoment(at) }, options);
  return {
    value: dated ? "dates" : (query["period"] ?? ""),
    choose: (value) => {
      setChoosing(value === "dates");
      if (value === "dates") setQuery({ period: undefined }, options);
      else setQuery({ period: value === "" ? undefined : value, from: undefined, until: undefined }, options);
    },
    fields: dated ? (
      <>
        <MomentField at={from} end="from" onChange={(at) => put("from", at)} other={until} />
        <MomentField at={until} end="until" onChange={(at) => put("until", at)} other={from} />
      </>
    ) : undefined,
  };
}

interface MomentFieldProps {
  readonly end: "from" | "until";
  /** Epoch milliseconds, as in the address. */
  readonly at: number | undefined;
  readonly other: number | undefined;
  /** Called on Enter, and on blur if the time changed or was cleared. */
  readonly onChange: (at: number | undefined) => void;
}

const labels = { from: t(($) => $.shell.period.from), until: t(($) => $.shell.period.until) } as const;

/** One end of a time range as text input. An invalid time stays in the input and is not applied. */
function MomentField({ end, at, other, onChange }: MomentFieldProps): ReactElement {
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
