/** The first cell of a row: what it is, in three lines, and the way to its detail. */
import type { ReactElement, ReactNode } from "react";

export interface RowButtonProps {
  readonly title: string;
  readonly second: ReactNode;
  readonly third: string;
  /** Which of the lines are identifiers. */
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
