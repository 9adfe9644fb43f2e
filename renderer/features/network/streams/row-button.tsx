/** First cell of a row: title and two lines, linked to the detail. */
import type { ReactElement, ReactNode } from "react";

export interface RowButtonProps {
  readonly title: string;
  readonly second: ReactNode;
  readonly third: string;
  /** Which lines are identifiers. */
  readonly mono: "title" | "second";
  readonly selected: boolean;
  readonly onChoose: () => void;
}

export function RowButton({ title, second, third, mono, selected, onChoose }: RowButtonProps): ReactElement {
  return (
    <button aria-current={selected ? "true" : undefined} onClick={onChoose} type="button">
      <b className={mono === "title" ? "mono" : undefined}>{title}</b>
      <span className={mono === "second" ? "mono" : undefined}>{second}</span>
      <span className="muted">{third}</span>
    </button>
  );
}
