/** Counts as filters: the pressed ones are included; with none pressed, everything is. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import { formatNumber } from "#shared/format.ts";
import classes from "./count-chips.module.css";
import type { Tone } from "./status-pill.tsx";

interface CountChip<K extends string> {
  readonly id: K;
  readonly text: string;
  /** Undefined: not loaded yet. */
  readonly count: number | "unknown" | undefined;
  readonly tone: Tone;
  /** The count is a lower bound, since not all pages are loaded. */
  readonly atLeast?: boolean;
}

export interface CountChipsProps<K extends string> {
  readonly label: string;
  readonly chips: readonly CountChip<K>[];
  readonly pressed: readonly K[];
  readonly onPress: (pressed: readonly K[]) => void;
  readonly children?: ReactNode;
}

export function CountChips<K extends string>({
  label,
  chips,
  pressed,
  onPress,
  children,
}: CountChipsProps<K>): ReactElement {
  const toggle = (id: K): void =>
    onPress(pressed.includes(id) ? pressed.filter((other) => other !== id) : [...pressed, id]);
  return (
    <div aria-label={label} className={classes["chips"]} role="group">
      {chips.map(({ id, text, count: many, tone, atLeast = false }) => (
        <button
          aria-pressed={pressed.includes(id)}
          className={`${classes["chip"]} ${classes[tone]}`}
          key={id}
          onClick={() => toggle(id)}
          type="button"
        >
          <i aria-hidden="true">{tone === "unknown" ? "?" : ""}</i>
          {text}
          {many === undefined ? undefined : many === "unknown" ? (
            <b className={classes["unclear"]}>{t(($) => $.common.unknown)}</b>
          ) : (
            <b>
              {formatNumber(many)}
              {atLeast ? "+" : ""}
            </b>
          )}
        </button>
      ))}
      {children}
    </div>
  );
}
