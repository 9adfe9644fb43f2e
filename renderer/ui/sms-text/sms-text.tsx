/** Editor for an SMS text: characters, segments, encoding, and which characters increase the cost. */
import { t } from "#shared/texts/text.ts";
import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, type Ref, useId, useEffect, useState } from "react";
import { formatSegments } from "#shared/format.ts";
import classes from "./sms-text.module.css";
import type { FleetClient } from "#shared/contract/index.ts";
import { fleet } from "../../lib/fleet.ts";

export interface SmsTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string;
  readonly placeholder?: string;
  /** Variable placeholders are counted literally: each recipient's text is measured after substitution. */
  readonly hasVariables?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly fieldRef?: Ref<HTMLTextAreaElement>;
  /** The text cursor moved, or the field got or lost the focus. */
  readonly onCursor?: () => void;
}

export function SmsText({
  label,
  value,
  onChange,
  error,
  placeholder,
  hasVariables = false,
  onKeyDown,
  fieldRef,
  onCursor,
}: SmsTextProps): ReactElement {
  const measured = useMeasure(value);
  const id = useId();
  return (
    <div className={classes["text"]}>
      <Textarea
        aria-describedby={id}
        autosize
        error={error}
        label={label}
        maxRows={10}
        minRows={3}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onCursor}
        onFocus={onCursor}
        onKeyDown={onKeyDown}
        onSelect={onCursor}
        placeholder={placeholder}
        ref={fieldRef}
        spellCheck={false}
        value={value}
      />
      <p className={classes["measure"]} id={id}>
        {value === "" || measured === undefined ? t(($) => $.shell.sms.empty) : measureText(measured, hasVariables)}
      </p>
      {value === "" ? undefined : <NonGsmCharacters measured={measured} onChange={onChange} value={value} />}
    </div>
  );
}

function measureText({ characters, segments, segmentsExact, encoding, left }: Measured, hasVariables: boolean): string {
  const code = encoding === "gsm7" ? "GSM-7" : "UCS-2";
  const labels = [
    t(($) => $.shell.sms.characterCount, { count: characters }),
    formatSegments(segments, segmentsExact),
    code,
    t(($) => $.shell.sms.leftInSegment, { left }),
    ...(hasVariables ? [t(($) => $.shell.sms.withoutVariables)] : []),
  ];
  return labels.join(" · ");
}

interface NonGsmCharactersProps {
  readonly measured: Measured | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Characters outside of the GSM alphabet, with a replacement if there is one. */
function NonGsmCharacters({ measured, value, onChange }: NonGsmCharactersProps): ReactElement | undefined {
  const offenders = measured?.offenders ?? [];
  if (measured === undefined || offenders.length === 0) return undefined;
  const { replaced } = measured;
  return (
    <div className={classes["offenders"]} role="status">
      <p>{t(($) => $.shell.sms.outsideGsm)}</p>
      <ul>
        {offenders.map(({ character, name, count: many, replacement }) => (
          <li key={character}>
            <b>{character}</b>
            <span>
              {name}
              {many === 1 ? "" : <span className="muted"> {t(($) => $.shell.sms.occurrences, { count: many })}</span>}
            </span>
            {replacement === undefined ? (
              <span className="muted">{t(($) => $.shell.sms.noReplacement)}</span>
            ) : (
              <Button
                className={classes["replace"] ?? ""}
                onClick={() => onChange(value.replaceAll(character, replacement))}
                variant="subtle"
              >
                {replacement === ""
                  ? t(($) => $.shell.sms.removeCharacter)
                  : t(($) => $.shell.sms.replaceWith, { replacement })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {replaced === undefined || replaced === value || offenders.length < 2 ? undefined : (
        <Button onClick={() => onChange(replaced)}>{t(($) => $.shell.sms.replaceAll)}</Button>
      )}
    </div>
  );
}

export type Measured = Awaited<ReturnType<FleetClient["sms"]["measure"]>>;

const afterMs = 80;
const maxLength = 50_000;

/** The latest result; undefined before the first. */
export function useMeasure(text: string): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      fleet.sms.measure({ text: text.slice(0, maxLength) }, abort.signal).then(setMeasured, () => undefined);
    }, afterMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return measured;
}
